extension PlayerCommand {
    /// Commands for the sound devices.
    public enum Devices: Hashable, Sendable {
        /// A device id; empty: the sound server's default.
        case choose(String)
        /// A client asked for the devices: watch them for some time from now on.
        case look
    }
}

/// A sound device for playback.
public struct SoundDevice: Hashable, Sendable {
    /// The sound server's name of the device.
    public var id: String
    /// The human-readable name.
    public var description: String

    public init(id: String, description: String) {
        self.id = id
        self.description = description
    }
}

/// The reaction when the sound device in use disappears.
public enum UnplugPlayback: String, Hashable, Sendable, CaseIterable {
    case pause
    case goOn = "continue"
}

/// The sound devices, and the chosen one.
public struct DeviceSnapshot: Hashable, Sendable {
    public var devices: [SoundDevice] = []
    /// Empty: the sound server's default.
    public var chosen = ""

    public init() {}
}
