/// Decides which prompts are shown: one for each subject, replaced when its text changes, closed when it no longer
/// applies.
///
/// A prompt that was closed by a person or expired does not come back for the same question. No subject changes more
/// often than once per ``interval``; closing never waits.
public struct PromptMachine: Sendable {
    /// An action for the owner.
    public enum Action: Hashable, Sendable {
        case show(Prompt.Subject, Prompt)
        /// Replaces the shown prompt.
        case replace(Prompt.Subject, Prompt)
        case close(Prompt.Subject)
    }

    /// The prompt of a subject.
    private struct Slot: Sendable {
        /// The present question; nil: none.
        var question: Question?
        var number: UInt64 = 0
        var shown: Prompt?
        /// Whether a person closed it.
        var isClosed = false
        var changedAt: MonotonicTime?
    }

    /// The identity of a question, independent of its text.
    private enum Question: Hashable, Sendable {
        case offer(ItemID, SegmentKind, MediaTime)
        case proposal(ItemID?, String, isAtEnd: Bool)
        case stillWatching
        case actions(ItemID?, Set<String>)
        case failure

        /// Whether this contains nothing new compared with another question.
        func isPart(of other: Question) -> Bool {
            guard case .actions(let item, let ids) = self, case .actions(item, let others) = other else {
                return self == other
            }
            return ids.isSubset(of: others)
        }
    }

    /// Items that could not be played, in a row.
    private struct Failures: Sendable {
        var name: String
        var message: String
        var count: Int
        var until: MonotonicTime
    }

    /// No subject changes more often than this.
    static let interval = MediaTime(nanoseconds: 1_000_000_000)
    /// How long a failure is shown at least: the next item may play at once.
    static let failureTime = MediaTime(nanoseconds: 10_000_000_000)
    /// The maximum number of buttons of a prompt; servers show few.
    static let mostButtons = 6

    private var slots = [Slot](repeating: Slot(), count: Prompt.Subject.allCases.count)
    private var failures: Failures?
    /// When the prompts change if nothing else happens.
    public private(set) var changesAt: MonotonicTime?

    public init() {}

    /// Returns the shown prompt of a subject; nil: none.
    public func shown(_ subject: Prompt.Subject) -> Prompt? { slots[subject.rawValue].shown }

    /// An item could not be played.
    ///
    /// - Parameter count: of the items that could not be played in a row, with this one.
    public mutating func failed(_ name: String, _ message: String, inARow count: Int = 1, now: MonotonicTime) {
        failures = Failures(name: name, message: message, count: count, until: now + Self.failureTime)
        // An answer refers to this failure.
        slots[Prompt.Subject.failure.rawValue].number += 1
    }

    /// A person pressed a button of the prompt. If the failure persists, it is reported again.
    public mutating func answered(_ subject: Prompt.Subject) { if subject == .failure { failures = nil } }

    /// A person closed the prompt, or it expired.
    public mutating func closed(_ subject: Prompt.Subject) {
        guard let shown = slots[subject.rawValue].shown else { return }
        slots[subject.rawValue].shown = nil
        // A newer question that waits for its time has not been seen yet. Consecutive failures are one question.
        slots[subject.rawValue].isClosed = subject == .failure || shown.number == slots[subject.rawValue].number
    }

    /// Updates the prompts for the present situation.
    public mutating func settle(_ situation: PromptSituation, mode: PromptMode, now: MonotonicTime) -> [Action] {
        // Seen and closed: what fails after something has played is another failure.
        let isSeen = slots[Prompt.Subject.failure.rawValue].isClosed
        if let failures, !situation.hasFailed, isSeen || failures.until <= now { self.failures = nil }
        var moments: [MonotonicTime] = []
        if let failures, !situation.hasFailed { moments.append(failures.until) }
        var actions: [Action] = []
        for subject in Prompt.Subject.allCases {
            let isHidden = mode == .never || mode == .withoutWindow && situation.drawn.contains(subject)
            let question = isHidden ? nil : question(subject, situation)
            if let action = settle(subject, question, situation, now, &moments) { actions.append(action) }
        }
        changesAt = moments.min()
        return actions
    }

