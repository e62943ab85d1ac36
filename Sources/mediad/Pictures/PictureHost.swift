internal import GLibLoop
internal import LibraryStore
internal import Logging
internal import MediaExport
internal import PlayerCore
internal import Synchronization

/// Makes pictures of moments, in processes of their own: one for single pictures and one for sheets. A process ends
/// when it has had nothing to do for a few seconds.
final class PictureHost: Sendable {
    /// Receives a result, once, on any thread; a failure is a sentence.
    typealias Completion<Value> = @Sendable (Result<Value, PictureFailure>) -> Void

    private struct State {
        var waiting = 0
        /// The last order of the player.
        var newest: PictureTicket?
        /// Items, by their names in the cache, that ended a worker, and how often.
        var deadly: [String: Int] = [:]
        var isShutDown = false
    }

    /// Requests that may wait.
    private static let mostWaiting = 256
    /// An item that has ended this many workers gets no further one.
    private static let mostDeaths = 3
    /// Items whose deaths are remembered.
    private static let mostDeadly = 1_000
    /// The longest time for an answer, in seconds, including the wait.
    private static let patience = (thumbnail: 20.0, storyboard: 90.0)

    private let state = Mutex(State())
    private let cache: PictureCache
    private let logger: Logger
    private let tell: @Sendable (PictureEvent) -> Void
    private let single: PictureLane
    private let sheets: PictureLane

    /// - Parameters:
    ///   - directory: of the cache.
    ///   - tell: receives the answers to the player's orders, on any thread.
    init(
        directory: String, logger: Logger, worker: [String] = ["/proc/self/exe", "--picture-worker"],
        tell: @escaping @Sendable (PictureEvent) -> Void
    ) {
        cache = PictureCache(directory: directory)
        self.logger = logger
        self.tell = tell
        single = PictureLane(label: "mediad.pictures", command: worker)
        sheets = PictureLane(label: "mediad.sheets", command: worker)
        single.queue.run { [cache] in cache.prepare() }
    }

    /// A picture of a moment. Blocks nothing.
    ///
    /// - Parameter ticket: cancels the request.
    func thumbnail(_ request: PictureRequest, _ ticket: PictureTicket, then: @escaping Completion<MomentPicture>) {
        run(on: single, within: Self.patience.thumbnail, ticket, then) { [self] () throws(PictureFailure) in
            try PictureMaker(self, single, ticket, request).thumbnail()
        }
    }

    /// Pictures at equal distances. Blocks nothing.
    ///
    /// - Parameter count: the most pictures; there are fewer if the item has fewer.
    func storyboard(
        _ request: PictureRequest, count: Int, _ ticket: PictureTicket, then: @escaping Completion<[MomentPicture]>
    ) {
        run(on: sheets, within: Self.patience.storyboard, ticket, then) { [self] () throws(PictureFailure) in
            try PictureMaker(self, sheets, ticket, request).storyboard(count: count)
        }
    }

    /// Ends the processes; later requests are refused.
    func shutDown() {
        state.withLock { state in
            state.isShutDown = true
            state.newest?.cancel()
        }
        single.close()
        sheets.close()
    }

    private static let late = PictureFailure(
        "Making the picture takes too long: its disk is slow, or many others are being made. Try again.")

    private func run<Value: Sendable>(
        on lane: PictureLane, within seconds: Double, _ ticket: PictureTicket, _ then: @escaping Completion<Value>,
        _ body: @escaping @Sendable () throws(PictureFailure) -> Value
    ) {
        let refusal: PictureFailure? = state.withLock { state in
            if state.isShutDown { return PictureFailure("mediad is shutting down.") }
            guard state.waiting < Self.mostWaiting else {
                return PictureFailure("Too many pictures are waiting: ask again when some are made.")
            }
            state.waiting += 1
            return nil
        }
        if let refusal { return then(.failure(refusal)) }
        lane.queue.run(within: seconds) { () -> Result<Value, PictureFailure> in
            guard !ticket.isUnwanted else { return .failure(.cancelled) }
            return Result { () throws(PictureFailure) in try body() }
        } then: { [self] result in
            state.withLock { $0.waiting -= 1 }
            // Whoever does not wait any more must not occupy the process either.
            if result == nil { ticket.cancel() }
            then(result ?? .failure(Self.late))
        }
    }

    // MARK: For the maker, on the thread of a request

    var pictures: PictureCache { cache }

    func log(_ sentence: String) { logger.info("\(sentence)") }

    func debug(_ words: String) { logger.debug("pictures: \(words)") }

    /// Whether workers are still started for an item.
    func mayTry(_ item: String) -> Bool { state.withLock { $0.deadly[item, default: 0] < Self.mostDeaths } }

    /// An item ended a worker.
    func died(_ item: String, _ sentence: String) {
        state.withLock { state in
            if state.deadly.count >= Self.mostDeadly { state.deadly = [:] }
            state.deadly[item, default: 0] += 1
        }
        logger.warning("\(sentence)")
    }
}

extension PictureHost {
    /// Carries out an effect of the player. Only its last order matters.
    func perform(_ effect: PictureEffect) {
        let ticket = PictureTicket()
        state.withLock { state in
            state.newest?.supersede()
            state.newest = ticket
        }
        guard case .thumbnail(let order) = effect else { return }
        let request = PictureRequest(uri: order.uri, duration: nil, time: order.time, width: Int(order.width))
        thumbnail(request, ticket) { [tell] result in
            guard !ticket.isUnwanted else { return }
            switch result {
            case .success(let picture): tell(.made(order, picture))
            case .failure(.cancelled): break
            case .failure(let failure): tell(.failed(order, failure.message))
            }
        }
    }
}

/// Why there is no picture, as a sentence.
struct PictureFailure: Error, Hashable, Sendable {
    var message: String

    init(_ message: String) { self.message = message }

    static let cancelled = PictureFailure("The picture is not wanted any more.")
}

/// Cancels a request for a picture, from any thread.
final class PictureTicket: Sendable {
    private let cancelled = Atomic(false)
    private let superseded = Atomic(false)

    /// Whether a worker that is making the picture must stop.
    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Whether the picture need not be begun.
    var isUnwanted: Bool { isCancelled || superseded.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// Another picture is wanted more. One that is being made is completed for the cache: stopping the worker would take
    /// longer.
    func supersede() { superseded.store(true, ordering: .relaxed) }
}

/// What a picture is wanted of.
struct PictureRequest: Sendable {
    var uri: String
    /// Of the item; nil if it does not matter.
    var duration: MediaTime?
    var time = MediaTime.zero
    var width: Int
    var exact = false
}
