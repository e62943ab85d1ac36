internal import GLibLoop
public import Gst
public import PlayerCore

/// The core and the engine on one loop: commands and events in, snapshots out, in one total order.
@MediaActor
public final class PlayerLoop {
    private var player: Player
    private var engine: PlaybackEngine?
    private let trace: (@Sendable (String) -> Void)?
    private var inspectors: [MediaInspector] = []
    private var isCarryingOut = false
    private var waiting: [EngineEvent] = []
    private var restored: PlayerOutcome?
    private let publish: @MediaActor (PlayerSnapshot, [PlayerNotice]) -> Void

    /// - Parameters:
    ///   - trace: told every command, event and effect, for logs of what the player did; nil costs nothing.
    ///   - library: the journal; without one nothing is remembered.
    ///   - window: where pictures are shown.
    ///   - publish: receives the snapshot after everything that was handled; it should only hand it on.
    public init(
        player: Player, configuration: EngineConfiguration, environment: [String: String],
        log: @escaping @Sendable (EngineLogLevel, String) -> Void, trace: (@Sendable (String) -> Void)? = nil,
        library: @escaping LibraryAccess = { _, _ in }, window: any WindowAccess = NoWindow(),
        publish: @escaping @MediaActor (PlayerSnapshot, [PlayerNotice]) -> Void
    ) {
        self.player = player
        self.publish = publish
        self.trace = trace
        engine = PlaybackEngine(
            configuration: configuration, environment: environment, log: log, library: library, window: window,
            tell: { [weak self] event in self?.handle(event) })
    }

    public var snapshot: PlayerSnapshot { player.snapshot() }

    /// Has the core decide, the engine carry out, and the world told, in this order; then answers.
    @discardableResult
    public func perform(
        _ command: PlayerCommand, from origin: CommandOrigin
    ) -> Result<CommandReply, CommandRefusal> {
        trace?("command \(command) from \(origin)")
        // The command may end the item: what was counted of it would be lost.
        engine?.tellDroppedFrames()
        let (result, outcome) = player.handle(command, from: origin, now: now)
        carryOut(outcome)
        return result
    }

    /// Goes on with what was written down of the last run. It is in the snapshot when this returns; what has to be opened for
    /// it is opened by ``begin()``, so that nobody waits for it.
    public func restore(_ session: StoredSession, absence: MediaTime, plays: Bool) {
        trace?("restore \(session.items.count) items")
        let command = PlayerCommand.restore(session, absence: absence, plays: plays)
        restored = player.handle(command, from: .program, now: now).1
    }

    /// Opens what was restored. Before any command.
    public func begin() {
        guard let outcome = restored else { return }
        restored = nil
        carryOut(outcome)
    }

    /// What the video window tells; where it is gone, another one is opened.
    public func tell(_ event: EngineEvent) {
        handle(event)
        switch event {
        case .windowChanged(.destroyed), .windowChanged(.displayLost): engine?.reopenVideo()
        default: break
        }
    }

    /// Has the session and the history written down as they are now.
    public func writeDown() { handle(.timerFired(.journal)) }

    /// Finds out what a URI says of itself, beside what plays; `then` is called once, on the media loop.
    public func inspect(
        _ uri: String, then: @escaping @Sendable @MediaActor (Result<InspectedItem, PlaybackFault>) -> Void
    ) {
        guard let engine, inspectors.count < 4 else {
            then(.failure(PlaybackFault(.stalled, "Other items are being inspected: try again in a moment.")))
            return
        }
        let inspector = MediaInspector(
            uri, configuration: engine.configuration, probe: engine.probe, log: engine.log, done: then,
            finished: { [weak self] inspector in self?.inspectors.removeAll { $0 === inspector } })
        inspectors.append(inspector)
    }

    /// Brings a picture of the current item here, for somebody who wants to see it; `then` is called once, on the media
    /// loop, with a `file:` URI.
    public func image(
        _ source: ImageSource, then: @escaping @Sendable @MediaActor (Result<String, PlaybackFault>) -> Void
    ) {
        guard let engine else {
            then(.failure(PlaybackFault(.unknown, "mediad is shutting down.")))
            return
        }
        engine.images.fetch(source) { [weak self] result in
            if case .success(let uri) = result { self?.handle(.imageFetched(source, uri)) }
            then(result)
        }
    }

    public func reconfigure(_ configuration: EngineConfiguration) { engine?.reconfigure(configuration) }

    /// Brings the count of dropped frames in the snapshot up to date.
    public func countDroppedFrames() { engine?.tellDroppedFrames() }

    /// Stops everything; the loop takes no more.
    public func shutDown() {
        engine?.shutDown()
        engine = nil
    }

    private func handle(_ event: EngineEvent) {
        guard !isCarryingOut else {
            waiting.append(event)
            return
        }
        trace?("event \(event)")
        carryOut(player.handle(event, now: now))
    }

    /// Effects may make the engine tell something at once: that waits until all of them are carried out.
    private func carryOut(_ outcome: PlayerOutcome) {
        isCarryingOut = true
        for effect in outcome.effects {
            trace?("effect \(effect)")
            engine?.perform(effect)
        }
        for remark in outcome.remarks { engine?.log(.info, remark) }
        publish(player.snapshot(), outcome.notices)
        isCarryingOut = false
        while !waiting.isEmpty, !isCarryingOut { handle(waiting.removeFirst()) }
    }

    private var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }
}
