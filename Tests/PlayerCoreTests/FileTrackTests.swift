import Testing

@testable import PlayerCore

/// Several items of one file: the tracks of an album.
@Suite struct FileTrackTests {
    private static let album = "file:///album.flac"

    private static func track(_ number: Int32, _ start: Double?, _ end: Double?) -> MediaDescription {
        described(album) { fields in
            fields.title = "Track \(number)"
            fields.track = number
            (fields.inPoint, fields.outPoint) = (start.map { .seconds($0) }, end.map { .seconds($0) })
        }
    }

    private static let tracks = [track(1, 0, 1_000), track(2, 1_000, 2_000), track(3, 2_000, nil)]

    private static func engine(_ items: [MediaDescription] = tracks) -> FakeEngine {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(settings: settings)
        var findings = ItemFindings()
        findings.sidecarChapters = [0, 1_000, 2_000].map { Chapter(start: .seconds($0), titles: [ChapterTitle("x")]) }
        engine.media[album] = FakeMedia(duration: .seconds(3_000), findings: findings)
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        return engine
    }

    @Test(
        arguments: [(1, 10, 30, 20, 20), (1, 10, nil, 90, nil), (nil, 10, 30, nil, nil), (1, nil, 30, nil, nil)]
            as [(Int32?, Double?, Double?, Double?, Double?)])
    func itIsANumberWithAnInPoint(
        number: Int32?, start: Double?, end: Double?, length: Double?, lengthAlone: Double?
    ) {
        var description = Self.track(1, start, end)
        var fields = description.details?.fields ?? MediaDetails.Fields()
        fields.track = number
        description.details = MediaDetails(fields)
        let track = FileTrack(description)
        #expect(track?.length(in: .seconds(100)) == length.map { .seconds($0) })
        #expect(track?.length(in: nil) == lengthAlone.map { .seconds($0) })
        #expect(description.length(in: .seconds(100)) == .seconds(length ?? 100))
    }

    @Test func eachPlaysItsPartAndHasItsOwnName() {
        let engine = Self.engine()
        #expect(engine.position == 0 && engine.snapshot.current?.metadata.trackNumber == 1)
        engine.advance(1_001)
        #expect(abs(engine.position - 1_001) < 0.01 && engine.snapshot.currentIndex == 1)
        #expect(engine.effects.seeks.isEmpty)
        engine.send(.next)
        #expect(engine.position == 2_000 && engine.snapshot.current?.metadata.title == "Track 3")
        #expect(engine.snapshot.current?.metadata.trackNumber == 3)
        engine.send(.previous)
        #expect(engine.position == 1_000 && engine.snapshot.currentIndex == 1)
        engine.advance(500)
        engine.send(.previous)
        #expect(engine.position == 1_000 && engine.snapshot.currentIndex == 1)
    }

    @Test func theChaptersOfTheFileAreTheOtherTracks() {
        let engine = Self.engine()
        #expect(engine.snapshot.chapters.chapters.isEmpty)
        engine.send(.replaceQueue([MediaDescription(uri: Self.album)], play: true, start: nil, index: 0))
        #expect(engine.snapshot.chapters.chapters.count == 3)
    }

    @Test func theHistoryOfTheFileIsThatOfTheWhole() {
        let engine = Self.engine()
        engine.memory[Self.album] = Recollection(
            resume: ResumePoint(position: .seconds(1_500), chapterStart: .zero, isSpeech: true), absence: .zero)
        engine.send(.replaceQueue(Self.tracks, play: true, start: nil, index: 1))
        #expect(engine.position == 1_000)
        engine.advance(200)
        engine.send(.next)
        engine.send(.stop)
        #expect(engine.records.isEmpty)
    }
}
