import Testing

@testable import PlayerCore

/// One step inside of each limit of the core, and one outside.
@Suite struct CoreLimitTests {
    private func isNotPossible(_ result: Result<CommandReply, CommandRefusal>) -> Bool {
        if case .failure(.notPossible) = result { true } else { false }
    }

    @Test func aQueueHasSoManyItemsAndNoMore() {
        let engine = FakeEngine()
        let description = MediaDescription(uri: "file:///a")
        let many = Array(repeating: description, count: Queue.limit)
        #expect(isNotPossible(engine.send(.replaceQueue(many + [description], play: false, start: nil, index: 0))))
        #expect(engine.snapshot.items.isEmpty)
        guard case .success = engine.send(.replaceQueue(many, play: false, start: nil, index: 0)) else {
            Issue.record("as many as there may be are refused")
            return
        }
        #expect(isNotPossible(engine.send(.insert([description], at: 0))))
        #expect(isNotPossible(engine.send(.openURI("file:///b"))))
        #expect(isNotPossible(engine.send(.addTrack("file:///b", after: nil, makeCurrent: true))))
        #expect(engine.snapshot.items.count == Queue.limit)
    }

    @Test func anItemIsGivenSoManyFilesOfSubtitles() {
        let engine = FakeEngine(["file:///a.mkv"])
        engine.send(.play)
        for number in 0..<ItemFacts.mostAddedSubtitles {
            #expect(engine.send(.addSubtitles("file:///\(number).srt")) == .success(.done))
        }
        engine.forget()
        #expect(isNotPossible(engine.send(.addSubtitles("file:///more.srt"))))
        #expect(engine.effects.isEmpty)
    }

    @Test func anItemHasSoManyGroupsOfMarkers() {
        let engine = FakeEngine(["file:///a.mkv"])
        let markers = [Chapter(start: .zero)]
        for number in 0..<DescriptionLimits.groups {
            #expect(engine.send(.chapters(.setMarkers(title: "\(number)", markers))) == .success(.done))
        }
        #expect(isNotPossible(engine.send(.chapters(.setMarkers(title: "more", markers)))))
        // One that is there is set anew, and one fewer makes room.
        #expect(engine.send(.chapters(.setMarkers(title: "7", markers + markers))) == .success(.done))
        #expect(engine.send(.chapters(.setMarkers(title: "7", []))) == .success(.done))
        #expect(engine.send(.chapters(.setMarkers(title: "more", markers))) == .success(.done))
    }

    @Test func soManyLanguagesArePreferred() {
        let engine = FakeEngine(["file:///a.mkv"])
        let languages = { Array(repeating: "en", count: $0) }
        let most = DescriptionLimits.languages
        #expect(engine.send(.chapters(.setPreferredLanguages(languages(most)))) == .success(.done))
        #expect(engine.send(.chapters(.setPreferredLanguages(languages(most + 1)))).isInvalid)
    }

    @Test(arguments: [(64, true), (65, false)]) func wordsOfTheContractAreShort(length: Int, isTaken: Bool) {
        let custom = "custom:" + String(repeating: "x", count: length - 7)
        #expect((SegmentKind(rawValue: custom) != nil) == isTaken)
        // Seven groups of eight with their hyphens have 63 bytes.
        let tag = String(repeating: "abcdefgh-", count: 7) + String(repeating: "x", count: length - 63)
        #expect(LanguageMatching.isTag(tag) == isTaken)
    }
}
