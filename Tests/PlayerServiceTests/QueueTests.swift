import DBusKit
import PlayerCore
import Testing

@Suite("Queue1", .playerctld)
struct QueueTests {
    private func core(_ count: Int = 0) -> Player {
        var core = Player(firstID: 1, seed: 1)
        let items = (0..<count).map { MediaDescription(uri: "file:///\($0).flac") }
        _ = core.handle(.insert(items, at: 0), from: .person, now: MonotonicTime(nanoseconds: 0))
        return core
    }

    private func descriptions(_ uris: String...) -> DBusValue { .propertyLists(uris.map { ["uri": .string($0)] }) }

    private func uris(_ rig: Rig) throws -> [String] {
        let items = try rig.queue("Items", [.uint32(0), .uint32(.max)]).first?.asDictionaries ?? []
        return items.compactMap { $0["uri"]?.asString }
    }

    private func paths(_ rig: Rig) throws -> [DBusValue] {
        let items = try rig.queue("Items", [.uint32(0), .uint32(.max)]).first?.asDictionaries ?? []
        return items.compactMap { $0["item"] }
    }

    @Test("Insert answers the ids of its items in order, and says what changed before it answers")
    func insert() async throws {
        let rig = try await Rig(core: core(2))
        try rig.forgetSignals()
        let inserted = try rig.queue("Insert", [descriptions("file:///a", "/b c"), .uint32(1)])
        #expect(try rig.client.nextSignal(timeout: .zero) != nil)
        #expect(try uris(rig) == ["file:///0.flac", "file:///a", "file:///b%20c", "file:///1.flac"])
        #expect(inserted == [.array("o", Array(try paths(rig)[1...2]))])
        #expect(try rig.ownProperty("Queue1", "Length") == .uint32(4))
        let signals = try rig.signals().filter { $0.interface == Rig.queue }
        #expect(signals.map(\.arguments) == [[.uint32(1), .uint32(0), .uint32(2)]])

        #expect(try rig.queue("Insert", [descriptions("file:///z"), .uint32(.max)]).first?.asArray?.count == 1)
        #expect(try uris(rig).last == "file:///z")
        #expect(try rig.queue("Insert", [descriptions(), .uint32(0)]) == [.objectPaths([])])
    }

