import DBusKit
import PlayerCore
import Testing

/// A track of a file that holds several: its time on MPRIS is its own.
@Suite("Tracks of a file", .playerctld)
struct FileTrackBusTests {
    /// From 20 s to 50 s of a file of 100 s, 5 s of it played.
    private static func show(_ snapshot: inout PlayerSnapshot) {
        var fields = MediaDetails.Fields()
        (fields.title, fields.album, fields.track) = ("Second", "Disc", 2)
        (fields.inPoint, fields.outPoint) = (.seconds(20), .seconds(50))
        snapshot.items[0] = QueueItem(
            id: snapshot.items[0].id,
            description: MediaDescription(uri: "file:///a.flac", details: MediaDetails(fields)))
        snapshot.itemStates[snapshot.items[0].id, default: ItemState()].duration = .seconds(100)
        snapshot.select(0)
        snapshot.position = .standing(at: .seconds(25))
    }

    @Test func lengthAndPositionAreItsOwn() async throws {
        let rig = try await Rig()
        await rig.publish { Self.show(&$0) }
        let metadata = rig.metadata
        #expect(metadata["mpris:length"] == .int64(30_000_000))
        #expect(metadata["mediad:offset"] == .int64(20_000_000))
        #expect(metadata["xesam:trackNumber"] == .int32(2))
        #expect(metadata["xesam:title"] == "Second" && metadata["xesam:album"] == "Disc")
        #expect(try rig.get("Position") == .int64(5_000_000))
        let item = try rig.queue("Items", [.uint32(0), .uint32(1)]).first?.asDictionaries?.first
        #expect(item?["duration"] == .int64(30_000_000) && item?["in"] == .int64(20_000_000))
        try rig.forgetSignals()
        await rig.publish([.seeked(.seconds(30))]) { $0.position = .standing(at: .seconds(30)) }
        #expect(try rig.signals().last?.arguments == [.int64(10_000_000)])
    }

    @Test func aPositionIsSetInItAndOneOutsideIsIgnored() async throws {
        let rig = try await Rig()
        await rig.publish { Self.show(&$0) }
        let item = rig.player.snapshot.items[0]
        for time in [-1, 0, 7_000_000, 30_000_000, 30_000_001] as [Int64] {
            try rig.call("SetPosition", [.objectPath(item.path), .int64(time)])
        }
        let targets = [20, 27, 50].map { PlayerCommand.setPosition(item.id, .seconds($0)) }
        #expect(rig.player.commands == targets)
    }
}
