import DBusKit
import PlayerCore
import Testing

@Suite("TrackList", .playerctld)
struct TrackListTests {
    private func tracks(_ rig: Rig) throws -> [String] {
        try rig.client.get(Rig.name, Rig.path, Rig.trackList, "Tracks").asArray?.compactMap(\.asObjectPath) ?? []
    }

    private func paths(_ range: Range<Int>) -> [String] { range.map { QueueItem.sample($0).path } }

    /// What was signalled about tracks: member and the last component of every path in it.
    private func trackSignals(_ rig: Rig) throws -> [String] {
        try rig.signals().filter { $0.interface == Rig.trackList }.map { signal in
            let paths = signal.arguments.map { argument in
                argument.asArray.map { "\($0.count)" } ?? argument.asDictionary?["mpris:trackid"]?.asObjectPath
                    ?? argument.asObjectPath ?? ""
            }
            return ([signal.member] + paths.map { $0.split(separator: "/").last.map(String.init) ?? "" })
                .joined(separator: " ")
        }
    }

    @Test("A short queue is shown whole; a long one as 21 items around the current one")
    func window() async throws {
        let rig = try await Rig(.sample(5, current: 2))
        #expect(try tracks(rig) == paths(0..<5))
        await rig.publish([.itemsChanged(from: 0, removed: 5, inserted: 100)]) { $0 = .sample(100, current: 50) }
        #expect(try tracks(rig) == paths(40..<61))
        await rig.publish { $0.select(0) }
        #expect(try tracks(rig) == paths(0..<21))
        await rig.publish { $0.select(99) }
        #expect(try tracks(rig) == paths(79..<100))
        await rig.publish([.itemsChanged(from: 0, removed: 100, inserted: 0)]) { $0 = .sample(0, current: nil) }
        #expect(try tracks(rig).isEmpty)
    }

