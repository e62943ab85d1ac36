import Foundation
import GLibLoop
import Glibc
import Gst
import PlayerCore
import PlayerRuntime
import Synchronization
import TestSupport
import Testing

@testable import PlayerEngine

/// A player with a real engine, seen from outside: commands, snapshots to wait for, sound in a file.
final class Session: Sendable {
    struct Timeout: Error, CustomStringConvertible {
        let description: String
    }

    private struct Parts {
        var loop: PlayerLoop
        var reader: MediaReader
        var engine: PlaybackEngine
    }

    private struct Watched {
        var snapshot = PlayerSnapshot()
        var notices: [PlayerNotice] = []
        /// What was published since the last command, until somebody waits for what comes of it.
        var sinceCommand: [(snapshot: PlayerSnapshot, notices: [PlayerNotice])]?
        /// Where playback went on from or stood when the last seek was told.
        var landedAt: MediaTime?
        /// The current item of each snapshot so far, without repetitions.
        var items: [Int?] = []
        /// The title of each snapshot in which something moved, without repetitions, and where it was told.
        var titles: [(title: String, position: MediaTime)] = []
        /// The gain of each item as it was first heard.
        var gains: [Int: Double] = [:]
        var waiters: [UUID: (@Sendable (PlayerSnapshot, [PlayerNotice]) -> Bool, CheckedContinuation<Void, Never>)] =
            [:]
    }

    private let watched = Mutex(Watched())
    private let parts: Mutex<Parts?> = Mutex(nil)
    /// The engine's log.
    let said = Monitored<[String]>([])
    let recording: URL
    let directory: URL
    private let descriptor: Int32
    /// What comes out of the output before it is heard.
    private let sent: URL
    private let sentDescriptor: Int32

