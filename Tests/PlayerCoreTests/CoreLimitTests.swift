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

    @Test func soManyClientsInhibitProposals() {
        let engine = FakeEngine(["file:///a.mkv"])
        for number in 0..<100 {
            #expect(engine.send(.proposals(.inhibit("\(number)"))) == .success(.ticket(UInt32(number + 1))))
        }
        #expect(isNotPossible(engine.send(.proposals(.inhibit("one more")))))
    }

    @Test func soMuchOfAPlayingIsRemembered() {
        let engine = FakeEngine(["file:///a.mkv"])
        var meter = PlaybackMeter(engine.snapshot)
        let moments = (1...257).map { MonotonicTime(nanoseconds: Int64($0)) }
        for (number, moment) in moments.enumerated() {
            let ending = PlaybackEnding(
                generation: Generation(rawValue: 1), item: ItemID(rawValue: 1), position: .zero,
                cause: .failed(PlaybackFault(.unknown, "no")))
            _ = meter.end(ending, at: moment)
            #expect(meter.history.count == min(number + 1, 256))
        }
        #expect(meter.history.map(\.moment) == Array(moments.suffix(256)))
    }

    @Test(arguments: [2_000, 2_001]) func soManySegmentsAreActedOn(count: Int) {
        let proposals = (0..<count).map { number in
            SegmentProposal(
                start: .seconds(Double(number) * 10), end: .seconds(Double(number) * 10 + 5), kind: "recap", source: "x"
            )
        }
        let (segments, problems) = SegmentNormalizer(duration: .seconds(100_000)).segments(proposals)
        #expect(segments.count == 2_000)
        #expect(problems == (count == 2_000 ? [] : ["Only the first 2000 of 2001 segments are kept."]))
    }

    @Test(arguments: [(100, true), (101, false)]) func theChaptersOfAnEntryAreRemembered(count: Int, isWhole: Bool) {
        var findings = ItemFindings()
        findings.container.chapters = Array(repeating: Chapter(start: .zero), count: count)
        let item = RememberedItem(
            MediaDescription(uri: "file:///a"), findings: findings, artworkURI: nil, hasArtwork: true)
        #expect(item.findings?.container.chapters.count == (isWhole ? count : 0))
    }

    @Test(arguments: [(64, true), (65, false)]) func wordsOfTheContractAreShort(length: Int, isTaken: Bool) {
        let custom = "custom:" + String(repeating: "x", count: length - 7)
        #expect((SegmentKind(rawValue: custom) != nil) == isTaken)
        // Seven groups of eight with their hyphens have 63 bytes.
        let tag = String(repeating: "abcdefgh-", count: 7) + String(repeating: "x", count: length - 63)
        #expect(LanguageMatching.isTag(tag) == isTaken)
    }
}
