internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Which sound device is wanted, which there are, and which is in use.
struct DeviceUse {
    /// By its id; empty: the default.
    var chosen = ""
    /// Empty while nobody watches.
    var known: [SoundDeviceMonitor.Device] = []
    var monitor: SoundDeviceMonitor?
    /// Whether ``known`` tells what there is.
    var isListed = false
    /// Where the sound server has the stream.
    var inUse: String?
    /// The sound's device disappeared; nothing is opened until somebody wants to hear something.
    var isLost = false
    /// Somebody wants to know which devices there are.
    var isAsked = false
    /// To be called when ``isListed``, or when it is clear that nobody will list.
    var waiting: [@MediaActor () -> Void] = []
    var patience: LoopSource?
    /// Ends the watching some time after the last sound.
    var end: LoopSource?

    /// Whether a device can be opened, as far as anybody knows.
    func isThere(_ id: String) -> Bool { !isListed || known.contains { $0.id == id } }
}
