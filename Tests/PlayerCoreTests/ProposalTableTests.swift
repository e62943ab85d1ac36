import PlayerCore
import Testing

/// The table of proposals: source, place, interval, and what people do, against a fake clock.
///
/// The item lasts 1,000 s; each row begins at 900 s and names its rule and where that comes from.
@Suite struct ProposalTableTests {
    enum Act: Sendable {
        case wait(Double)
        case accept, reject, defers
        case seek(Double)
        case pause, play
        case rate(Double)
    }

    enum Outcome: Hashable, Sendable {
        /// The item plays or is paused, and the proposal is in this state.
        case here(String)
        /// What was proposed plays.
        case next
        /// The queue's next entry plays.
        case queued
        /// Everything was heard, and the proposal is in this state.
        case over(String)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var source: Proposal.Source
        var presentAt: Double?
        var interval: Double
        var acts: [Act]
        var outcome: Outcome

        init(
            _ name: String, _ source: Proposal.Source, at presentAt: Double? = nil, interval: Double = .nan,
            _ acts: [Act], _ outcome: Outcome
        ) {
            (testDescription, self.source, self.presentAt) = (name, source, presentAt)
            (self.interval, self.acts, self.outcome) = (interval, acts, outcome)
        }
    }

    private static let rows: [Row] = [
        // When it is presented.
        Row("not before its place (AVKit)", .client, at: -60, [.wait(39)], .here("scheduled")),
        Row("at its place (AVKit)", .client, at: -60, [.wait(41)], .here("presented")),
        Row("at its place at twice the rate", .client, at: -60, [.rate(2), .wait(21)], .here("presented")),
        Row("a description's place (contract)", .description, at: 950, [.wait(51)], .here("presented")),
        Row("absent: at the very end (AVKit header)", .description, [.wait(99)], .here("scheduled")),
        Row("absent: presented at the end", .description, [.wait(101)], .over("presented")),
        Row("the queue's, credits unknown: 30 s before the end (UpNext)", .queue, [.wait(69)], .here("scheduled")),
        Row("the queue's, 30 s before the end", .queue, [.wait(71)], .here("presented")),
        Row("the folder's, 30 s before the end (UpNext)", .folder, [.wait(71)], .here("presented")),
        Row("paused at its place it is not reached", .client, at: -60, [.pause, .wait(500)], .here("scheduled")),
        Row("a seek behind its place presents it", .client, at: -60, [.seek(970)], .here("presented")),
        Row(
            "a seek back withdraws and arms it (users of UpNext)", .client, at: -60, [.seek(970), .seek(100)],
            .here("scheduled")),
        Row(
            "and its place presents it again", .client, at: -60, [.seek(970), .seek(930), .wait(11)],
            .here("presented")),
        // Intervals.
        Row("NaN is never (AVKit header)", .client, at: -60, [.wait(5_000)], .over("presented")),
        Row("negative: before the end (AVKit)", .client, at: -60, interval: -10, [.wait(91)], .next),
        Row("negative: not earlier", .client, at: -60, interval: -10, [.wait(89)], .here("presented")),
        Row(
            "negative counts media time", .client, at: -60, interval: -10, [.rate(2), .wait(46)], .next),
        Row(
            "it stands while paused", .client, at: -60, interval: -10, [.wait(85), .pause, .wait(500)],
            .here("presented")),
        Row(
            "and goes on from there", .client, at: -60, interval: -10,
            [.wait(85), .pause, .wait(500), .play, .wait(6)],
            .next),
        Row("zero: at the end (AVKit)", .client, interval: 0, [.wait(101)], .next),
        Row("zero of a description", .description, at: -20, interval: 0, [.wait(99)], .here("presented")),
        Row("positive: after the end (AVKit)", .client, interval: 5, [.wait(104)], .over("presented")),
        Row("positive: when it is over", .client, interval: 5, [.wait(106)], .next),
        Row("the queue goes on at the end anyway", .queue, [.wait(101)], .queued),
        Row("the folder's waits by default (UpNext's stop)", .folder, [.wait(500)], .over("presented")),
        // Decisions.
        Row("accepted at once (AVKit)", .client, at: -60, [.wait(41), .accept], .next),
        Row("accepted at the end", .client, [.wait(200), .accept], .next),
        Row("accepted while paused it plays", .client, at: -60, [.wait(41), .pause, .accept], .next),
        Row("before it is presented there is nothing to accept", .client, at: -60, [.accept], .here("scheduled")),
        Row("rejected it stays away (AVKit)", .client, at: -60, [.wait(41), .reject, .wait(30)], .here("rejected")),
        Row(
            "rejected it does not come back after a seek", .client, at: -60,
            [.wait(41), .reject, .seek(100), .seek(970)], .here("rejected")),
        Row(
            "a rejected one is not played at the end", .client, at: -60, interval: 0, [.wait(41), .reject, .wait(100)],
            .over("rejected")),
        Row(
            "the queue's, rejected, is not played either", .queue, [.wait(71), .reject, .wait(100)], .over("rejected")),
        Row("deferred it hides (AVKit)", .client, at: -60, [.wait(41), .defers, .wait(30)], .here("deferred")),
        Row(
            "and comes again at the end (WWDC)", .client, at: -60, [.wait(41), .defers, .wait(100)], .over("presented")),
        Row(
            "deferred it is not accepted before the end", .client, at: -60, interval: -10,
            [.wait(41), .defers, .wait(55)], .here("deferred")),
        Row("deferred, then accepted", .client, at: -60, [.wait(41), .defers, .wait(100), .accept], .next),
        Row(
            "a client's counts before the queue's (contract)", .client, at: -60, interval: 0, [.wait(101)], .next),
    ]