    private mutating func settle(
        _ subject: Prompt.Subject, _ question: Question?, _ situation: PromptSituation, _ now: MonotonicTime,
        _ moments: inout [MonotonicTime]
    ) -> Action? {
        var slot = slots[subject.rawValue]
        defer { slots[subject.rawValue] = slot }
        guard let question else {
            slot.question = nil
            slot.isClosed = false
            guard slot.shown != nil else { return nil }
            slot.shown = nil
            return .close(subject)
        }
        let isNew = slot.question.map { !question.isPart(of: $0) } ?? true
        if isNew {
            slot.number += 1
            slot.question = question
            slot.isClosed = false
        }
        guard !slot.isClosed else { return nil }
        var prompt = prompt(subject, situation)
        prompt.number = slot.number
        if subject == .proposal, let change = countdownChange(situation, now: now) { moments.append(change) }
        guard prompt != slot.shown else { return nil }
        if let changedAt = slot.changedAt, now - changedAt < Self.interval {
            moments.append(changedAt + Self.interval)
            // Its buttons would answer the newer question; those of actions name what they do.
            guard isNew, slot.shown != nil, subject != .actions else { return nil }
            slot.shown = nil
            return .close(subject)
        }
        let isShown = slot.shown != nil
        slot.shown = prompt
        slot.changedAt = now
        return isShown ? .replace(subject, prompt) : .show(subject, prompt)
    }

    // MARK: Questions

    private func question(_ subject: Prompt.Subject, _ situation: PromptSituation) -> Question? {
        switch subject {
        case .stillWatching: return situation.isStillWatching ? .stillWatching : nil
        case .proposal:
            guard !situation.isStillWatching, let proposal = situation.proposal else { return nil }
            return .proposal(proposal.item, proposal.uri, isAtEnd: proposal.isAtEnd)
        case .offer:
            // The proposal is the greater skip: only one of the two is shown.
            guard !situation.isStillWatching, situation.proposal == nil, let offer = situation.offer else { return nil }
            let question = Question.offer(offer.item, offer.kind, offer.end)
            let isAsked = slots[subject.rawValue].question == question
            return isAsked || offer.isProminent && situation.isPlaying ? question : nil
        case .actions:
            guard !situation.actions.isEmpty else { return nil }
            let question = Question.actions(situation.item, Set(situation.actions.map(\.id)))
            let isAsked = slots[subject.rawValue].question.map { question.isPart(of: $0) } ?? false
            return isAsked || situation.isPlaying ? question : nil
        case .failure: return failures == nil ? nil : .failure
        }
    }

    // MARK: Text and buttons

    private func prompt(_ subject: Prompt.Subject, _ situation: PromptSituation) -> Prompt {
        switch subject {
        case .stillWatching: Self.stillWatching(situation)
        case .proposal: Self.proposal(situation)
        case .offer: Self.offer(situation)
        case .actions: Self.actions(situation)
        case .failure: failure(situation)
        }
    }

    private static func stillWatching(_ situation: PromptSituation) -> Prompt {
        let language = situation.language
        var prompt = Prompt(title: Words.text(.stillWatching, language))
        prompt.lines = [
            situation.proposal.map { Words.text(.upNextTitle, $0.title, language) } ?? situation.title,
            Words.text(.playbackWaits, language),
        ].filter { !$0.isEmpty }
        prompt.buttons = [
            .init(Words.text(.resume, language), .play, line: "mediactl resume"),
            .init(Words.text(.stop, language), .stop, line: "mediactl stop"),
        ]
        return prompt
    }

    private static func proposal(_ situation: PromptSituation) -> Prompt {
        let language = situation.language
        var prompt = Prompt(title: Words.text(.upNext, language))
        guard let proposal = situation.proposal else { return prompt }
        prompt.lines = [proposal.title] + proposal.lines
        if let left = proposal.acceptsIn { prompt.lines.append(Words.text(.playsIn, Countdown(left).text, language)) }
        prompt.picture = proposal.picture
        // A proposal deferred at the end would be presented again at once.
        let notNow: (PlayerCommand, String) =
            proposal.isAtEnd
            ? (.proposals(.reject), "mediactl proposal reject")
            : (.proposals(.deferDecision), "mediactl proposal defer")
        prompt.buttons = [
            .init(Words.text(.play, language), .proposals(.accept), line: "mediactl proposal accept"),
            .init(Words.text(.notNow, language), notNow.0, line: notNow.1),
        ]
        return prompt
    }

