internal import GLibLoop

#if canImport(Glibc)
    internal import Glibc
#endif

/// Which ways to sound there are on this machine, as far as files tell.
struct SoundDevices: Hashable, Sendable {
    var hasPipeWire: Bool
    var hasALSA: Bool

    /// Everything that a machine may have.
    static let all = SoundDevices(hasPipeWire: true, hasALSA: true)
    static let none = SoundDevices(hasPipeWire: false, hasALSA: false)
}

/// Looks for sound devices away from the loop: the folder of a socket may lie on a network that does not answer.
struct SoundDeviceSearch: Sendable {
    /// Seconds that a look may take; a local folder answers in microseconds.
    private static let patience = 1.0

    private let queue = WorkQueue(label: "mediad.devices", width: 1, patience: patience, limit: 4)
    private let isThere: @Sendable (String, CInt) -> Bool

    /// - Parameter isThere: asks about a path and rights to it, as access(2) does, and may block.
    init(isThere: @escaping @Sendable (String, CInt) -> Bool = { access($0, $1) == 0 }) { self.isThere = isThere }

    /// - Parameters:
    ///   - environment: names the folder of PipeWire's socket.
    ///   - then: called once, on the media loop. A folder that does not answer in time holds no socket.
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
