import Foundation
import Gst
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Subtitles of DVDs in Matroska files, whose header tells the size of their plane.
@Suite(.serialized, .timeLimit(.minutes(2)), .needs("ffmpeg"))
struct VobSubTests {
    /// A PGS file with a box that lies in the middle of the plane, as wide as half of it and a tenth as high.
    private static func pgs(width: Int, height: Int) -> [UInt8] {
        func u16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
        func segment(at seconds: Int, _ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
            let time = seconds * 90_000
            return Array("PG".utf8) + u16(time >> 16) + u16(time) + [0, 0, 0, 0, type] + u16(payload.count) + payload
        }
        let (wide, high) = (width / 2, height / 10)
        let place = u16((width - wide) / 2) + u16((height - high) / 2)
        let row = [0, 0xC0 | UInt8(wide >> 8), UInt8(wide & 0xFF), 1, 0, 0] as [UInt8]
        let runs = (0..<high).flatMap { _ in row }
        let object = [0, 0, 0, 0xC0, 0] + u16(runs.count + 4) + u16(wide) + u16(high) + runs
        let plane = u16(width) + u16(height) + [0x10]
        let window = [1, 0] + place + u16(wide) + u16(high)
        return segment(at: 0, 0x16, plane + [0, 0, 0x80, 0, 0, 1, 0, 0, 0, 0] + place) + segment(at: 0, 0x17, window)
            + segment(at: 0, 0x14, [0, 0, 1, 235, 128, 128, 255]) + segment(at: 0, 0x15, object)
            + segment(at: 0, 0x80, []) + segment(at: 5, 0x16, plane + [0, 1, 0, 0, 0, 0])
            + segment(at: 5, 0x17, window) + segment(at: 5, 0x80, [])
    }

    /// Ten seconds of 640 by 360 pixels.
    private static func makeFilm(in folder: String, width: Int, height: Int) throws -> URL {
        let subtitles = pgs(width: width, height: height)
        try Fixtures.copy(madeOf: ["vobsub 1", "\(width)", "\(height)"], to: folder) { folder in
            try Data(subtitles).write(to: URL(fileURLWithPath: "\(folder)/lines.sup"))
            let made = try ChildProcess.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=size=640x360:rate=10:duration=10", "-i",
                    "\(folder)/lines.sup", "-map", "0", "-map", "1", "-c:v", "libvpx", "-c:s", "dvdsub",
                    "\(folder)/film.mkv",
                ], within: 60)
            guard made.end == .exited(0) else { throw Deadline.Missed("ffmpeg: \(made.errors)") }
        }
        return URL(fileURLWithPath: "\(folder)/film.mkv")
    }

    @Test(arguments: [(1_920, 1_080), (1_280, 720), (720, 576)])
    func theyLieWhereTheirHeaderPutsThem(width: Int, height: Int) async throws {
        let session = try await Session()
        let folder = session.directory.appendingPathComponent("vobsub").path
        let film = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try Self.makeFilm(in: folder, width: width, height: height) })
            }
        }
        await session.perform(.setLoop(.track))
        await session.perform(
            .replaceQueue([MediaDescription(uri: film.absoluteString)], play: true, start: nil, index: 0))
        try await session.wait("the subtitles") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.tracks.subtitles.count == 1
        }
        await session.perform(.tracks(.selectSubtitles(0)))
        let canvas = SubtitleCanvas(
            frame: FrameShape(width: 640, height: 360), width: 640, height: 360, scale: 1)
        var place: [Int]?
        let deadline = ContinuousClock.now + .seconds(30)
        while place == nil, ContinuousClock.now < deadline {
            place =
                await session.inspect { engine in
                    let patches = engine.current?.drawnSubtitles?.drawing(atMilliseconds: 2_000, on: canvas)?.patches
                    return patches?.first.map { [$0.x, $0.y, $0.width, $0.height] }
                } ?? nil
            try await Task.sleep(for: .milliseconds(5))
        }
        await session.close()
        let found = try #require(place)
        for (side, expected) in zip(found, [160, 162, 320, 36]) { #expect(abs(side - expected) <= 2, "\(found)") }
    }
}
