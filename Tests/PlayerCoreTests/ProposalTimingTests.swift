import PlayerCore
import Testing

/// When a proposal is presented and accepted, by source, length, credits and interval.
@Suite struct ProposalTimingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var source = Proposal.Source.client
        var presentAt: Double?
        var interval = Double.nan
        var duration: Double? = 3_000
        var credits: [(Double, Double)] = []
        var point: ProposalTiming.Point
        var acceptsAt: Double?
        var acceptsAfterEnd: Double?

        init(
            _ name: String, _ source: Proposal.Source = .client, presentAt: Double? = nil, interval: Double = .nan,
            duration: Double? = 3_000, credits: [(Double, Double)] = [], point: ProposalTiming.Point,
            acceptsAt: Double? = nil, acceptsAfterEnd: Double? = nil
        ) {
            (testDescription, self.source, self.presentAt, self.interval) = (name, source, presentAt, interval)
            (self.duration, self.credits, self.point) = (duration, credits, point)
            (self.acceptsAt, self.acceptsAfterEnd) = (acceptsAt, acceptsAfterEnd)
        }
    }

    private static let rows = [
        Row("a named place counts (AVKit contentTimeForTransition)", presentAt: 2_000, point: .at(.seconds(2_000))),
        Row("a negative place counts from the end (contract)", presentAt: -10, point: .at(.seconds(2_990))),
        Row("a negative place before the start is the start", presentAt: -4_000, point: .at(.zero)),
        Row("zero is a shortcut for the end (WWDC)", presentAt: 0, point: .end),
        Row("absent is the end (AVKit header)", point: .end),
        Row("at the duration is the end (AVKit header)", presentAt: 3_000, point: .end),
        Row("behind the duration is the end", presentAt: 9_000, point: .end),
        Row("without a duration it is the end", presentAt: 10, duration: nil, point: .end),
        Row(
            "absent: at closing credits that nothing follows (contract)", credits: [(2_800, 3_000)],
            point: .at(.seconds(2_800))),
        Row("a named place wins over credits", presentAt: 100, credits: [(2_800, 3_000)], point: .at(.seconds(100))),
        Row("a scene behind the credits is played first (Plex, NuvioTV#2245)", credits: [(2_700, 2_900)], point: .end),
        Row(
            "of several credits the last that reaches the end", .queue, credits: [(2_600, 2_700), (2_900, 3_000)],
            point: .at(.seconds(2_900))),
        Row(
            "queue, credits unknown: 50 s before the end above 40 minutes (UpNext)", .queue, point: .at(.seconds(2_950))
        ),
        Row("queue, 60 s above an hour (UpNext)", .queue, duration: 4_000, point: .at(.seconds(3_940))),
        Row("queue, 40 s above 20 minutes (UpNext)", .queue, duration: 1_300, point: .at(.seconds(1_260))),
        Row("queue, 30 s above 10 minutes (UpNext)", .folder, duration: 700, point: .at(.seconds(670))),
        Row("queue, 15 s at 10 minutes (UpNext)", .folder, duration: 600, point: .at(.seconds(585))),
        Row("nothing under 10 minutes (Jellyfin)", .queue, duration: 599, point: .never),
        Row("the next episode at the end of a short one", .folder, duration: 599, point: .end),
        Row(
            "at known credits under 10 minutes too", .folder, duration: 599, credits: [(500, 599)],
            point: .at(.seconds(500))),
        Row("at the credits of a short clip", .queue, duration: 40, credits: [(32, 40)], point: .at(.seconds(32))),
        Row("what follows is too short to be a scene", credits: [(2_900, 2_998)], point: .at(.seconds(2_900))),
        Row("a scene behind the credits of a short item", .queue, duration: 300, credits: [(200, 250)], point: .end),
        Row(
            "under 10 minutes where somebody says so", .description, presentAt: -5, duration: 60,
            point: .at(.seconds(55))),
        Row("NaN is never (AVKit header)", interval: .nan, point: .end),
        Row("negative accepts before the end (AVKit)", interval: -1, point: .end, acceptsAt: 2_999),
        Row("a negative one longer than the item accepts at its start", interval: -9_000, point: .end, acceptsAt: 0),
        Row("positive accepts after the end (AVKit)", interval: 5, point: .end, acceptsAfterEnd: 5),
        Row("zero accepts at the end (AVKit)", interval: 0, point: .end, acceptsAfterEnd: 0),
        Row("infinity is never", interval: .infinity, point: .end),
        Row("what no clock can hold is never", interval: 1e300, point: .end),
        Row("minus infinity is the start", interval: -.infinity, point: .end, acceptsAt: 0),
    ]

    @Test(arguments: rows) func theRuleHolds(_ row: Row) {
        let proposal = Proposal(
            source: row.source, description: MediaDescription(uri: "file:///next"),
            presentAt: row.presentAt.map { .seconds($0) }, automaticAcceptanceInterval: row.interval)
        let timing = ProposalTiming(
            proposal, duration: row.duration.map { .seconds($0) },
            credits: row.credits.compactMap { TimeRange(start: .seconds($0.0), end: .seconds($0.1)) })
        #expect(timing.point == row.point)
        #expect(timing.acceptsAt?.seconds == row.acceptsAt)
        #expect(timing.acceptsAfterEnd?.seconds == row.acceptsAfterEnd)
    }
}
