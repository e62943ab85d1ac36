public import DBusKit
public import PlayerCore

/// Shows prompts as desktop notifications with buttons that send the same commands as the methods on the bus.
///
/// ``PromptMachine`` decides what is shown. Nothing here waits for the notification server; a missing server is not
/// an error.
@BusActor
public final class DesktopPrompts {
    private let commands: CommandSender
    private let language: Words.Language
    private let player: PlayerView
    private let server: NotificationServer
    private let slots: [NotificationSlot]
    private var machine = PromptMachine()
    private var timer: BusTimer?
    /// The time that the timer waits for.
    private var timerMoment: MonotonicTime?
    private var isStopped = false

    /// When prompts are shown.
    public var mode: PromptMode {
        didSet { if mode != oldValue { settle() } }
    }

    /// - Parameters:
    ///   - snapshot: the state until the first ``follow(_:notices:)``.
    ///   - language: of the prompts.
    ///   - perform: runs the command of a button.
    ///   - log: receives a sentence, once, if there is no notification server.
    public init(
        session: BusConnection, snapshot: PlayerSnapshot, mode: PromptMode, language: Words.Language,
        perform: @escaping PlayerBus.Handlers.Perform, log: @escaping @Sendable (String) -> Void
    ) {
        self.mode = mode
        self.language = language
        commands = CommandSender(perform)
        player = PlayerView(snapshot)
        let server = NotificationServer(session, log: log)
        self.server = server
        slots = Prompt.Subject.allCases.map { NotificationSlot($0, server) }
        server.onEvent = { [weak self] in self?.heard($0) }
    }

    /// Updates the prompts for a new snapshot and its notices.
    public func follow(_ snapshot: PlayerSnapshot, notices: [PlayerNotice]) {
        player.show(snapshot)
        for case .itemFailed(let id, let failure) in notices {
            machine.failed(
                name(of: id, failure), failure.fault.message, inARow: failure.inARow, now: player.now)
        }
        settle()
    }

    /// Removes all notifications permanently. The messages are sent with the next flush of the session bus.
    public func stop() {
        isStopped = true
        timer = nil
        server.onEvent = nil
        for slot in slots { slot.want(nil) }
    }

    private func name(of id: ItemID, _ failure: ItemFault) -> String {
        let snapshot = player.snapshot
        if let item = snapshot.items.first(where: { $0.id == id }) { return snapshot.metadata(of: item).title }
        return ItemMetadata(MediaDescription(uri: failure.uri), isLive: false).title
    }

    private func settle() {
        guard !isStopped else { return }
        let now = player.now
        let situation = PromptSituation(player.snapshot, language: language, now: now)
        for action in machine.settle(situation, mode: mode, now: now) {
            switch action {
            case .show(let subject, let prompt), .replace(let subject, let prompt):
                slots[subject.rawValue].want(prompt)
            case .close(let subject): slots[subject.rawValue].want(nil)
            }
        }
        arm(now)
    }

    private func arm(_ now: MonotonicTime) {
        let moment = machine.changesAt
        guard moment != timerMoment || timer == nil else { return }
        timerMoment = moment
        timer = moment.map { moment in
            BusTimer(after: .nanoseconds(max(0, (moment - now).nanoseconds))) { [weak self] in
                self?.timer = nil
                self?.settle()
            }
        }
    }

    private func heard(_ event: NotificationServer.Event) {
        switch event {
        case .came, .went: for slot in slots { slot.forget() }
        case .closed(let id):
            for subject in Prompt.Subject.allCases where slots[subject.rawValue].wentAway(id) {
                machine.closed(subject)
            }
        case .invoked(let id, let key):
            for (subject, slot) in zip(Prompt.Subject.allCases, slots) {
                guard let command = slot.command(of: id, key) else { continue }
                machine.answered(subject)
                settle()
                return commands.send(command, from: .person)
            }
        }
    }
}