    @Test("A list that gives way to its entries is one TrackListReplaced")
    func expansion() async throws {
        let rig = try await Rig(.sample(5, current: 0))
        try rig.forgetSignals()
        await rig.publish([.itemsChanged(from: 2, removed: 1, inserted: 3)]) { snapshot in
            snapshot.items.replaceSubrange(2...2, with: (10...12).map { QueueItem.sample($0) })
        }
        #expect(
            try trackSignals(rig) == [
                "TrackListReplaced 7 \(QueueItem.sample(0).path.split(separator: "/").last ?? "")"
            ])
        #expect(try tracks(rig).count == 7)
    }

    @Test("A step to the next item leaves the window where it is")
    func steady() async throws {
        let rig = try await Rig(.sample(100, current: 50))
        let before = try tracks(rig)
        try rig.forgetSignals()
        for index in 51...57 { await rig.publish { $0.select(index) } }
        #expect(try tracks(rig) == before)
        #expect(try trackSignals(rig).isEmpty)
        await rig.publish { $0.select(58) }
        let after = try tracks(rig)
        #expect(after != before && after.contains(QueueItem.sample(58).path))
    }

    @Test("The current track is always in the window, whatever moves")
    func alwaysInside() async throws {
        let rig = try await Rig(.sample(60, current: 0))
        for index in [0, 17, 18, 19, 42, 41, 39, 20, 19, 3, 2, 59, 57, 30] {
            await rig.publish { $0.select(index) }
            #expect(try tracks(rig).contains(QueueItem.sample(index).path), "\(index)")
        }
        await rig.publish([.itemsChanged(from: 0, removed: 40, inserted: 0)]) { $0 = .sample(20, current: 19) }
        #expect(try tracks(rig) == paths(0..<20))
    }

    @Test("Tracks is invalidated without its value, once, and only when it reads differently")
    func invalidated() async throws {
        let rig = try await Rig(.sample(100, current: 50))
        try rig.forgetSignals()
        await rig.publish([.itemsChanged(from: 90, removed: 1, inserted: 0)]) { $0.items.remove(at: 90) }
        #expect(try rig.signals().filter { $0.changedInterface == Rig.trackList }.isEmpty)
        await rig.publish([.itemsChanged(from: 55, removed: 1, inserted: 0)]) { $0.items.remove(at: 55) }
        let changes = try rig.signals().filter { $0.changedInterface == Rig.trackList }
        #expect(changes.map(\.summary) == ["TrackList: -Tracks"])
    }

    @Test("Insertions are TrackAdded, each after the one before it")
    func added() async throws {
        let rig = try await Rig(.sample(2))
        try rig.forgetSignals()
        await rig.publish([.itemsChanged(from: 0, removed: 0, inserted: 1)]) { $0.items.insert(.sample(10), at: 0) }
        #expect(try trackSignals(rig) == ["TrackAdded ib NoTrack"])
        await rig.publish([.itemsChanged(from: 3, removed: 0, inserted: 2)]) { $0.items += [.sample(11), .sample(12)] }
        #expect(try trackSignals(rig) == ["TrackAdded ic i2", "TrackAdded id ic"])
    }

    @Test("Removals are TrackRemoved; items that slide into the window are added behind")
    func removed() async throws {
        let rig = try await Rig(.sample(22, current: 5))
        try rig.forgetSignals()
        await rig.publish([.itemsChanged(from: 1, removed: 1, inserted: 0)]) { $0.items.remove(at: 1) }
        #expect(try trackSignals(rig) == ["TrackRemoved i2", "TrackAdded im il"])
    }

    @Test("A move and another queue are one TrackListReplaced, naming the current track or NoTrack")
    func replaced() async throws {
        let rig = try await Rig(.sample(4))
        try rig.forgetSignals()
        await rig.publish([.itemsChanged(from: 0, removed: 3, inserted: 3)]) { $0.items.swapAt(0, 2) }
        #expect(try trackSignals(rig) == ["TrackListReplaced 4 i1"])
        await rig.publish([.itemsChanged(from: 0, removed: 4, inserted: 2)]) {
            $0.items = [.sample(30), .sample(31)]
            $0.select(nil)
        }
        #expect(try trackSignals(rig) == ["TrackListReplaced 2 NoTrack"])
    }

    @Test("New facts about the current track and another description are TrackMetadataChanged")
    func metadataChanged() async throws {
        let rig = try await Rig(.sample(4))
        try rig.forgetSignals()
        await rig.publish { $0.current?.metadata.album = "Album" }
        var signals = try rig.signals().filter { $0.interface == Rig.trackList }
        #expect(signals.map(\.member) == ["TrackMetadataChanged"])
        #expect(signals.first?.arguments.last?.asDictionary?["xesam:album"] == "Album")
        await rig.publish([.itemsChanged(from: 2, removed: 1, inserted: 1)]) {
            $0.items[2] = QueueItem(id: $0.items[2].id, description: MediaDescription(uri: "file:///other.mp3"))
        }
        signals = try rig.signals().filter { $0.interface == Rig.trackList }
        #expect(signals.map(\.member) == ["TrackMetadataChanged"])
        #expect(signals.first?.arguments.last?.asDictionary?["xesam:title"] == "other")
    }

    @Test("GetTracksMetadata: in the order asked for, also outside of the window; unknown ids are left out")
    func tracksMetadata() async throws {
        let rig = try await Rig(.sample(100, current: 0))
        let wanted = [QueueItem.sample(70).path, Rig.noTrack, "/x", QueueItem.sample(0).path, "/org/mediad/track/izz9"]
        let answer = try rig.trackList("GetTracksMetadata", [.objectPaths(wanted)]).first?.asDictionaries ?? []
        #expect(answer.map { $0["xesam:title"] } == ["Title 70", "Title 0"])
        #expect(answer.last?["mpris:length"] == .int64(100_000_000))
        #expect(try rig.trackList("GetTracksMetadata", [.objectPaths([])]) == [.propertyLists([])])
    }

    @Test("A thousand unknown ids in a queue of 100,000 are answered at once")
    func manyUnknown() async throws {
        let rig = try await Rig(.sample(100_000))
        let wanted = (0..<1_000).map { "/org/mediad/track/iz" + String($0, radix: 36) + "zzzz" }
        let start = ContinuousClock.now
        #expect(try rig.trackList("GetTracksMetadata", [.objectPaths(wanted)]) == [.propertyLists([])])
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("GetTracksMetadata answers for a thousand tracks, and leaves the rest out", arguments: [1_000, 1_001])
    func mostTracks(count: Int) async throws {
        let rig = try await Rig(.sample(count))
        let wanted = (0..<count).map { QueueItem.sample($0).path }
        let answer = try rig.trackList("GetTracksMetadata", [.objectPaths(wanted)]).first?.asDictionaries
        #expect(answer?.count == 1_000)
    }

    @Test("AddTrack: at the start after NoTrack, after a track, at the end after one that is gone")
    func addTrack() async throws {
        let rig = try await Rig()
        let item = rig.player.snapshot.items[1]
        try rig.trackList("AddTrack", ["/a.mp3", .objectPath(Rig.noTrack), false])
        try rig.trackList("AddTrack", ["file:///b.mp3", .objectPath(item.path), true])
        try rig.trackList("AddTrack", ["file:///c.mp3", .objectPath("/gone"), false])
        #expect(
            rig.player.commands == [
                .addTrack("file:///a.mp3", after: nil, makeCurrent: false),
                .addTrack("file:///b.mp3", after: item.id, makeCurrent: true),
                .addTrack("file:///c.mp3", after: ItemID(rawValue: .max), makeCurrent: false),
            ])
        #expect(
            rig.failure { () throws(DBusError) in
                try rig.trackList("AddTrack", ["nonsense", .objectPath(Rig.noTrack), false])
            }?.isStandard(.invalidArgs) == true)
    }

    @Test("RemoveTrack and GoTo: ids are passed on; NoTrack and unknown ones have no effect and succeed")
    func removeAndGoTo() async throws {
        let rig = try await Rig()
        let item = rig.player.snapshot.items[1]
        for path in [item.path, Rig.noTrack, "/gone"] {
            try rig.trackList("RemoveTrack", [.objectPath(path)])
            try rig.trackList("GoTo", [.objectPath(path)])
        }
        #expect(rig.player.commands == [.remove([item.id]), .goTo(item.id)])
        rig.player.react { _, _, _ in .failure(.notFound("gone")) }
        try rig.trackList("RemoveTrack", [.objectPath(item.path)])
        try rig.trackList("GoTo", [.objectPath(item.path)])
    }
}
