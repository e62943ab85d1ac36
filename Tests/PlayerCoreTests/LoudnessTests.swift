import Testing

@testable import PlayerCore

/// Which gain is applied to what.
@Suite struct LoudnessTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var mode: ReplayGainMode
        var preamp = 0.0
        var tags: LoudnessTags
        var isInAlbum = false
        var decibels: Double
        var isLimited = false
        var testDescription: String { "\(mode) \(preamp) \(tags) \(isInAlbum)" }
    }

    private static let both = LoudnessTags(trackGain: -9, trackPeak: 0.9, albumGain: -3, albumPeak: 1)
    private static let track = LoudnessTags(trackGain: -9, trackPeak: 0.9)
    private static let album = LoudnessTags(albumGain: -3, albumPeak: 1)
    private static let quiet = LoudnessTags(trackGain: 8, trackPeak: 0.5)
    private static let unmeasured = LoudnessTags(trackGain: 8)

    static let rows: [Row] = [
        Row(mode: .off, tags: both, decibels: 0),
        Row(mode: .off, preamp: 6, tags: both, isInAlbum: true, decibels: 0),
        Row(mode: .track, tags: both, decibels: -9),
        Row(mode: .track, tags: both, isInAlbum: true, decibels: -9),
        Row(mode: .album, tags: both, decibels: -3),
        Row(mode: .auto, tags: both, decibels: -9),
        Row(mode: .auto, tags: both, isInAlbum: true, decibels: -3),
        // Without the gain that is asked for.
        Row(mode: .track, tags: album, decibels: -3),
        Row(mode: .album, tags: track, decibels: -9),
        Row(mode: .auto, tags: album, decibels: -3),
        Row(mode: .auto, tags: track, isInAlbum: true, decibels: -9),
        // Nothing is known: the pre-amplification is added to nothing.
        Row(mode: .track, preamp: 6, tags: LoudnessTags(), decibels: 0),
        Row(mode: .album, tags: LoudnessTags(trackPeak: 0.5), decibels: 0),
        // Pre-amplification, and clipping: 0.5 leaves 6.02 dB.
        Row(mode: .track, preamp: 6, tags: both, decibels: -3),
        Row(mode: .track, preamp: -6, tags: both, decibels: -15),
        Row(mode: .track, tags: quiet, decibels: 6.0206),
        Row(mode: .track, preamp: -4, tags: quiet, decibels: 4),
        Row(mode: .album, preamp: 6, tags: album, decibels: 0),
        Row(mode: .track, tags: LoudnessTags(trackGain: -1, trackPeak: 1.25), decibels: -1.9382),
        // The peak of the gain that counts.
        Row(
            mode: .album, tags: LoudnessTags(trackGain: 8, trackPeak: 0.5, albumGain: 8, albumPeak: 0.8),
            decibels: 1.9382),
        Row(mode: .track, tags: LoudnessTags(trackGain: 8, albumPeak: 1), decibels: 8, isLimited: true),
        // No peak: what is raised is limited.
        Row(mode: .track, tags: unmeasured, decibels: 8, isLimited: true),
        Row(mode: .track, preamp: -8, tags: unmeasured, decibels: 0),
        Row(mode: .track, preamp: -9, tags: unmeasured, decibels: -1),
        // What makes no sense says nothing.
        Row(mode: .track, tags: LoudnessTags(trackGain: 1e9), decibels: 0),
        Row(mode: .track, tags: LoudnessTags(trackGain: .nan, albumGain: -3), decibels: -3),
        Row(mode: .track, tags: LoudnessTags(trackGain: 3, trackPeak: 0), decibels: 3, isLimited: true),
        Row(mode: .track, tags: LoudnessTags(trackGain: 3, trackPeak: -.infinity), decibels: 3, isLimited: true),
        // Gains to 83 dB, as mp3gain of old wrote them.
        Row(mode: .track, tags: LoudnessTags(trackGain: -9, trackPeak: 0.1, referenceLevel: 83), decibels: -3),
    ]

    @Test(arguments: rows) func theGainIsChosen(row: Row) {
        let gain = ReplayGain.gain(row.mode, preamp: row.preamp, tags: row.tags, isInAlbum: row.isInAlbum)
        #expect(abs(gain.decibels - row.decibels) < 0.0005)
        #expect(gain.isLimited == row.isLimited)
    }

    @Test(
        arguments: [
            (["R128_TRACK_GAIN=-512"], 3.0, nil), (["r128_track_gain=256", "R128_ALBUM_GAIN=-3840"], 6.0, -10.0),
            (["R128_ALBUM_GAIN=0"], nil, 5.0), (["R128_TRACK_GAIN=32767"], nil, nil),
            (["R128_TRACK_GAIN=99999"], nil, nil),
            (["R128_TRACK_GAIN=-1.5"], nil, nil), (["R128_TRACK_GAIN"], nil, nil),
            (["COMMENT=R128_TRACK_GAIN=1"], nil, nil),
        ] as [([String], Double?, Double?)])
    func opusHasGainsOfItsOwn(comments: [String], track: Double?, album: Double?) {
        var tags = LoudnessTags()
        tags.take(comments: comments)
        #expect(tags == LoudnessTags(trackGain: track, albumGain: album))
    }

    @Test func theyCountMoreThanReplayGain() {
        var tags = LoudnessTags(trackGain: -9, trackPeak: 0.5)
        tags.take(comments: ["R128_TRACK_GAIN=0"])
        #expect(tags == LoudnessTags(trackGain: 5))
    }

    // MARK: Albums

    private static func tags(_ album: String?, _ track: Int32?, disc: Int32? = nil) -> MediaTags {
        var tags = MediaTags()
        tags.title = "\(track ?? 0)"
        tags.album = album
        tags.trackNumber = track
        tags.discNumber = disc
        tags.loudness = LoudnessTags(trackGain: -9, albumGain: -3)
        return tags
    }

    @Test(
        arguments: [
            (("A", 1, nil), ("A", 2, nil), true), (("A", 2, nil), ("A", 1, nil), false),
            (("A", 1, nil), ("A", 3, nil), false),
            (("A", 1, nil), ("B", 2, nil), false), (("A", nil, nil), ("A", nil, nil), true),
            (("A", 9, 1), ("A", 1, 2), true), (("A", 9, 1), ("A", 2, 2), false), (("A", 9, 1), ("A", 10, 2), false),
            (("A", .min, nil), ("A", .max, nil), false), (("a", 1, nil), ("A", 2, nil), true),
        ] as [((String, Int32?, Int32?), (String, Int32?, Int32?), Bool)])
    func tracksFollowInOrder(
        one: (album: String, track: Int32?, disc: Int32?), two: (album: String, track: Int32?, disc: Int32?), does: Bool
    ) throws {
        func place(_ of: (album: String, track: Int32?, disc: Int32?)) -> AlbumPlace? {
            var metadata = ItemMetadata(title: "")
            (metadata.album, metadata.trackNumber, metadata.discNumber) = (of.album, of.track, of.disc)
            return AlbumPlace(metadata, uri: "file:///a")
        }
        let (first, second) = (try #require(place(one)), try #require(place(two)))
        #expect(second.follows(first) == does)
    }

    private func gains(_ engine: FakeEngine) -> [SoundGain] {
        engine.effects.compactMap { if case .setGain(_, let gain) = $0 { gain } else { nil } }
    }

    private static func engine(
        _ items: [(uri: String, tags: MediaTags)], mode: ReplayGainMode = .auto, preamp: Double = 0
    ) -> FakeEngine {
        var settings = PlayerSettings()
        settings.replayGain = mode
        settings.replayGainPreamp = preamp
        let engine = FakeEngine(settings: settings)
        for (uri, tags) in items { engine.media[uri] = FakeMedia(duration: .seconds(30), tags: tags) }
        engine.send(.insert(items.map { MediaDescription(uri: $0.uri) }, at: 0))
        return engine
    }

    @Test func anAlbumInOrderIsPlayedByAlbum() {
        let engine = Self.engine([
            ("file:///a/1.flac", Self.tags("A", 1)), ("file:///a/2.flac", Self.tags("A", 2)),
            ("file:///b/1.flac", Self.tags("B", 1)),
        ])
        engine.send(.play)
        #expect(engine.snapshot.loudness.appliedGain == -3, "its neighbour lies beside it")
        engine.advance(25)
        #expect(gains(engine).map(\.decibels) == [-3, -3], "the second is told before it is heard")
        engine.advance(10)
        #expect(engine.snapshot.loudness.appliedGain == -3)
        engine.advance(30)
        #expect(engine.snapshot.currentIndex == 2)
        #expect(engine.snapshot.loudness.appliedGain == -9)
    }

    @Test func offTellsTheEngineNothingAndAModeAtOnce() {
        let engine = Self.engine([("file:///a/1.flac", Self.tags("A", 1))], mode: .off, preamp: 2)
        engine.send(.play)
        #expect(gains(engine) == [])
        #expect(engine.snapshot.loudness == LoudnessSnapshot())
        engine.send(.loudness(.setReplayGain(.track)))
        #expect(gains(engine) == [SoundGain(decibels: -7, isLimited: false)])
        #expect(engine.snapshot.loudness.mode == .track)
        #expect(engine.snapshot.loudness.appliedGain == -7)
        engine.send(.loudness(.setReplayGain(.off)))
        #expect(gains(engine).last == SoundGain.none)
    }
}
