internal import GLibLoop

#if canImport(Glibc)
    internal import Glibc
#endif

/// The audio backends on this machine, as far as files show.
struct SoundDevices: Hashable, Sendable {
    var hasPipeWire: Bool
    var hasALSA: Bool

    /// All backends.
    static let all = SoundDevices(hasPipeWire: true, hasALSA: true)
    static let none = SoundDevices(hasPipeWire: false, hasALSA: false)
}

/// Looks for audio backends outside the loop: the folder of a socket may be on a network mount that does not respond.
struct SoundDeviceSearch: Sendable {
    /// The maximum duration in seconds; a local folder responds in microseconds.
    private static let patience = 1.0

    private let queue = WorkQueue(label: "mediad.devices", width: 1, patience: patience, limit: 4)
    private let isThere: @Sendable (String, CInt) -> Bool

    /// - Parameter isThere: checks a path and its permissions like access(2), and may block.
    init(isThere: @escaping @Sendable (String, CInt) -> Bool = { access($0, $1) == 0 }) { self.isThere = isThere }

    /// - Parameters:
    ///   - environment: contains the folder of PipeWire's socket.
    ///   - then: called once, on the media loop. A folder that does not respond in time counts as one without a socket.
    func look(
        _ environment: [String: String], then: @escaping @Sendable @MediaActor (SoundDevices) -> Void
    ) {
        let runtime = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"]
        queue.run(within: Self.patience) { [isThere] in
            SoundDevices(
                hasPipeWire: runtime.map { isThere("\($0)/pipewire-0", R_OK | W_OK) } ?? false,
                hasALSA: isThere("/dev/snd", R_OK | X_OK))
        } then: { found in
            MediaActor.post { then(found ?? .none) }
        }
    }
}
