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
    /// How often a picture is begun, if the machine is too busy each time.
    private static let mostAttempts = 3
    /// Items whose deaths are remembered.
    private static let mostDeadly = 1_000
    /// The longest time for an answer, in seconds, including the wait.
    private static let patience = (thumbnail: 20.0, storyboard: 90.0)

    private let state = Mutex(State())
    private let cache: PictureCache
    private let mounts: MountCheck
    private let logger: Logger
    private let tell: @Sendable (PictureEvent) -> Void
    private let single: PictureLane
    private let sheets: PictureLane
    private let load: MachineLoad.Source
    private let retries: PictureRetries

    /// - Parameters:
    ///   - directory: of the cache.
    ///   - mounts: asks for the items.
    ///   - load: tells how busy the machine is.
    ///   - pause: the time between two looks whether the machine is quieter, in microseconds.
    ///   - tell: receives the answers to the player's orders, on any thread.
    init(
        directory: String, logger: Logger, worker: [String] = ["/proc/self/exe", "--picture-worker"],
        limits: PictureProcess.Limits = .init(), mounts: MountCheck = MountCheck(label: "mediad.moments"),
        load: @escaping MachineLoad.Source = { MachineLoad.Reading() },
        pause: Int64 = PictureRetries.pause, tell: @escaping @Sendable (PictureEvent) -> Void
    ) {
        cache = PictureCache(directory: directory)
        self.mounts = mounts
        self.logger = logger
        self.tell = tell
        self.load = load
        retries = PictureRetries(load: load, pause: pause)
        single = PictureLane(label: "mediad.pictures", command: worker, limits: limits, load: load)
        sheets = PictureLane(label: "mediad.sheets", command: worker, limits: limits, load: load)
        single.queue.run { [cache] in cache.prepare() }
    }

    /// A picture of a moment. Blocks nothing. One that a busy machine has no time for is made later, for the cache.
    ///
    /// - Parameter ticket: cancels the request.
    func thumbnail(_ request: PictureRequest, _ ticket: PictureTicket, then: @escaping Completion<MomentPicture>) {
        attempt(WantedPicture(request: request), ticket) { [self] ticket, completion in
            run(request, on: single, within: Self.patience.thumbnail, ticket, completion) {
                maker throws(PictureFailure) in
                try maker.thumbnail()
            }
        } then: { result, tried, _ in
            // Whoever asked has the first answer, and not that of a later attempt.
            if tried === ticket { then(result) }
        }
    }

    /// Pictures at equal distances. Blocks nothing. What a busy machine has no time for is made later, for the cache.
    ///
    /// - Parameter count: the most pictures; there are fewer if the item has fewer.
    func storyboard(
        _ request: PictureRequest, count: Int, _ ticket: PictureTicket, then: @escaping Completion<[MomentPicture]>
    ) {
        attempt(WantedPicture(request: request, count: count), ticket) { [self] ticket, completion in
            run(request, on: sheets, within: Self.patience.storyboard, ticket, completion) {
                maker throws(PictureFailure) in
                try maker.storyboard(count: count)
            }
        } then: { result, tried, _ in
            // Whoever asked has the first answer, and not that of a later attempt.
            if tried === ticket { then(result) }
        }
    }

    /// Begins what is wanted, and again when the machine is quieter, a few times at most.
    ///
    /// - Parameter then: called once for each attempt with its ticket, and with whether another one follows.
    private func attempt<Value: Sendable>(
        _ wanted: WantedPicture, _ ticket: PictureTicket, number: Int = 1,
        _ begin: @escaping @Sendable (PictureTicket, @escaping Completion<Value>) -> Void,
        then: @escaping @Sendable (Result<Value, PictureFailure>, PictureTicket, _ isTriedAgain: Bool) -> Void
    ) {
        begin(ticket) { [self] result in
            guard case .failure(let failure) = result, failure.isSlow, number < Self.mostAttempts,
                let next = wanted.order == nil ? PictureTicket() : renewed(ticket)
            else { return then(result, ticket, false) }
            let isTriedAgain = retries.add(wanted) { [self] isTried in
                if isTried { return attempt(wanted, next, number: number + 1, begin, then: then) }
                then(result, next, false)
            }
            then(result, ticket, isTriedAgain)
        }
    }

    /// Another ticket for the player's last order; nil if it is no longer the last.
    private func renewed(_ ticket: PictureTicket) -> PictureTicket? {
        state.withLock { state in
            guard state.newest === ticket else { return nil }
            let next = PictureTicket()
            state.newest = next
            return next
        }
    }

    /// Ends the processes; later requests are refused.
    func shutDown() {
        state.withLock { state in
            state.isShutDown = true
            state.newest?.cancel()
        }
        retries.close()
        single.close()
        sheets.close()
    }

    private static func late(isBusy: Bool) -> PictureFailure {
        var failure = PictureFailure(
            isBusy
                ? "The machine is too busy to make the picture now. It is tried again when it is less busy; ask for it then."
                : "Making the picture takes too long: its disk is slow, or many others are being made. Try again.")
        failure.isSlow = isBusy
        return failure
    }

    /// Finds the item, then runs `body` when it is the turn of its request.
    private func run<Value: Sendable>(
        _ request: PictureRequest, on lane: PictureLane, within seconds: Double, _ ticket: PictureTicket,
        _ then: @escaping Completion<Value>,
        _ body: @escaping @Sendable (PictureMaker) throws(PictureFailure) -> Value
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
        let (start, begun) = (load(), MonotonicClock.microseconds)
        let end: Completion<Value> = { [self] result in
            state.withLock { $0.waiting -= 1 }
            then(result)
        }
        find(request, ticket) { [self] found in
            let origin: PictureOrigin
            switch found {
            case .success(let item): origin = item
            case .failure(let failure): return end(.failure(failure))
            }
            let left = seconds - Double(MonotonicClock.microseconds - begun) / 1e6
            lane.queue.run(within: max(0, left)) { () -> Result<Value, PictureFailure> in
                guard !ticket.isUnwanted else { return .failure(.cancelled) }
                return Result { () throws(PictureFailure) in
                    try body(PictureMaker(self, lane, ticket, request, origin))
                }
            } then: { [self] result in
                // Whoever does not wait any more must not occupy the process either.
                if result == nil { ticket.cancel() }
                end(result ?? .failure(Self.late(isBusy: MachineLoad.isBusy(from: start, to: load(), own: 0))))
            }
        }
    }

    /// Reads what is to be known of an item. Where its file system does not respond, it holds up no others.
    private func find(
        _ request: PictureRequest, _ ticket: PictureTicket, then: @escaping Completion<PictureOrigin>
    ) {
        guard let path = FileURI.path(of: request.uri) else { return then(.failure(.unreadable(request.uri))) }
        mounts.read(path) { () -> Result<PictureOrigin, PictureFailure> in
            guard !ticket.isUnwanted else { return .failure(.cancelled) }
            guard let origin = PictureOrigin(path, complain: { self.debug($0) }) else {
                return .failure(.unreadable(request.uri))
            }
            return .success(origin)
        } then: { answer in
            switch answer {
            case .success(let found): then(found)
            case .failure(let mount): then(.failure(.unread(request.uri, mount)))
            }
        }
    }

    // MARK: For the maker, on the thread of a request

    var pictures: PictureCache { cache }

    /// Watches the file system of an item while its pictures are made.
    func watch(_ path: [UInt8]) -> SourceWatch { SourceWatch(path, mounts) }

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
        attempt(WantedPicture(request: request, order: order.number), ticket) { [self] ticket, completion in
            run(request, on: single, within: Self.patience.thumbnail, ticket, completion) {
                maker throws(PictureFailure) in
                try maker.thumbnail()
            }
        } then: { [tell] result, ticket, isTriedAgain in
            guard !ticket.isUnwanted, !isTriedAgain else { return }
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
    /// Whether the machine was only too busy.
    var isSlow = false

    init(_ message: String) { self.message = message }

    static let cancelled = PictureFailure("The picture is not wanted any more.")

    static func unreadable(_ uri: String) -> PictureFailure {
        PictureFailure("\(uri) cannot be read: it may have been moved. Play it again.")
    }

    static func unread(_ uri: String, _ mount: SilentMount) -> PictureFailure {
        PictureFailure("There is no picture of \(FileURI.readable(uri)): " + mount.advice("try again"))
    }
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
struct PictureRequest: Hashable, Sendable {
    var uri: String
    /// Of the item; nil if it does not matter.
    var duration: MediaTime?
    var time = MediaTime.zero
    var width: Int
    var exact = false
}