    private static func offer(_ situation: PromptSituation) -> Prompt {
        guard let offer = situation.offer else { return Prompt(title: "") }
        let language = situation.language
        var prompt = Prompt(title: Card.offer(offer.kind).text(language))
        let end = Words.text(.until, ClockTime.text(offer.shownEnd.nanoseconds / 1_000_000_000), language)
        prompt.lines = [situation.title, end].filter { !$0.isEmpty }
        prompt.buttons = [
            .init(Words.text(.skip, language), .segments(.takeOffer), line: "mediactl skip"),
            .init(Words.text(.notNow, language), .segments(.dismissOffer), line: ""),
        ]
        return prompt
    }

    private static func actions(_ situation: PromptSituation) -> Prompt {
        let titles = situation.actions.prefix(mostButtons).map(\.title)
        // Many servers show buttons only in a menu, so the text lists them as well.
        var prompt = Prompt(title: titles.count == 1 ? titles[0] : situation.title)
        if prompt.title.isEmpty { prompt.title = "mediad" }
        prompt.lines = [titles.count == 1 ? situation.title : titles.joined(separator: " · ")].filter { !$0.isEmpty }
        prompt.picture = situation.actions.lazy.compactMap(\.icon).first
        prompt.buttons = situation.actions.prefix(mostButtons).map { action in
            // An id can contain anything: one with characters that a shell interprets is not shown for typing.
            let isPlain = action.id.utf8.allSatisfy {
                (48...57).contains($0) || (97...122).contains($0 | 32) || $0 == 95 || $0 == 46
            }
            return .init(
                action.title, .actions(.invoke(action.id)),
                line: isPlain ? "mediactl actions invoke \(action.id)" : "mediactl actions")
        }
        return prompt
    }

    private func failure(_ situation: PromptSituation) -> Prompt {
        guard let failures else { return Prompt(title: "") }
        let language = situation.language
        var prompt = Prompt(title: Words.text(.cannotPlay, failures.name, language))
        prompt.lines = [failures.message]
        if failures.count > 1 { prompt.lines.append(Words.text(.failuresInARow, "\(failures.count)", language)) }
        guard situation.hasFailed, !situation.isPlaying else { return prompt }
        if situation.canPlay {
            prompt.buttons.append(.init(Words.text(.tryAgain, language), .play, line: "mediactl resume"))
        }
        if situation.canGoNext {
            prompt.buttons.append(.init(Words.text(.next, language), .next, line: "mediactl next"))
        }
        return prompt
    }

    // MARK: Countdown

    /// When the text of the remaining time changes.
    private func countdownChange(_ situation: PromptSituation, now: MonotonicTime) -> MonotonicTime? {
        guard let proposal = situation.proposal, let left = proposal.acceptsIn, proposal.countingRate > 0 else {
            return nil
        }
        return Countdown(left).change(at: proposal.countingRate).map { now + $0 }
    }
}

/// The remaining time until something happens, shown in steps that shrink with it.
struct Countdown: Hashable, Sendable {
    private let left: MediaTime
    /// Whole seconds, rounded up.
    private let begun: Int64

    init(_ left: MediaTime) {
        self.left = max(.zero, left)
        let (whole, rest) = self.left.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        begun = whole + (rest > 0 ? 1 : 0)
    }

    private var step: Int64 { begun > 60 ? 60 : begun > 10 ? 5 : 1 }

    /// The nearest step.
    private var seconds: Int64 { (begun + step / 2) / step * step }

    var text: String { seconds > 0 && seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s" }

    /// Returns after how long the text may change; nil: never.
    func change(at rate: Double) -> MediaTime? {
        guard begun > 0 else { return nil }
        // Not beyond the point where the steps shrink.
        let next = max(seconds - step / 2 - 1, begun > 60 ? 60 : begun > 10 ? 10 : 0)
        let rest = left - MediaTime(nanoseconds: next * 1_000_000_000)
        guard let wait = Int64(exactly: (Double(rest.nanoseconds) / rate).rounded(.up)), wait < .max / 2 else {
            return nil
        }
        // Firing slightly early would find nothing changed.
        return MediaTime(nanoseconds: max(0, wait) + 1_000_000)
    }
}
