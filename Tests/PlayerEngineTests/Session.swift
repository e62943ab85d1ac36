import Foundation
import Glibc
import Gst
import PlayerCore
import PlayerEngine
import Synchronization
import Testing

/// A player with a real engine, seen from outside: commands, snapshots to wait for, sound in a file.
final class Session: Sendable {
    struct Timeout: Error, CustomStringConvertible {
        let description: String
    }

    private struct Watched {
        var snapshot = PlayerSnapshot()
        var notices: [PlayerNotice] = []
        var history: [(at: Date, status: PlayerSnapshot.Status, title: String)] = []
        var waiters: [UUID: (@Sendable (PlayerSnapshot, [PlayerNotice]) -> Bool, CheckedContinuation<Void, Never>)] =
            [:]
    }

    private let watched = Mutex(Watched())
    private let loop: Mutex<PlayerLoop?> = Mutex(nil)
    let recording: URL
    let directory: URL
    private let descriptor: Int32

    init(audioSink: String? = nil, videoSink: String = "none", settings: PlayerSettings = PlayerSettings()) async throws
    {
        try Gst.initialize()
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        recording = directory.appendingPathComponent("sound.raw")
        // fdsink, because filesink empties its file at every flush.
        descriptor = open(recording.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        let audio =
            audioSink
            ?? "audioconvert ! capsfilter caps=audio/x-raw,format=S16LE,layout=interleaved ! "
            + "fdsink sync=true fd=\(descriptor)"
        let configuration = EngineConfiguration(
            audioSink: audio, videoSink: videoSink, artworkDirectory: directory.appendingPathComponent("art").path)
        let made = await Self.makeLoop(configuration, settings) { [weak self] snapshot, notices in
            self?.published(snapshot, notices)
        }
        loop.withLock { $0 = made }
    }

    @MediaActor
    private static func makeLoop(
        _ configuration: EngineConfiguration, _ settings: PlayerSettings,
        publish: @escaping @Sendable (PlayerSnapshot, [PlayerNotice]) -> Void
    ) -> PlayerLoop {
        let isLoud = ProcessInfo.processInfo.environment["MEDIAD_TEST_LOG"] != nil
        let trace: (@Sendable (String) -> Void)? = isLoud ? { @Sendable line in print(line) } : nil
        return PlayerLoop(
            player: Player(firstID: 1, seed: 1, settings: settings), configuration: configuration, environment: [:],
            log: { level, line in if isLoud { print("[\(level)] \(line)") } }, trace: trace,
            publish: { snapshot, notices in publish(snapshot, notices) })
    }

    private func published(_ snapshot: PlayerSnapshot, _ notices: [PlayerNotice]) {
        let resumed = watched.withLock { watched in
            watched.snapshot = snapshot
            watched.notices += notices
            watched.history.append((Date(), snapshot.status, snapshot.current?.metadata.title ?? ""))
            let met = watched.waiters.filter { $0.value.0(snapshot, watched.notices) }
            for id in met.keys { watched.waiters[id] = nil }
            return met.values.map(\.1)
        }
        for waiter in resumed { waiter.resume() }
    }

    var snapshot: PlayerSnapshot { watched.withLock { $0.snapshot } }
    var notices: [PlayerNotice] { watched.withLock { $0.notices } }
    func forgetNotices() { watched.withLock { $0.notices = [] } }

    @discardableResult
    func perform(_ command: PlayerCommand) async -> Result<CommandReply, CommandRefusal> {
        let loop = loop.withLock { $0 }
        return await Self.perform(loop, command)
    }

    @MediaActor
    private static func perform(_ loop: PlayerLoop?, _ command: PlayerCommand) -> Result<CommandReply, CommandRefusal> {
        loop?.perform(command, from: .person) ?? .failure(.notPossible("shut down"))
    }

    func inspect(_ uri: String) async -> Result<InspectedItem, PlaybackFault> {
        let loop = loop.withLock { $0 }
        return await withCheckedContinuation { continuation in
            MediaActor.post { loop?.inspect(uri) { continuation.resume(returning: $0) } }
        }
    }

    /// Waits until a snapshot (and the notices so far) fit.
    func wait(
        _ what: String, seconds: Double = 60,
        until condition: @escaping @Sendable (PlayerSnapshot, [PlayerNotice]) -> Bool
    ) async throws {
        let id = UUID()
        let timedOut = Mutex(false)
        let timeout = Task { [self] in
            try await Task.sleep(for: .seconds(seconds))
            let waiter = watched.withLock { watched in watched.waiters.removeValue(forKey: id) }
            if let waiter {
                timedOut.withLock { $0 = true }
                waiter.1.resume()
            }
        }
        await withCheckedContinuation { continuation in
            let isMet = watched.withLock { watched in
                if condition(watched.snapshot, watched.notices) { return true }
                watched.waiters[id] = (condition, continuation)
                return false
            }
            if isMet { continuation.resume() }
        }
        timeout.cancel()
        if timedOut.withLock({ $0 }) {
            throw Timeout(description: "\(what) did not happen within \(seconds) s; last: \(snapshot)")
        }
    }

    func position() -> MediaTime { reading().position }

    /// Where playback is, and when that was, in seconds: who is held up between two readings sees it in both.
    func reading() -> (position: MediaTime, seconds: Double) {
        let snapshot = snapshot
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let moment = MonotonicTime(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
        let position = snapshot.position.position(at: moment, duration: snapshot.current?.duration)
        return (position, Double(moment.nanoseconds) / 1e9)
    }

    /// Where playback began to move or to stand last, which no late reader changes.
    var wentOnAt: MediaTime { snapshot.position.position }

    /// The recorded samples of the first channel.
    func samples(channels: Int) throws -> [Int16] {
        let data = try Data(contentsOf: recording)
        return data.withUnsafeBytes { raw in
            let all = raw.bindMemory(to: Int16.self)
            return stride(from: 0, to: all.count - channels + 1, by: channels).map { all[$0] }
        }
    }

    deinit {
        // A test that failed half-way leaves its pipelines to this.
        let left = loop.withLock { $0 }
        if let left { MediaActor.post { left.shutDown() } }
    }

    func close() async {
        let old = loop.withLock { loop in
            defer { loop = nil }
            return loop
        }
        await Self.shutDown(old)
        Glibc.close(descriptor)
        try? FileManager.default.removeItem(at: directory)
    }

    @MediaActor
    private static func shutDown(_ loop: PlayerLoop?) { loop?.shutDown() }
}

/// The committed media files.
enum Fixture {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")
    static func uri(_ name: String) -> String { directory.appendingPathComponent(name).absoluteString }
    static func item(_ name: String) -> MediaDescription { MediaDescription(uri: uri(name)) }
}
