internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The wanted sound device, the present ones, and the one in use.
struct DeviceUse {
    /// The id of the device; empty: the default.
    var chosen = ""
    /// Empty while devices are not monitored.
    var known: [SoundDeviceMonitor.Device] = []
    var monitor: SoundDeviceMonitor?
    /// The factory of the provider that ``monitor`` uses.
    var provider = ""
    /// Whether ``known`` is complete.
    var isListed = false
    /// The device of the stream on the sound server.
    var inUse: String?
    /// Whether the default device is used because the chosen one did not exist. It may have come back when playback
    /// is wanted the next time.
    var isReplaced = false
    /// Whether the device in use has disappeared. Nothing is opened until playback is wanted again.
    var isLost = false
    /// When playback was last resumed, in microseconds of the monotonic clock.
    var resumedAt: Int64 = 0
    /// Whether a client wants the list of devices.
    var isAsked = false
    /// Called when ``isListed``, or when it is clear that there will be no list.
    var waiting: [@MediaActor () -> Void] = []

    /// Whether the chosen device was in use and is not listed any more. Some servers keep its stream, and play it nowhere
    /// (pipewire-pulse 1.4).
    var hasLeft: Bool {
        isListed && !isLost && !chosen.isEmpty && inUse == chosen && !known.contains { $0.id == chosen }
    }

    /// Whether a device can be opened, as far as is known.
    func isThere(_ id: String) -> Bool { !isListed || known.contains { $0.id == id } }
}
