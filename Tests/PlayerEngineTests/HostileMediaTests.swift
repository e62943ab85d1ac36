import Foundation
import PlayerCore
import TestSupport
import Testing

/// Damaged media: nothing of them ends the process or keeps the next item from being heard.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct HostileMediaTests {
    /// The last picture of a film of six seconds is to stand for two days.
    @Test func aPictureThatLastsForDaysDoesNotKeepTheNextItem() async throws {
        let session = try await Session()
        let file = session.directory.appendingPathComponent("endless.mp4")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("clip.mp4"))))
        try MP4Samples.stretchLastPicture(in: &bytes)
        try Data(bytes).write(to: file)
        await session.perform(
            .replaceQueue(
                [MediaDescription(uri: file.absoluteString), Fixture.item("sine-a.flac")], play: true,
                start: MediaTime(nanoseconds: 5_000_000_000), index: 0))
        // It would come after two days. A busy machine may be late enough to find that it is over, too.
        try await session.wait("the next item") { snapshot, _ in
            snapshot.currentIndex == 1 && (snapshot.position.rate == 1 || snapshot.status == .stopped)
        }
        await session.close()
    }

    /// Behind its damage qtdemux ends the sound after a seek without having said where it begins.
    @Test func aSeekToWhereNothingIsLeftLands() async throws {
        let session = try await Session()
        let file = session.directory.appendingPathComponent("damaged.mp4")
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("clip.mp4"))))
        try Data(Mutation(of: whole, seed: 1_000_008).bytes).write(to: file)
        await session.perform(
            .replaceQueue(
                [MediaDescription(uri: file.absoluteString), Fixture.item("sine-a.flac")], play: true, start: nil,
                index: 0))
        try await session.wait("the film") { snapshot, _ in snapshot.position.rate == 1 }
        let id = try #require(session.snapshot.current?.id)
        await session.perform(.setPosition(id, MediaTime(nanoseconds: 5_700_000_000)))
        try await session.wait("the next item", seconds: 30) { snapshot, _ in
            snapshot.currentIndex == 1 && snapshot.position.rate == 1
        }
        await session.close()
    }

    /// Manifests of a public server that name files, pipes and private addresses: nothing of them is opened.
    @Test func manifestsOpenNothingThatTheyMustNotName() throws {
        let player = Tool.built("hostile-player")
        let result = try ChildProcess.run(
            player, ["manifests", Fixtures.path("sine-a.flac"), "0", "32"], within: 100)
        #expect(result.end == .exited(0), "\(result.output.suffix(2_000)) \(result.errors.suffix(2_000))")
    }

    /// What a server sends for ever as a list of pieces would fill the memory.
    @Test func aPlaylistThatDoesNotEndIsPassedOver() async throws {
        let session = try await Session()
        let file = session.directory.appendingPathComponent("endless.m3u8")
        let list = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nnowhere.ts\n"
        try Data(list.utf8 + [UInt8](repeating: 10, count: 17 << 20)).write(to: file)
        let items = [MediaDescription(uri: file.absoluteString), Fixture.item("sine-a.flac")]
        try await session.perform(
            .replaceQueue(items, play: true, start: nil, index: 0), seconds: 60, until: "the next item"
        ) { snapshot, _ in
            snapshot.currentIndex == 1 && snapshot.position.rate == 1
        }
        #expect(session.faults == [.sourceTooLarge])
        await session.close()
    }

    /// Behind its damage matroskademux keeps what it gets until it finds where a cluster begins.
    @Test func aServerThatSendsNothingOfUseIsLeft() async throws {
        let server = try MediaServer(folder: Fixtures.path("probe"))
        let session = try await Session()
        await session.perform(
            .replaceQueue(
                [MediaDescription(uri: server.uri("huge-norange/matroska-late.mkv")), Fixture.item("sine-a.flac")],
                play: true, start: nil, index: 0))
        try await session.wait("the next item", seconds: 60) { snapshot, _ in
            snapshot.currentIndex == 1 && snapshot.position.rate == 1
        }
        #expect(session.faults == [.containerBroken])
        await session.close()
    }

    /// A few damaged copies of every kind of file, the same each time; `make fuzz-engine` plays hundreds.
    @Test(arguments: [
        ("tone.ogg", 3), ("tone.mp3", 3), ("tone.m4a", 3), ("tone.flac", 3), ("clip.webm", 2), ("clip.mp4", 2),
        ("episode-1.mkv", 2),
    ]) func damagedCopiesArePlayedOrPassedOver(_ fixture: String, _ count: Int) throws {
        let run = try ChildProcess.run(
            Tool.built("hostile-player"),
            [Fixtures.path(fixture), Fixtures.path("sine-a.flac"), "0", "\(count)", "1"],
            environment: ["G_DEBUG": "fatal-criticals", "SWIFT_BACKTRACE": "enable=no"], within: 60)
        #expect(run.end == .exited(0), "\(run.output.suffix(400)) \(run.errors.suffix(400))")
    }
}

extension Session {
    /// Why items could not be played, in order.
    fileprivate var faults: [PlaybackFault.Code] {
        notices.compactMap { notice in
            if case .itemFailed(_, let fault) = notice { fault.fault.code } else { nil }
        }
    }
}

/// The table of how long samples last (ISO/IEC 14496-12 section 8.6.1.2).
private enum MP4Samples {
    /// Has the last sample of the first track last as long as can be; all before it as long as one another.
    ///
    /// The table needs eight bytes more and takes them from the one behind it, which lists where one may seek to.
    static func stretchLastPicture(in bytes: inout [UInt8]) throws {
        let box = try #require(bytes.indices.first { bytes[$0...].starts(with: "stts".utf8) }, "no table") - 4
        try #require(number(bytes, box) == 24 && number(bytes, box + 12) == 1, "another table")
        let (count, duration, rest) = (number(bytes, box + 16), number(bytes, box + 20), number(bytes, box + 24))
        let table = [0, 2, count - 1, duration, 1, 0x7FFF_FFFF].flatMap(big)
        let filler = big(rest - 8) + Array("free".utf8)
        bytes.replaceSubrange(box..<box + 40, with: big(32) + Array("stts".utf8) + table + filler)
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
