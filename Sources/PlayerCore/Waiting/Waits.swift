/// Tells when playback waits although nobody paused it: for a server that is away or slow, for a disk, or for the sound
/// server. The status is "playing" then, and stays so.
struct Waits: Feature {
    /// What is waited for now, possibly too short to be told.
    private var current: WaitingSnapshot?
    private var isTold = false

    /// An item that opens or refills within this time is not worth a word.
    private static let unnoticed = MediaTime(nanoseconds: 2_000_000_000)

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        guard let cause = Self.cause(scene) else {
            (current, isTold) = (nil, false)
            return
        }
        // The same wait, if the server is found to be away and then something else: it began when the sound stopped.
        current = WaitingSnapshot(cause: cause, since: current?.since ?? scene.now)
        isTold = isLong(scene)
    }

    /// When the wait is long enough to be told.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        isTold ? nil : current.map { $0.since + Self.unnoticed }
    }

    func describe(into published: inout Published) { published.snapshot.waiting = isTold ? current : nil }

    private func isLong(_ scene: Scene) -> Bool { current.map { scene.now >= $0.since + Self.unnoticed } ?? false }

    private static func cause(_ scene: Scene) -> WaitingSnapshot.Cause? {
        guard scene.status == .playing, scene.generation != nil, !scene.isResting, let item = scene.item else {
            return nil
        }
        if scene.isOutputLost { return .sound }
        // A live stream that is opened again does not say that it refills; its position stands.
        guard scene.startedAt == nil || scene.isRefilling || scene.isStanding else { return nil }
        return FileURI.path(of: item.description.uri) == nil ? .server : .file
    }
}

/// What playback waits for although nobody paused it.
public struct WaitingSnapshot: Hashable, Sendable {
    /// In the contract's words.
    public enum Cause: String, Hashable, Sendable { case server, file, sound }

    public var cause: Cause
    /// When playback stood still.
    public var since: MonotonicTime

    public init(cause: Cause, since: MonotonicTime) {
        self.cause = cause
        self.since = since
    }
}
