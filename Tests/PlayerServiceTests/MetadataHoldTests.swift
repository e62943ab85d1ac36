import DBusKit
import PlayerCore
import Testing

@Suite("A change of item is one change", .playerctld)
struct MetadataHoldTests {
    @Test("While metadata are held, reads are right and only the signal waits")
    func held() async throws {
        let rig = try await Rig(.sample(3))
        try rig.forgetSignals()
        await rig.publish {
            $0.select(2)
            $0.isMetadataHeld = true
        }
        #expect(try rig.signals().map(\.summary) == ["Queue1: CurrentIndex"])
        #expect(rig.metadata["mpris:trackid"]?.asObjectPath == QueueItem.sample(2).path)
        #expect(try rig.get("CanGoNext") == false)
        await rig.publish {
            $0.current?.metadata.artworkURI = "file:///cover.jpg"
            $0.isMetadataHeld = false
        }
        let signals = try rig.signals()
        #expect(signals.map(\.summary) == ["Player: CanGoNext Metadata", "TrackMetadataChanged"])
        #expect(signals.first?.changed["Metadata"]?.asDictionary?["mpris:artUrl"] == "file:///cover.jpg")
    }

    @Test("What says that it plays says what it can, and does not wait")
    func status() async throws {
        let rig = try await Rig(.sample(3))
        await rig.publish {
            $0.status = .stopped
            ($0.canSeek, $0.canGoNext) = (false, false)
        }
        try rig.forgetSignals()
        await rig.publish {
            $0.select(1)
            $0.status = .playing
            $0.isMetadataHeld = true
        }
        let signals = try rig.signals()
        #expect(signals.map(\.summary) == ["Player: CanGoNext CanSeek PlaybackStatus", "Queue1: CurrentIndex"])
        #expect(signals.first?.changed["CanSeek"] == true && signals.first?.changed["CanGoNext"] == true)
    }

    @Test("There and back again while it is held: both are told, for the first begins anew")
    func thereAndBack() async throws {
        let rig = try await Rig(.sample(3))
        try rig.forgetSignals()
        await rig.publish {
            $0.select(1)
            $0.isMetadataHeld = true
        }
        await rig.publish { $0.select(0) }
        await rig.publish { $0.isMetadataHeld = false }
        let told = try rig.signals().compactMap { $0.changed["Metadata"]?.asDictionary?["mpris:trackid"]?.asObjectPath }
        #expect(told == [QueueItem.sample(1).path, QueueItem.sample(0).path])
    }

    @Test("Entries that were read have titles in TrackList and in the queue, and TrackList tells")
    func remembered() async throws {
        var settings = PlayerSettings()
        settings.readsAhead = true
        var core = Player(firstID: 1, seed: 1, settings: settings)
        let items = (0..<2).map { MediaDescription(uri: "file:///music/\($0).flac") }
        _ = core.handle(.insert(items, at: 0), from: .person, now: MonotonicTime(nanoseconds: 0))
        let before = core.snapshot()
        let rig = try await Rig(before)
        try rig.forgetSignals()
        let id = before.items[1].id
        _ = core.handle(.reading(.itemRead(before.items[0].id, items[0].uri, nil)), now: MonotonicTime(nanoseconds: 0))
        var findings = ItemFindings()
        findings.container.fields.title = "Read"
        findings.container.fields.artist = ["Somebody"]
        findings.container.duration = MediaTime(microseconds: 5)
        let outcome = core.handle(.reading(.itemRead(id, items[1].uri, findings)), now: MonotonicTime(nanoseconds: 0))
        await rig.publish(outcome.notices) { $0 = core.snapshot() }
        let signals = try rig.signals()
        #expect(signals.map(\.member).contains("TrackMetadataChanged"))
        let told = signals.filter { $0.member == "ItemsChanged" }.map(\.arguments)
        #expect(told == [[.uint32(1), .uint32(1), .uint32(1)]])
        let answer = try rig.trackList("GetTracksMetadata", [.objectPaths([before.items[1].path])]).first?
            .asDictionaries?.first
        #expect(answer?["xesam:title"] == "Read" && answer?["mpris:length"] == .int64(5))
        let listed = try rig.queue("Items", [.uint32(0), .uint32(9)]).first?.asDictionaries ?? []
        #expect(listed.last?["title"] == "Read" && listed.last?["artist"]?.asStringArray == ["Somebody"])
        #expect(listed.first?["title"] == nil)
    }
}