    @Test("Replace: another queue, with where and whether to play")
    func replace() async throws {
        let rig = try await Rig()
        let options: [String: DBusValue] = ["play": true, "start": .int64(5_000_000), "index": .uint32(1)]
        try rig.queue("Replace", [descriptions("file:///a", "file:///b"), .properties(options)])
        try rig.queue("Replace", [descriptions(), .properties([:])])
        let items = ["file:///a", "file:///b"].map { MediaDescription(uri: $0) }
        #expect(
            rig.player.commands == [
                .replaceQueue(items, play: true, start: MediaTime(microseconds: 5_000_000), index: 1),
                .replaceQueue([], play: false, start: nil, index: 0),
            ])
    }

    @Test("Replace: unknown options and wrong types are refused by name, and nothing is taken")
    func replaceOptions() async throws {
        let rig = try await Rig(core: core(2))
        let wrong: [(String, DBusValue)] = [
            ("shuffle", true), ("Play", true), ("play", .int32(1)), ("play", "yes"), ("start", .double(1)),
            ("start", .int32(1)), ("index", .int64(1)), ("index", .int32(0)),
        ]
        for (key, value) in wrong {
            let failure = rig.failure { () throws(DBusError) in
                try rig.queue("Replace", [descriptions("file:///a"), .properties([key: value])])
            }
            #expect(failure?.isStandard(.invalidArgs) == true)
            #expect(failure?.message.contains("'\(key)'") == true)
        }
        let failure = rig.failure { () throws(DBusError) in
            try rig.queue("Replace", [descriptions("file:///a"), .properties(["index": .uint32(7)])])
        }
        #expect(failure?.isStandard(.invalidArgs) == true)
        #expect(try uris(rig) == ["file:///0.flac", "file:///1.flac"])
    }

    @Test("Items: any window of the queue, empty past its end")
    func items() async throws {
        let rig = try await Rig(core: core(10))
        func window(_ offset: UInt32, _ count: UInt32) throws -> Int {
            try rig.queue("Items", [.uint32(offset), .uint32(count)]).first?.asArray?.count ?? -1
        }
        #expect(try window(0, 0) == 0)
        #expect(try window(0, 3) == 3)
        #expect(try window(8, 10) == 2)
        #expect(try window(10, 1) == 0)
        #expect(try window(.max, .max) == 0)
        #expect(try window(1, .max) == 9)
    }

    @Test("Items shows what is known of an item: state, duration, fault")
    func itemStates() async throws {
        let rig = try await Rig()
        await rig.publish { snapshot in
            var state = ItemState()
            (state.phase, state.duration) = (.playing, MediaTime(microseconds: 9))
            snapshot.itemStates[snapshot.items[0].id] = state
            (state.phase, state.duration) = (.failed, nil)
            state.fault = PlaybackFault(.sourceNotFound, "gone")
            snapshot.itemStates[snapshot.items[1].id] = state
        }
        let items = try rig.queue("Items", [.uint32(0), .uint32(3)]).first?.asDictionaries ?? []
        #expect(items.map { $0["state"] } == ["playing", "failed", "idle"])
        #expect(items.map { $0["duration"] } == [.int64(9), nil, nil])
        #expect(
            items[1]["error"]?.asDictionary == [
                "code": .int32(2000), "message": "gone", "uri": "file:///music/1.flac",
            ])
        #expect(items[0]["error"] == nil && items[2]["item"] == .objectPath(QueueItem.sample(2).path))
    }

    @Test("Move, Remove, GoTo, Clear: by id; unknown ids are NotFound and change nothing")
    func editing() async throws {
        let rig = try await Rig(core: core(4))
        let ids = try paths(rig)
        try rig.queue("Move", [ids[0], .uint32(2)])
        #expect(try paths(rig) == [ids[1], ids[2], ids[0], ids[3]])
        try rig.queue("GoTo", [ids[3]])
        #expect(try rig.ownProperty("Queue1", "CurrentIndex") == .int32(3))
        try rig.queue("Remove", [.array("o", [ids[1], ids[0]])])
        #expect(try paths(rig) == [ids[2], ids[3]])

        for gone in [ids[1], .objectPath("/"), .objectPath(Rig.noTrack)] {
            let calls: [(String, [DBusValue])] = [
                ("Move", [gone, .uint32(0)]), ("GoTo", [gone]), ("Remove", [.array("o", [gone])]),
                ("SetDescription", [gone, .properties(["title": "x"])]),
                ("SetDescription", [gone, .properties(["uri": "file:///x"])]),
            ]
            for (member, arguments) in calls {
                let failure = rig.failure { () throws(DBusError) in try rig.queue(member, arguments) }
                #expect(failure?.name == "org.mediad.Error.NotFound", "\(member) \(gone)")
            }
        }
        #expect(try paths(rig) == [ids[2], ids[3]])
        try rig.queue("Clear")
        #expect(try paths(rig).isEmpty)
        #expect(try rig.ownProperty("Queue1", "CurrentIndex") == .int32(-1))
    }

    @Test("SetDescription: the rest is replaced; without a uri the item keeps its own")
    func setDescription() async throws {
        let rig = try await Rig(core: core(2))
        let id = try paths(rig)[0]
        try rig.queue("SetDescription", [id, .properties(["title": "New", "artist": .strings(["A"])])])
        #expect(try uris(rig)[0] == "file:///0.flac")
        #expect(rig.metadata["xesam:title"] == "New")
        try rig.queue("SetDescription", [id, .properties(["uri": "file:///else.flac"])])
        #expect(try uris(rig)[0] == "file:///else.flac")
        #expect(rig.metadata["xesam:title"] == "else")
        #expect(try paths(rig)[0] == id)
    }

    @Test("Progression: three words, announced; anything else is InvalidArgs")
    func progression() async throws {
        let rig = try await Rig(core: core(1))
        for word in ["pause", "stop", "advance"] {
            try rig.forgetSignals()
            try rig.client.set(Rig.ownName, Rig.ownPath, Rig.queue, "Progression", to: .string(word))
            #expect(try rig.signals().map(\.changed) == [["Progression": .string(word)]])
        }
        for value in ["Advance", "", .int32(1)] as [DBusValue] {
            let failure = rig.failure { () throws(DBusError) in
                try rig.client.set(Rig.ownName, Rig.ownPath, Rig.queue, "Progression", to: value)
            }
            #expect(failure?.isStandard(.invalidArgs) == true)
        }
        #expect(try rig.ownProperty("Queue1", "Progression") == "advance")
    }

    @Test("Error holds the last fault and is announced; ItemFailed names the item")
    func faults() async throws {
        let rig = try await Rig()
        #expect(try rig.ownProperty("Queue1", "Error") == .properties([:]))
        try rig.forgetSignals()
        let fault = ItemFault(fault: PlaybackFault(.decoderMissing, "no decoder"), uri: "file:///x")
        let item = rig.player.snapshot.items[1]
        await rig.publish([.itemFailed(item.id, fault)]) { $0.error = fault }
        let signals = try rig.signals()
        let error: DBusValue = .properties(["code": .int32(4000), "message": "no decoder", "uri": "file:///x"])
        #expect(signals.map(\.summary) == ["Queue1: Error", "ItemFailed"])
        #expect(signals[1].arguments == [.objectPath(item.path), error])
        #expect(try rig.ownProperty("Queue1", "Error") == error)
        await rig.publish { $0.error = nil }
        #expect(try rig.ownProperty("Queue1", "Error") == .properties([:]))
    }

    @Test("Inspect answers what was found, or why nothing was")
    func inspect() async throws {
        let rig = try await Rig()
        #expect(
            rig.failure { () throws(DBusError) in try rig.queue("Inspect", ["/missing"]) }?.name
                == "org.mediad.Error.NotFound")
        #expect(
            rig.failure { () throws(DBusError) in try rig.queue("Inspect", ["ftp://x/y"]) }?.name
                == "org.mediad.Error.Unsupported")
        var fields = MediaDetails.Fields()
        fields.title = "Found"
        let found = InspectedItem(
            description: MediaDescription(uri: "file:///x", details: MediaDetails(fields)),
            duration: MediaTime(microseconds: 3), container: "Ogg")
        rig.player.inspect(as: .success(found))
        #expect(
            try rig.queue("Inspect", ["/x"]).first?.asDictionary == [
                "uri": "file:///x", "title": "Found", "duration": .int64(3), "container": "Ogg",
            ])
        rig.player.inspect(as: .failure(PlaybackFault(.decoderMissing, "no")))
        #expect(
            rig.failure { () throws(DBusError) in try rig.queue("Inspect", ["/x"]) }?.name
                == "org.mediad.Error.Unsupported")
    }

    @Test("A hundred thousand items in one message are taken within seconds, and one item more at once")
    func manyItems() async throws {
        let rig = try await Rig(core: core())
        let items = (0..<100_000).map { ["uri": DBusValue.string("file:///music/\($0).flac")] }
        let start = ContinuousClock.now
        let inserted = try rig.queue("Insert", [.propertyLists(items), .uint32(0)])
        #expect(inserted.first?.asArray?.count == 100_000)
        #expect(ContinuousClock.now - start < .seconds(60))
        let again = ContinuousClock.now
        try rig.queue("Insert", [descriptions("file:///one.flac"), .uint32(50_000)])
        #expect(try rig.ownProperty("Queue1", "Length") == .uint32(100_001))
        #expect(ContinuousClock.now - again < .seconds(10))
    }

    @Test("Entries that a client looks at are read soon, of very many the first 200")
    func lookedAt() async throws {
        let rig = try await Rig(.sample(300))
        let items = rig.player.snapshot.items
        _ = try rig.queue("Items", [.uint32(0), .uint32(2)])
        _ = try rig.queue("Items", [.uint32(0), .uint32(300)])
        #expect(
            rig.player.commands == [
                .reading(.lookAt(Array(items[..<2]))), .reading(.lookAt(Array(items[..<200]))),
            ])
        #expect(rig.player.origins == [.program, .program])
    }
}
