extension PlayerCommand {
    /// What anybody may ask of the sound devices.
    public enum Devices: Hashable, Sendable {
        /// By its id; empty: the default of the sound server.
        case choose(String)
        /// Somebody wants to know which there are: from now on for a while they are watched.
        case look
    }
}

/// Where sound can be heard.
public struct SoundDevice: Hashable, Sendable {
    /// As the sound server names it.
    public var id: String
    /// As people name it.
    public var description: String

    public init(id: String, description: String) {
        self.id = id
        self.description = description
    }
}

/// What becomes of playback when the device disappears on which it is heard.
public enum UnplugPlayback: String, Hashable, Sendable, CaseIterable {
    case pause
    case goOn = "continue"
}

/// The sound devices, and the chosen one.
public struct DeviceSnapshot: Hashable, Sendable {
    public var devices: [SoundDevice] = []
    /// Empty: the default of the sound server.
    public var chosen = ""

    public init() {}
}
