import Testing

@testable import PlayerCore

/// Items that consist of several files, such as books.
@Suite struct PartTests {
    private static let parts = (1...3).map {
        MediaPart(uri: "file:///book/\($0).mp3", title: "Part \($0)", duration: .seconds(1_000))
    }
    private static var book: MediaDescription {
        var fields = MediaDetails.Fields()
        (fields.title, fields.album, fields.parts) = ("Book", "Book", parts)
        return MediaDescription(uri: "file:///book", details: MediaDetails(fields))
    }

    @Test("each position lies in one part") func places() {
        let parts = Self.parts
        let expected: [(Double, String, Double, Double?)] = [
            (-1, "1", 0, 1_000), (0, "1", 0, 1_000), (999.9, "1", 0, 1_000), (1_000, "2", 1_000, 2_000),
            (2_000, "3", 2_000, nil), (9_000, "3", 2_000, nil),
        ]
        for (position, name, start, next) in expected {
            let place = parts.place(at: .seconds(position))
            #expect(place?.part.uri == "file:///book/\(name).mp3", "\(position)")
            #expect(place?.start == .seconds(start) && place?.next == next.map { .seconds($0) }, "\(position)")
        }
        #expect([MediaPart]().place(at: .zero) == nil)
        #expect(parts.length == .seconds(3_000))
    }

    @Test("it is opened with its parts, is spoken word, and is remembered as a whole") func remembered() throws {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(settings: settings)
        engine.media["file:///book"] = FakeMedia(duration: .seconds(3_000))
        engine.send(.replaceQueue([Self.book], play: true, start: nil, index: 0))
        let requests = engine.effects.compactMap { effect in
            if case .prepare(_, let request) = effect { request } else { nil }
        }
        #expect(requests.map(\.parts) == [Self.parts])
        engine.advance(1_500)
        engine.send(.stop)
        let entry = try #require(engine.records.last)
        #expect(entry.kind == .speech && entry.resume?.position == .seconds(1_500))
    }

    @Test("a book keeps its name when its folder is moved or its tags change") func names() {
        var moved = Self.book
        moved.uri = "file:///other"
        #expect(LastingName(moved) == LastingName(Self.book) && LastingName(moved) != nil)
        var fields = MediaDetails.Fields()
        fields.parts = Array(Self.parts.dropLast())
        #expect(LastingName(MediaDescription(uri: "file:///book", details: MediaDetails(fields))) != LastingName(moved))
    }

    @Test("Next and Previous move by chapters, and a book that has just begun again is resumed where it was left")
    func steps() {
        let engine = FakeEngine()
        var findings = ItemFindings()
        findings.container.chapters = (0..<3).map { Chapter(start: .seconds(Double($0) * 1_000)) }
        engine.media["file:///book"] = FakeMedia(duration: .seconds(3_000), findings: findings)
        engine.send(.replaceQueue([Self.book], play: true, start: nil, index: 0))
        engine.send(.next)
        #expect(engine.position == 1_000 && engine.snapshot.currentIndex == 0)
        engine.advance(1)
        engine.send(.previous)
        #expect(engine.position == 0)
        engine.advance(2)
        let left = Recollection(resume: ResumePoint(position: .seconds(1_700)), absence: .zero)
        engine.send(.resume("file:///book", left, from: [Self.book]))
        #expect(engine.position > 1_600)
        engine.advance(100)
        let here = engine.position
        engine.send(
            .resume(
                "file:///book", Recollection(resume: ResumePoint(position: .seconds(900)), absence: .zero), from: []))
        #expect(engine.position == here)
    }

    @Test("the resumed book has its parts") func resumed() throws {
        let engine = FakeEngine()
        engine.media["file:///book"] = FakeMedia(duration: .seconds(3_000))
        let left = Recollection(resume: ResumePoint(position: .seconds(1_700)), absence: .zero)
        engine.send(.resume("file:///book", left, from: [Self.book]))
        #expect(engine.snapshot.current?.description.parts == Self.parts)
        #expect(engine.position > 1_600)
    }

    @Test("the resumed book replaces other items, and the queue comes back") func replaces() {
        let engine = FakeEngine()
        engine.media["file:///book"] = FakeMedia(duration: .seconds(3_000))
        let songs = (1...30).map { MediaDescription(uri: "file:///\($0).mp3") }
        engine.send(.insert(songs, at: 0))
        let left = Recollection(resume: ResumePoint(position: .seconds(1_700)), absence: .zero)
        #expect(engine.send(.resume("file:///book", left, from: [Self.book])) == .success(.position(.seconds(1_700))))
        #expect(engine.snapshot.items.map(\.description) == [Self.book] && engine.position == 1_700)
        engine.send(.arranging(.bringBack))
        #expect(engine.snapshot.items.map(\.description) == songs)
    }

    @Test("it cannot be exported") func exported() {
        let engine = FakeEngine()
        engine.media["file:///book"] = FakeMedia(duration: .seconds(3_000))
        engine.send(.replaceQueue([Self.book], play: true, start: nil, index: 0))
        let order = ExportOrder(
            uri: "file:///book", path: "/tmp/a.mka", method: .passthrough, stretches: [], chapters: [],
            overwrites: false,
            duration: 0)
        guard case .failure(.notPossible) = engine.send(.exports(.add(order))) else {
            Issue.record("it is exported")
            return
        }
    }
}