    @Test(arguments: rows) func theRuleHolds(_ row: Row) {
        let engine = FakeEngine()
        let item = "file:///item.mkv"
        let next = "file:///next.mkv"
        var findings = ItemFindings()
        if row.source == .folder { findings.nextEpisode = next }
        for uri in [item, next, "file:///queued.mkv"] {
            engine.media[uri] = FakeMedia(
                duration: .seconds(1_000), findings: uri == item ? findings : ItemFindings(), hasVideo: true)
        }
        var items = [
            described(item) { fields in
                guard row.source == .description else { return }
                var description = NextDescription(uri: next)
                description.presentAt = row.presentAt.map { .seconds($0) }
                description.automaticAcceptanceInterval = row.interval
                fields.next = description
            }
        ]
        if row.source == .queue { items.append(MediaDescription(uri: "file:///queued.mkv")) }
        engine.send(.replaceQueue(items, play: true, start: .seconds(900), index: 0))
        if row.source == .client {
            engine.send(
                .proposals(
                    .propose(
                        Proposal(
                            source: .client, description: MediaDescription(uri: next),
                            presentAt: row.presentAt.map { .seconds($0) }, automaticAcceptanceInterval: row.interval))))
        }
        for act in row.acts {
            switch act {
            case .wait(let seconds): engine.advance(seconds)
            case .accept: engine.send(.proposals(.accept))
            case .reject: engine.send(.proposals(.reject))
            case .defers: engine.send(.proposals(.deferDecision))
            case .seek(let seconds): engine.send(.setPosition(engine.id(0), .seconds(seconds)))
            case .pause: engine.send(.pause)
            case .play: engine.send(.play)
            case .rate(let rate): engine.send(.setRate(rate))
            }
        }
        let state = engine.snapshot.proposal.state.rawValue
        let outcome: Outcome =
            switch engine.playing {
            case next: engine.status == .playing ? .next : .over("next, not playing")
            case item: engine.status == .stopped ? .over(state) : .here(state)
            default: .queued
            }
        #expect(outcome == row.outcome)
    }
}