    /// - Parameter isAhead: has the sound sink take up to a minute of sound at once and play it in its time: what the engine
    ///   does when an item's data is out can then be seen long before that is heard. See ``bytesSent``.
    init(
        audioSink: String? = nil, videoSink: String = "none", settings: PlayerSettings = PlayerSettings(),
        isAhead: Bool = false, access: FileAccess = FileAccess()
    ) async throws {
        try Gst.initialize()
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        recording = directory.appendingPathComponent("sound.raw")
        // fdsink, because filesink empties its file at every flush.
        descriptor = open(recording.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        sent = directory.appendingPathComponent("sent.raw")
        sentDescriptor = open(sent.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        let ahead =
            "tee name=way ! queue ! fdsink sync=false fd=\(sentDescriptor) way. ! "
            + "queue max-size-time=60000000000 max-size-bytes=0 max-size-buffers=0 ! "
        let audio =
            audioSink
            ?? "audioconvert ! capsfilter caps=audio/x-raw,format=S16LE,layout=interleaved ! "
            + (isAhead ? ahead : "") + "fdsink sync=true fd=\(descriptor)"
        let configuration = EngineConfiguration(
            audioSink: audio, videoSink: videoSink, artworkDirectory: directory.appendingPathComponent("art").path)
        let made = await Self.makeParts(configuration, settings, access, said) { [weak self] snapshot, notices in
            self?.published(snapshot, notices)
        }
        parts.withLock { $0 = made }
    }

    @MediaActor
    private static func makeParts(
        _ configuration: EngineConfiguration, _ settings: PlayerSettings, _ access: FileAccess,
        _ said: Monitored<[String]>,
        publish: @escaping @Sendable (PlayerSnapshot, [PlayerNotice]) -> Void
    ) -> Parts {
        let isLoud = ProcessInfo.processInfo.environment["MEDIAD_TEST_LOG"] != nil
        let trace: (@Sendable (String) -> Void)? = isLoud ? { @Sendable line in print(line) } : nil
        let log: @Sendable (EngineLogLevel, String) -> Void = { level, line in
            if isLoud { print("[\(level)] \(line)") }
            said.update { $0.append(line) }
        }
        let loop = PlayerLoop(
            player: Player(firstID: 1, seed: 1, settings: settings),
            log: .init(logLine: { log(.info, $0) }, trace: trace))
        let reader = MediaReader(configuration: configuration, access: access, log: log) {
            [weak loop] in loop?.tell(.reading($0))
        }
        let engine = PlaybackEngine(configuration: configuration, environment: [:], log: log, reader: reader) {
            [weak loop] in loop?.tell(.engine($0))
        }
        loop.begin(
            PlayerPorts(
                engine: engine, reading: reader, window: NoWindowPort(), library: nil,
                publish: { snapshot, notices in publish(snapshot, notices) }))
        return Parts(loop: loop, reader: reader, engine: engine)
    }

    private func published(_ snapshot: PlayerSnapshot, _ notices: [PlayerNotice]) {
        let resumed = watched.withLock { watched in
            watched.snapshot = snapshot
            watched.notices += notices
            if notices.contains(where: { if case .seeked = $0 { true } else { false } }) {
                watched.landedAt = snapshot.position.position
            }
            watched.sinceCommand?.append((snapshot, watched.notices))
            if watched.items.last != snapshot.currentIndex { watched.items.append(snapshot.currentIndex) }
            if snapshot.position.rate > 0, let title = snapshot.current?.metadata.title,
                watched.titles.last?.title != title
            {
                let position = snapshot.position.position(at: snapshot.moment, duration: nil)
                watched.titles.append((title, position))
            }
            if snapshot.position.rate > 0, let index = snapshot.currentIndex, watched.gains[index] == nil {
                watched.gains[index] = snapshot.loudness.appliedGain
            }
            let met = watched.waiters.filter { $0.value.0(snapshot, watched.notices) }
            for id in met.keys { watched.waiters[id] = nil }
            return met.values.map(\.1)
        }
        for waiter in resumed { waiter.resume() }
    }

    var snapshot: PlayerSnapshot { watched.withLock { $0.snapshot } }
    var notices: [PlayerNotice] { watched.withLock { $0.notices } }
    var titles: [(title: String, position: MediaTime)] { watched.withLock { $0.titles } }
    var gains: [Int: Double] { watched.withLock { $0.gains } }
    /// Where the last seek landed, which nothing changes that comes after it: a stream may run dry soon.
    var landedAt: MediaTime? { watched.withLock { $0.landedAt } }
    func forgetNotices() { watched.withLock { ($0.notices, $0.landedAt, $0.sinceCommand) = ([], nil, nil) } }
    /// The items that were current, one after the other, since this was asked for last.
    func takeItems() -> [Int?] {
        watched.withLock { watched in
            defer { watched.items = [watched.snapshot.currentIndex] }
            return watched.items
        }
    }
    /// How much sound was heard so far, in bytes.
    var bytesHeard: Int { size(of: recording) }
    /// How much sound left the output so far, in bytes, of which the last may not be heard yet.
    var bytesSent: Int { size(of: sent) }

    /// Waits until so much sound has left the output.
    func waitForSound(sent bytes: Int) async throws { try await waitForSound(of: bytes) { $0.bytesSent } }

    /// Waits until so much sound was heard.
    func waitForSound(heard bytes: Int) async throws { try await waitForSound(of: bytes) { $0.bytesHeard } }

    private func waitForSound(of bytes: Int, seconds: Double = 60, size: (Session) -> Int) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while size(self) < bytes {
            guard ContinuousClock.now < deadline else {
                throw Timeout(description: "\(size(self)) of \(bytes) bytes of sound after \(seconds) s; \(snapshot)")
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    private func size(of file: URL) -> Int {
        var status = stat()
        return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Looks into the engine, on its loop; nil after the end.
    func inspect<Value: Sendable>(_ body: @MediaActor @Sendable (PlaybackEngine) -> Value) async -> Value? {
        guard let engine = parts.withLock({ $0?.engine }) else { return nil }
        return await body(engine)
    }

    @discardableResult
    func perform(_ command: PlayerCommand) async -> Result<CommandReply, CommandRefusal> {
        let loop = parts.withLock { $0?.loop }
        return await perform(loop, command)
    }

    @MediaActor
    private func perform(_ loop: PlayerLoop?, _ command: PlayerCommand) -> Result<CommandReply, CommandRefusal> {
        watched.withLock { $0.sinceCommand = [] }
        return loop?.perform(command, from: .person) ?? .failure(.notPossible("shut down"))
    }

    /// Carries out a command if what plays is then as the condition has it.
    ///
    /// - Returns: whether it was, and how much sound had been sent before anything that came of it.
    func perform(
        _ command: PlayerCommand, if condition: @escaping @Sendable (_ position: MediaTime, PlayerSnapshot) -> Bool
    ) async -> (isDone: Bool, bytesSent: Int) {
        let loop = parts.withLock { $0?.loop }
        return await perform(loop, command, condition)
    }

    /// In one go: nothing happens on the loop between the look and the command.
    @MediaActor
    private func perform(
        _ loop: PlayerLoop?, _ command: PlayerCommand,
        _ condition: @Sendable (_ position: MediaTime, PlayerSnapshot) -> Bool
    ) -> (isDone: Bool, bytesSent: Int) {
        guard let loop, condition(position(), loop.snapshot) else { return (false, 0) }
        _ = loop.perform(command, from: .person)
        return (true, bytesSent)
    }

    /// Two items of nothing but silence: long enough for a busy machine to look before their end is heard, and short enough
    /// for the second to be prepared as soon as the first begins.
    ///
    /// - Returns: them, and how many bytes of sound they are in the recording.
    func writeItems(seconds: Int) throws -> [(item: MediaDescription, bytes: Int)] {
        let samples = [UInt8](repeating: 0, count: seconds * 44_100 * 4)
        return try (0..<2).map { index in
            let file = directory.appendingPathComponent("long-\(index).wav")
            try Data(WaveFile.bytes(rate: 44_100, channels: 2, bits: 16, data: samples)).write(to: file)
            return (MediaDescription(uri: file.absoluteString), samples.count)
        }
    }

    func inspect(_ uri: String) async -> Result<InspectedItem, PlaybackFault> {
        let reader = parts.withLock { $0?.reader }
        return await withCheckedContinuation { continuation in
            MediaActor.post { reader?.inspect(uri) { continuation.resume(returning: $0) } }
        }
    }

    /// Waits until a snapshot (and the notices so far) fit. After a command, that may have been before: a busy machine may
    /// come back to a test when a short item is over.
    func wait(
        _ what: String, seconds: Double = 60,
        until condition: @escaping @Sendable (PlayerSnapshot, [PlayerNotice]) -> Bool
    ) async throws {
        try await wait(what, seconds, after: nil, condition)
    }

    /// Carries out a command and waits for what comes of it: the notices are those since the command. On a busy machine,
    /// playback may get into the next link of a chain between a test's last look and its command.
    func perform(
        _ command: PlayerCommand, seconds: Double = 60, until what: String,
        _ condition: @escaping @Sendable (PlayerSnapshot, [PlayerNotice]) -> Bool
    ) async throws {
        try await wait(what, seconds, after: command, condition)
    }

    private func wait(
        _ what: String, _ seconds: Double, after command: PlayerCommand?,
        _ condition: @escaping @Sendable (PlayerSnapshot, [PlayerNotice]) -> Bool
    ) async throws {
        let loop = parts.withLock { $0?.loop }
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
            guard let command else {
                let isMet = watched.withLock { watched in
                    let past = watched.sinceCommand ?? []
                    watched.sinceCommand = nil
                    if past.contains(where: { condition($0.snapshot, $0.notices) }) { return true }
                    if condition(watched.snapshot, watched.notices) { return true }
                    watched.waiters[id] = (condition, continuation)
                    return false
                }
                if isMet { continuation.resume() }
                return
            }
            MediaActor.post { [self] in
                forgetNotices()
                watched.withLock { $0.waiters[id] = (condition, continuation) }
                _ = loop?.perform(command, from: .person)
            }
        }
        timeout.cancel()
        if timedOut.withLock({ $0 }) {
            let said = said.current.suffix(8).joined(separator: "; ")
            let state = "\(snapshot.position); said: \(said); \(snapshot)"
            throw Timeout(description: "\(what) did not happen within \(seconds) s; \(state)")
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
        let left = parts.withLock { $0?.loop }
        if let left { MediaActor.post { left.shutDown() } }
    }

    func close() async {
        let old = parts.withLock { parts in
            defer { parts = nil }
            return parts?.loop
        }
        await Self.shutDown(old)
        Glibc.close(descriptor)
        Glibc.close(sentDescriptor)
        try? FileManager.default.removeItem(at: directory)
    }

    @MediaActor
    private static func shutDown(_ loop: PlayerLoop?) { loop?.shutDown() }
}

/// Nobody shows windows.
private struct NoWindowPort: WindowPort {
    func perform(_ effect: WindowEffect) {}
}

/// The committed media files.
enum Fixture {
    static let directory = URL(fileURLWithPath: Fixtures.directory)
    static func uri(_ name: String) -> String { Fixtures.uri(name) }
    static func item(_ name: String) -> MediaDescription { MediaDescription(uri: uri(name)) }
}
