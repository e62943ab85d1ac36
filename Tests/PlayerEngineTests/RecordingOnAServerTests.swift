import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// A recording that a server sends while it is written plays in pieces: each ends at what was written when it was opened.
@Suite(.quiet, .needs("ffmpeg", "python3"))
struct RecordingOnAServerTests {
    /// Half a minute of sound as a transport stream.
    private static func made(in folder: URL) throws -> Data {
        let whole = folder.appendingPathComponent("whole.ts")
        let arguments = ["-v", "error", "-f", "lavfi", "-i", "sine=d=30", "-c:a", "aac", whole.path]
        let result = try ChildProcess.run("ffmpeg", arguments)
        try #require(result.end == .exited(0), "\(result.errors)")
        return try Data(contentsOf: whole)
    }

    /// What happened when the output was taken away after the next piece had joined and before it was heard.
    private enum Outcome: Sendable {
        case notYet
        /// The next piece is ready and has not joined.
        case soon
        /// Which piece came back, and where.
        case taken(isNextPiece: Bool, start: MediaTime)

        var isTaken: Bool { if case .taken = self { true } else { false } }
    }

    @Test func thePieceThatJoinedComesBack() async throws {
        let session = try await Session(isAhead: true)
        let folder = session.directory.appendingPathComponent("server")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let whole = try Self.made(in: session.directory)
        // As fast as it plays.
        let (first, piece) = (whole.count / 6, whole.count / 300)
        let file = folder.appendingPathComponent("recording.ts")
        try whole.prefix(first).write(to: file)
        let recorder = try FileHandle(forWritingTo: file)
        try recorder.seekToEnd()
        let server = try MediaServer(folder: folder.path)
        defer { server.stop() }
        await session.perform(
            .replaceQueue([MediaDescription(uri: server.uri("recording.ts"))], play: true, start: nil, index: 0))

        let begun = Moment.now
        var written = first
        var outcome = Outcome.notYet
        while !outcome.isTaken, Moment.now < begun + 60 {
            // A tenth of a second of the recording in each.
            let end = min(whole.count, first + Int((Moment.now - begun) * 10) * piece)
            if end > written {
                try recorder.write(contentsOf: whole[written..<end])
                written = end
            }
            outcome =
                await session.inspect { engine in
                    guard let next = engine.continuation else { return .notYet }
                    guard engine.air.carries(next) else { return .soon }
                    engine.takeOffAir(resumingAt: engine.currentPosition)
                    return .taken(isNextPiece: engine.current === next, start: next.request.start)
                } ?? .notYet
            // What has joined is heard a moment later: on a busy machine, a pause would miss that.
            if case .notYet = outcome { try await Task.sleep(for: .milliseconds(2)) }
        }
        guard case .taken(let isNextPiece, let start) = outcome else {
            Issue.record("no piece joined")
            return
        }
        #expect(isNextPiece && start.seconds > 3)
        try recorder.write(contentsOf: whole[written...])
        try await session.wait("what follows", seconds: 30) { snapshot, _ in
            snapshot.position.rate == 1
                && snapshot.position.position(at: snapshot.moment, duration: nil) >= start
        }
        let heard = session.bytesHeard
        try await session.waitForSound(heard: heard + 88_200)
        await session.close()
    }
}
