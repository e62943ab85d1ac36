import DBusKit
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("Chapters1", .playerctld)
struct ChaptersTests {
    private static let bilingual = [
        Chapter.sample(0, 60, "en:Start|fr-CH:Début"), .sample(60, 100, "en:End|fr-CH:Fin"),
    ]

    private func chapters(_ rig: Rig) throws -> DBusValue { try rig.ownProperty("Chapters1", "Chapters") }

    private func failure(_ rig: Rig, _ member: String, _ arguments: [DBusValue]) -> DBusError? {
        rig.failure { () throws(DBusError) in try rig.own("Chapters1", member, arguments) }
    }

    // MARK: Properties

    @Test("Without chapters every property has its type and says so")
    func none() async throws {
        let rig = try await Rig()
        #expect(
            try rig.all("org.mediad.Chapters1", own: true) == [
                "Chapters": .chapters(), "Current": .int32(-1), "Locales": .strings([]), "Language": "",
                "LoadState": "none",
                "LoadError": "",
                "PreferredLanguages": .strings([]), "Groups": .array("(sa(xxsa{sv}))", [.group("")]),
            ])
        #expect(rig.metadata["mediad:chapters"] == nil)
    }

    @Test("Chapters are times, a title, and of the rest what is known")
    func chaptersAreListed() async throws {
        let rig = try await Rig()
        var full = Chapter.sample(60, 100, "en:End")
        (full.id, full.url, full.level, full.isHidden) = ("7", "https://example.org/", 2, true)
        full.image = .uri("https://example.org/a.png")
        let snapshot = ChapterSnapshot.sample([.sample(0, 60, "Start"), full])
        try rig.forgetSignals()
        await rig.publish {
            $0.chapters = snapshot
            $0.chapters.current = 0
        }
        let expected = DBusValue.chapters(
            .chapter(0, 60, "Start", ["language": "und"]),
            .chapter(
                60, 100, "End",
                [
                    "hasImage": true, "id": "7", "url": "https://example.org/", "language": "en", "level": .uint32(2),
                    "hidden": true,
                ]))
        #expect(try chapters(rig) == expected)
        #expect(try rig.ownProperty("Chapters1", "Current") == .int32(0))
        #expect(try rig.ownProperty("Chapters1", "Locales") == .strings(["und", "en"]))
        #expect(try rig.ownProperty("Chapters1", "Language") == "und")
        let signals = try rig.signals().filter { $0.changedInterface == "org.mediad.Chapters1" }
        #expect(signals.map(\.summary) == ["Chapters1: Chapters Current Groups Language Locales"])
        #expect(signals.first?.changed["Chapters"] == expected)
    }

    @Test("A picture is named when it was fetched, and then announced")
    func pictures() async throws {
        let rig = try await Rig()
        var chapter = Chapter(start: .zero, end: .seconds(10))
        chapter.image = .uri("https://example.org/a.png")
        let snapshot = ChapterSnapshot.sample([chapter])
        await rig.publish { $0.chapters = snapshot }
        #expect(try chapters(rig) == .chapters(.chapter(0, 10, "", ["hasImage": true])))
        try rig.forgetSignals()
        await rig.publish { $0.chapters.images = [.uri("https://example.org/a.png"): "file:///cache/a.png"] }
        let expected = DBusValue.chapters(.chapter(0, 10, "", ["hasImage": true, "image": "file:///cache/a.png"]))
        #expect(try chapters(rig) == expected)
        #expect(try rig.signals().map(\.summary) == ["Chapters1: Chapters Groups"])
    }

    @Test("Groups: the first has no title and is the chapters, the others are as they are")
    func groups() async throws {
        let rig = try await Rig()
        var snapshot = ChapterSnapshot.sample([.sample(0, 10, "en:One")])
        let goals = ChapterList([.sample(3, 3, "1-0"), .sample(5, 5, "2-0")]).bestMatching([])
        snapshot.groups = [MarkerGroup(title: "Goals", markers: goals), MarkerGroup(title: "Cards", markers: [])]
        let published = snapshot
        await rig.publish { $0.chapters = published }
        #expect(
            try rig.ownProperty("Chapters1", "Groups")
                == .array(
                    "(sa(xxsa{sv}))",
                    [
                        .group("", .chapter(0, 10, "One", ["language": "en"])),
                        .group(
                            "Goals", .chapter(3, 3, "1-0", ["language": "und"]),
                            .chapter(5, 5, "2-0", ["language": "und"])),
                        .group("Cards"),
                    ]))
    }

    @Test("Another current chapter: its index as a property, then one CurrentChanged; the list is not sent again")
    func currentChanges() async throws {
        let rig = try await Rig()
        let snapshot = ChapterSnapshot.sample(Self.bilingual)
        await rig.publish {
            $0.chapters = snapshot
            $0.chapters.current = 0
        }
        try rig.forgetSignals()
        await rig.publish([.chapters(.changed(1, title: "End"))]) { $0.chapters.current = 1 }
        await rig.publish()
        await rig.publish([.chapters(.changed(nil, title: ""))]) { $0.chapters.current = nil }
        let signals = try rig.signals()
        #expect(
            signals.map(\.summary) == [
                "Chapters1: Current", "CurrentChanged", "Chapters1: Current", "CurrentChanged",
            ])
        #expect(signals.map(\.path) == Array(repeating: Rig.ownPath, count: 4))
        #expect(signals[1].arguments == [.int32(1), "End"])
        #expect(signals[3].arguments == [.int32(-1), ""])
        #expect(signals[1].interface == "org.mediad.Chapters1")
    }

    @Test("A chapter without end or beyond all time is carried as it is; zero bytes are dropped")
    func extremes() async throws {
        let rig = try await Rig()
        let snapshot = ChapterSnapshot.sample([
            Chapter(start: MediaTime(nanoseconds: .max), titles: [ChapterTitle("a\0b", language: "e\0n")])
        ])
        await rig.publish { $0.chapters = snapshot }
        let far = Int64.max / 1_000
        #expect(
            try chapters(rig)
                == .chapters(.structure([.int64(far), .int64(far), "ab", .properties(["language": "en"])])))
    }

    // MARK: Going

    @Test("GoTo, Next and Previous are commands")
    func going() async throws {
        let rig = try await Rig()
        try rig.own("Chapters1", "GoTo", [.uint32(0)])
        try rig.own("Chapters1", "GoTo", [.uint32(.max)])
        try rig.own("Chapters1", "Next")
        try rig.own("Chapters1", "Previous")
        #expect(
            rig.player.commands == [
                .chapters(.goTo(0)), .chapters(.goTo(.max)), .chapters(.next), .chapters(.previous),
            ])
        rig.player.react { _, _, _ in .failure(.notSeekable("it is live")) }
        #expect(failure(rig, "Next", []) == DBusError(name: "org.mediad.Error.NotSeekable", message: "it is live"))
    }

    @Test("Without chapters going is NotPossible")
    func goingNowhere() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        for (member, arguments) in [("GoTo", [.uint32(0)]), ("Next", []), ("Previous", [])] as [(String, [DBusValue])] {
            #expect(failure(rig, member, arguments)?.name == "org.mediad.Error.NotPossible", "\(member)")
        }
    }

    // MARK: Languages

    @Test("BestMatching and TitledIn answer from the list at once, without a command")
    func languages() async throws {
        let rig = try await Rig()
        let snapshot = ChapterSnapshot.sample(Self.bilingual)
        await rig.publish { $0.chapters = snapshot }
        let english = DBusValue.chapters(
            .chapter(0, 60, "Start", ["language": "en"]), .chapter(60, 100, "End", ["language": "en"]))
        let french = DBusValue.chapters(
            .chapter(0, 60, "Début", ["language": "fr-CH"]), .chapter(60, 100, "Fin", ["language": "fr-CH"]))
        for (languages, expected) in [
            (["fr"], french), (["fr-BE", "en"], french), (["de", "en-GB", "fr"], english), ([], english),
            (["de"], english), (["*", "", "not a tag"], english), (["FR-ch"], french),
        ] as [([String], DBusValue)] {
            #expect(try rig.own("Chapters1", "BestMatching", [.strings(languages)]) == [expected], "\(languages)")
        }
        #expect(try rig.own("Chapters1", "TitledIn", ["fr-ch"]) == [french])
        #expect(try rig.own("Chapters1", "TitledIn", ["fr"]) == [.chapters()])
        #expect(try rig.own("Chapters1", "TitledIn", [""]) == [.chapters()])
        #expect(rig.player.commands.isEmpty)
    }

    @Test("PreferredLanguages is set by a command and published at once; what is no tag is refused")
    func preferredLanguages() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try replace(
            rig,
            [
                ["start": .int64(0), "titles": .properties(["en": "Start", "fr": "Début"])],
                ["start": .int64(10_000_000), "titles": .properties(["en": "End", "fr": "Fin"])],
            ])
        let own = (Rig.ownName, Rig.ownPath, "org.mediad.Chapters1")
        #expect(try rig.ownProperty("Chapters1", "Language") == "en")
        try rig.forgetSignals()
        try rig.client.set(own.0, own.1, own.2, "PreferredLanguages", to: .strings(["fr-CA", "en"]))
        #expect(try rig.ownProperty("Chapters1", "Language") == "fr")
        #expect(try rig.ownProperty("Chapters1", "PreferredLanguages") == .strings(["fr-CA", "en"]))
        let changed = try rig.signals().first { $0.changedInterface == own.2 }?.changed
        #expect(changed?.keys.sorted() == ["Chapters", "Groups", "Language", "PreferredLanguages"])
        let refused = rig.failure { () throws(DBusError) in
            try rig.client.set(own.0, own.1, own.2, "PreferredLanguages", to: .strings(["en_US"]))
        }
        #expect(refused?.isStandard(.invalidArgs) == true)
        #expect(refused?.message.contains("en_US") == true)
        let steering = rig.failure { () throws(DBusError) in
            try rig.client.set(own.0, own.1, own.2, "PreferredLanguages", to: .strings(["e\n\u{1B}[2Jn\u{9B}"]))
        }
        #expect(steering?.message == "'e  [2Jn ' is not a language tag; write en or fr-CH.")
        #expect(try rig.ownProperty("Chapters1", "PreferredLanguages") == .strings(["fr-CA", "en"]))
    }

    @Test("LoadState and LoadError say why a list is empty")
    func loading() async throws {
        let rig = try await Rig()
        for (loading, state, error) in [
            (ChapterLoading.loading, "loading", ""), (.failed("no such file"), "failed", "no such file"),
            (.loaded, "loaded", ""),
        ] {
            await rig.publish { $0.chapters.loading = loading }
            #expect(try rig.ownProperty("Chapters1", "LoadState") == .string(state))
            #expect(try rig.ownProperty("Chapters1", "LoadError") == .string(error))
        }
    }

    // MARK: Pictures

    @Test("Image has the picture fetched and answers where it is")
    func image() async throws {
        let rig = try await Rig()
        var chapter = Chapter.sample(0, 10, "One")
        let source = ImageSource.embedded(EmbeddedImage(uri: "file:///a.mp3", offset: 7, length: 9))
        chapter.image = source
        let snapshot = ChapterSnapshot.sample([chapter, .sample(10, 20, "Two")])
        await rig.publish { $0.chapters = snapshot }
        rig.player.fetchImages(as: .success("file:///cache/a.png"))
        #expect(try rig.own("Chapters1", "Image", [.uint32(0)]) == ["file:///cache/a.png"])
        #expect(rig.player.imagesAskedFor == [source])
    }

    @Test("GoToMarker and MarkerImage are about a group, and the group without a title is the chapters")
    func markers() async throws {
        let rig = try await Rig()
        var marker = Chapter.sample(5, 10, "Goal")
        marker.image = .uri("https://example.org/goal.png")
        var snapshot = ChapterSnapshot.sample([.sample(0, 10, "One")])
        snapshot.groups = [MarkerGroup(title: "Goals", markers: ChapterList([marker]).bestMatching([]))]
        await rig.publish { [snapshot] in $0.chapters = snapshot }
        rig.player.fetchImages(as: .success("file:///cache/goal.png"))
        #expect(try rig.own("Chapters1", "MarkerImage", ["Goals", .uint32(0)]) == ["file:///cache/goal.png"])
        try rig.own("Chapters1", "GoToMarker", ["Goals", .uint32(0)])
        #expect(rig.player.commands == [.chapters(.goToMarker("Goals", 0))])
        let notFound = "org.mediad.Error.NotFound"
        #expect(failure(rig, "MarkerImage", ["Fouls", .uint32(0)])?.name == notFound)
        #expect(
            failure(rig, "MarkerImage", ["Goals", .uint32(1)])
                == DBusError(name: notFound, message: "There is no marker 1: the last one is 0, counted from 0."))
        #expect(
            failure(rig, "MarkerImage", ["", .uint32(0)])
                == DBusError(name: notFound, message: "Marker 0 has no picture."))
        let groups = try rig.ownProperty("Chapters1", "Groups").asArray ?? []
        let extras = groups.last?.asArray?.last?.asArray?.first?.asArray?.last?.asDictionary
        #expect(extras?["hasImage"] == .boolean(true) && extras?["image"] == nil)
    }

    @Test("No such chapter, no picture, none to be had: each has its error")
    func noImage() async throws {
        let rig = try await Rig()
        #expect(
            failure(rig, "Image", [.uint32(0)])
                == DBusError(name: "org.mediad.Error.NotFound", message: "There is no chapter 0: there are none."))
        var chapter = Chapter.sample(0, 10, "One")
        chapter.image = .uri("https://example.org/a.png")
        let snapshot = ChapterSnapshot.sample([chapter, .sample(10, 20, "Two")])
        await rig.publish { $0.chapters = snapshot }
        #expect(
            failure(rig, "Image", [.uint32(1)])
                == DBusError(name: "org.mediad.Error.NotFound", message: "Chapter 1 has no picture."))
        #expect(failure(rig, "Image", [.uint32(.max)])?.name == "org.mediad.Error.NotFound")
        #expect(rig.player.imagesAskedFor.isEmpty)
        for (code, name) in [
            (.sourceNotFound, "NotFound"), (.sourceUnsupported, "Unsupported"), (.sourceUnreachable, "Failed"),
        ] as [(PlaybackFault.Code, String)] {
            rig.player.fetchImages(as: .failure(PlaybackFault(code, "why")))
            #expect(
                failure(rig, "Image", [.uint32(0)])
                    == DBusError(name: "org.mediad.Error." + name, message: "why"))
        }
        #expect(rig.player.imagesAskedFor.count == 3)
    }

    // MARK: Markers

    @Test("SetGroup sends markers as they are given; what is not said stays open")
    func setGroup() async throws {
        let rig = try await Rig()
        try rig.own(
            "Chapters1", "SetGroup",
            [
                "Goals",
                .chapters(
                    .chapter(
                        1, 2, "1-0",
                        [
                            "id": "g1", "image": "https://example.org/g.png", "url": "https://example.org/",
                            "language": "en-GB", "level": .uint32(1), "hidden": true,
                        ]), .chapter(3, 3, ""), .chapter(4, -1, "2-0")),
            ])
        try rig.own("Chapters1", "SetGroup", ["", .chapters()])
        var first = Chapter(
            start: .seconds(1), end: .seconds(2), titles: [ChapterTitle("1-0", language: "en-GB")], id: "g1", level: 1,
            isHidden: true)
        first.image = .uri("https://example.org/g.png")
        first.url = "https://example.org/"
        let markers = [
            first, Chapter(start: .seconds(3), end: .seconds(3)),
            Chapter(start: .seconds(4), titles: [ChapterTitle("2-0")]),
        ]
        #expect(
            rig.player.commands == [
                .chapters(.setMarkers(title: "Goals", markers)), .chapters(.setMarkers(title: "", [])),
            ])
    }

    @Test("An unknown key or a wrong type in SetGroup is refused by name, and nothing is taken")
    func badMarkers() async throws {
        let rig = try await Rig()
        for (key, value, word) in [
            ("colour", "red", "Unknown key 'markers[1].colour'"), ("id", .int32(1), "'markers[1].id' must be a string"),
            ("level", .int32(-1), "'markers[1].level' must be a whole number from 0"),
            ("level", "1", "'markers[1].level' must be a whole number from 0"),
            ("hidden", "yes", "'markers[1].hidden' must be true or false"),
            ("language", "en_US", "'markers[1].language' is not a language tag: 'en_US'"),
            ("language", "", "'markers[1].language' is not a language tag"),
            ("image", .strings(["x"]), "'markers[1].image' must be a string"),
        ] as [(String, DBusValue, String)] {
            let refusal = failure(
                rig, "SetGroup", ["", .chapters(.chapter(0, 1, "a"), .chapter(1, 2, "b", [key: value]))])
            #expect(refusal?.isStandard(.invalidArgs) == true, "\(key)")
            #expect(refusal?.message.hasPrefix(word) == true, "\(refusal?.message ?? "")")
        }
        let wrong = failure(rig, "SetGroup", ["", .strings(["a"])])
        #expect(wrong?.isStandard(.invalidArgs) == true)
        #expect(rig.player.commands.isEmpty)
    }

    @Test("The untitled group becomes the chapters, others follow; without markers they go")
    func groupsOfTheCore() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        #expect(failure(rig, "SetGroup", ["a", .chapters()])?.name == "org.mediad.Error.NotPossible")
        try replace(rig, [["start": .int64(0), "title": "Old"]])
        let last = DBusValue.chapter(Int64(5), -1, "Last")
        try rig.own("Chapters1", "SetGroup", ["Goals", .chapters(.chapter(3, 3, "1-0"))])
        try rig.own("Chapters1", "SetGroup", ["", .chapters(.chapter(0, 5, "First"), last)])
        #expect(try titles(chapters(rig)) == ["First", "Last"])
        let groups = try rig.ownProperty("Chapters1", "Groups").asArray ?? []
        #expect(groups.map { $0.asArray?.first?.asString } == ["", "Goals"])
        #expect(groups.first?.asArray?[1] == (try chapters(rig)))
        try rig.own("Chapters1", "SetGroup", ["", .chapters()])
        #expect(try titles(chapters(rig)) == ["Old"])
    }

    @Test("The core's refusals and changes reach the bus: current chapter, MPRIS lines")
    func realCore() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.forgetSignals()
        try replace(rig, [["start": .int64(0), "title": "One"], ["start": .int64(10_000_000), "title": "Two"]])
        #expect(try rig.ownProperty("Chapters1", "Current") == .int32(0))
        let told = try rig.signals().filter { $0.member == "CurrentChanged" }
        #expect(told.map(\.arguments) == [[.int32(0), "One"]])
        #expect(rig.metadata["mediad:chapters"] == .strings(["0:00:00.000 One", "0:00:10.000 Two"]))
        let refusal = failure(rig, "GoTo", [.uint32(2)])
        #expect(refusal?.name == "org.mediad.Error.NotFound")
        #expect(refusal?.message.contains("chapter 2") == true)
    }

    // MARK: Many

    @Test("Publishing with 5,000 chapters costs no more than the list's first time")
    func manyChapters() async throws {
        let rig = try await Rig()
        let snapshot = ChapterSnapshot.sample(
            (0..<5_000).map { .sample($0, $0 + 1, "en:A chapter with the title number \($0)") })
        await rig.publish { $0.chapters = snapshot }
        #expect(try chapters(rig).asArray?.count == 5_000)
        let once = await rig.publish { $0.chapters.revision += 1 }
        var many = Duration.zero
        for index in 0..<200 { many += await rig.publish { $0.chapters.current = index } }
        // Each of the 200 would otherwise compare, and half of them write, ten thousand chapters.
        #expect(many < once * 20, "\(many) for 200 changes of the current chapter, \(once) for the list")
        try rig.forgetSignals()
    }

    private func titles(_ chapters: DBusValue) -> [String] {
        (chapters.asArray ?? []).compactMap { $0.asArray?[2].asString }
    }

    /// A queue of one item with these chapters.
    private func replace(_ rig: Rig, _ chapters: [[String: DBusValue]]) throws {
        try rig.queue(
            "Replace",
            [.propertyLists([["uri": "file:///a.mkv", "chapters": .propertyLists(chapters)]]), .properties([:])])
    }
}
