internal import GLibLoop
internal import Synchronization

/// A picture, or a sheet of pictures, that is tried again.
struct WantedPicture: Hashable, Sendable {
    var request: PictureRequest
    /// Of a storyboard; nil for a single picture.
    var count: Int?
    /// The player's order that waits for it; nil: it is made for the cache.
    var order: UInt64?
}

/// Pictures that a busy machine had no time for. They are tried again, one at a time, when it is quieter.
final class PictureRetries: Sendable {
    private struct Waiting {
        var wanted: WantedPicture
        var since: Int64
        var body: @Sendable (_ isTried: Bool) -> Void
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        var timer: LoopSource?
        var reading: MachineLoad.Reading?
        var isClosed = false
    }

    /// Pictures that wait.
    static let most = 32
    /// How long one waits, in microseconds.
    static let longestWait: Int64 = 600_000_000
    /// The time between two looks at the machine, in microseconds.
    static let pause: Int64 = 10_000_000

    private let state = Mutex(State())
    private let load: MachineLoad.Source
    private let pause: Int64

    /// - Parameter pause: the time between two looks at the machine, in microseconds.
    init(load: @escaping MachineLoad.Source, pause: Int64 = pause) {
        (self.load, self.pause) = (load, pause)
    }

    /// Puts a picture off.
    ///
    /// - Parameters:
    ///   - wanted: one that waits already is not added again.
    ///   - body: called once, on any thread, with true to try again, or with false if the machine was never quiet.
    /// - Returns: false if it is not added, and `body` is not called.
    func add(_ wanted: WantedPicture, _ body: @escaping @Sendable (_ isTried: Bool) -> Void) -> Bool {
        let isAdded = state.withLock { state in
            guard !state.isClosed, state.waiting.count < Self.most,
                !state.waiting.contains(where: { $0.wanted == wanted })
            else { return false }
            state.waiting.append(Waiting(wanted: wanted, since: MonotonicClock.microseconds, body: body))
            return true
        }
        if isAdded { arm() }
        return isAdded
    }

    /// Forgets all.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
            state.timer?.cancel()
            state.timer = nil
        }
    }

    private func arm() {
        state.withLock { state in
            guard !state.isClosed, state.timer == nil, !state.waiting.isEmpty else { return }
            if state.reading == nil { state.reading = load() }
            state.timer = LoopSource.timer(on: MediaActor.loop, at: MonotonicClock.microseconds + pause) {
                [weak self] in
                SideThread.run("pictures") { [weak self] in self?.look() }
            }
        }
    }

    /// Tries the one that waited longest if the machine was quiet since the last look.
    private func look() {
        let now = load()
        let (over, next) = state.withLock { state in
            state.timer = nil
            let isQuiet = MachineLoad.isQuiet(from: state.reading, to: now)
            let oldest = MonotonicClock.microseconds - Self.longestWait
            let over = state.waiting.filter { $0.since < oldest }
            state.waiting.removeAll { $0.since < oldest }
            let next = isQuiet && !state.waiting.isEmpty ? state.waiting.removeFirst() : nil
            state.reading = state.waiting.isEmpty ? nil : now
            return (over.map(\.body), next?.body)
        }
        for body in over { body(false) }
        next?(true)
        arm()
    }
}
