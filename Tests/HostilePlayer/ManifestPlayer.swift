import Foundation
import PlayerCore
import TestSupport

/// Plays made-up manifests from a public server and sees to it that nothing is opened that such a server may not name.
///
/// The program runs in a closed ``PublicInternet``: connections to anything but the public server are told and refused, and so
/// are files whose name contains `canary`. None must be tried. Manifests go through the demuxers as in mediad.
final class ManifestPlayer {
    /// How many are played at a time, and for how long, in seconds.
    private static let (atOnce, patience) = (4, 1.5)
    /// Seconds in which a sound file is heard after all of them, however busy the machine is.
    private static let longest = 30.0

    private let folder: String
    private let server: MediaServer
    private let sessions: [HostileSession]
    private let log: String
    private let original: String

    /// - Parameters:
    ///   - folder: served; manifests are written there.
    ///   - log: what ``PublicInternet`` tells.
    ///   - original: a sound file, to be served as segments, and to be heard.
    init(folder: String, log: String, original: String) throws {
        self.folder = folder
        self.log = log
        self.original = original
        server = try MediaServer(folder: folder)
        sessions = (0..<Self.atOnce).map {
            HostileSession(
                sinks: ("fakeaudiosink sync=false", "fakevideosink sync=false"), artwork: "\(folder)/art\($0)")
        }
    }

    /// Makes what manifests name. Must be called where nobody looks yet.
    static func prepare(_ folder: String, from original: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["a.ts", "b.m4s", "init.mp4", "canary.flac", "key"] {
            try FileManager.default.copyItem(atPath: original, toPath: "\(folder)/\(name)")
        }
    }

    /// - Returns: what was opened and must not be, a line each.
    func play(_ numbers: Range<Int>, seed: UInt64) throws -> [String] {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.atOnce) {
            let batch = start..<min(start + Self.atOnce, numbers.upperBound)
            for (session, number) in zip(sessions, batch) {
                let manifest = HostileManifest(
                    seed: seed &* 1_000_003 &+ UInt64(number), folder: folder, port: server.port)
                let name = "\(number)\(manifest.ending)"
                try Data(manifest.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
                say("play \(number) manifest \(folder)/\(name)")
                let uri = "http://\(PublicInternet.address):\(server.port)/\(name)"
                session.perform(.replaceQueue([MediaDescription(uri: uri)], play: true, start: nil, index: 0))
            }
            let end = Moment.now + Self.patience
            for (session, number) in zip(sessions, batch) {
                let left = max(0.01, end - Moment.now)
                let isOver = session.waits(left) { $0.error != nil && $0.status == .stopped }
                say("done \(number) \(isOver ? "fails" : session.snapshot.status == .playing ? "plays" : "waits")")
                session.perform(.stop)
            }
            let opened = PublicInternet.log(at: log)
            guard opened.isEmpty else { return opened }
            for number in batch {
                for ending in [".m3u8", ".mpd"] {
                    try? FileManager.default.removeItem(atPath: "\(folder)/\(number)\(ending)")
                }
            }
        }
        return []
    }

    /// Whether each player still plays.
    func isWell() -> Bool {
        sessions.allSatisfy { session in
            let sound = MediaDescription(uri: URL(fileURLWithPath: original).absoluteString)
            session.perform(.replaceQueue([sound], play: true, start: nil, index: 0))
            return session.waits(Self.longest) { $0.position.position > .zero || $0.position.rate > 0 }
        }
    }

    func end() {
        for session in sessions {
            session.perform(.stop)
            session.end()
        }
        server.stop()
    }
}
