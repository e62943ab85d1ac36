import EngineContract
import Foundation
import GLibLoop
import Gst
import PlayerCore
import PlayerEngine
import Synchronization
import TestSupport
import Testing

/// The real engine does what the player is tested with.
@Suite(.timeLimit(.minutes(10)))
struct EngineContractTests {
    /// So many at a time: more wait for the processors, and for no clock.
    private static let turns = Turns(8)

    @Test(arguments: ContractCase.all) func isKept(_ contract: ContractCase) async throws {
        await Self.turns.take()
        let outcome: Result<Void, any Error>
        do {
            let engine = try await RealEngine()
            do {
                try await contract.check(engine)
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            await engine.close()
        } catch {
            outcome = .failure(error)
        }
        await Self.turns.giveBack()
        try outcome.get()
    }
}

/// First come, first served.
private actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        await withCheckedContinuation { continuation in
            // Asked in here: one may have been given back since the call.
            guard free > 0 else { return waiting.append(continuation) }
            free -= 1
            continuation.resume()
        }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// A real engine without devices, seen from the player.
private final class RealEngine: EngineUnderTest, Sendable {
    private typealias Waiter = (id: UUID, continuation: CheckedContinuation<Told?, Never>)

    private struct Heard {
        var told: [Told] = []
        var waiter: Waiter?
    }

    private let heard = Mutex(Heard())
    private let directory: URL
    /// Gone once it is closed.
    private let engine = Mutex<PlaybackEngine?>(nil)

    init() async throws {
        try Gst.initialize()
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let silence = directory.appendingPathComponent("silence.wav")
        try Self.silence.write(to: silence)
        // A program that another test starts at this moment may inherit the file while it is open: not a recording.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: silence.path)
        let configuration = EngineConfiguration(
            audioSink: "none", videoSink: "none", artworkDirectory: directory.appendingPathComponent("art").path)
        let made = await Self.make(configuration) { [weak self] event in self?.hear(event) }
        engine.withLock { $0 = made }
    }

    @MediaActor
    private static func make(
        _ configuration: EngineConfiguration, tell: @escaping @Sendable (EngineEvent) -> Void
    ) -> PlaybackEngine {
        let log: @Sendable (EngineLogLevel, String) -> Void = { level, line in
            // Nothing here is out of order: what the engine complains of explains a breach.
            if level == .warning || level == .error || line.hasPrefix("output:") { print("engine: \(line)") }
        }
        let reader = MediaReader(configuration: configuration, log: log) { _ in }
        return PlaybackEngine(configuration: configuration, environment: [:], log: log, reader: reader, tell: tell)
    }

    /// Twelve seconds of it: 8,000 samples of 16 bits each.
    private static var silence: Data {
        Data(WaveFile.bytes(rate: 8_000, channels: 1, bits: 16, data: [UInt8](repeating: 0, count: 12 * 16_000)))
    }

    private static var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }

    func uri(of medium: ContractMedium) -> String {
        switch medium {
        case .sound: directory.appendingPathComponent("silence.wav").absoluteString
        case .film: Fixtures.uri("episode-1.mkv")
        case .missing: directory.appendingPathComponent("no-such-file.mkv").absoluteString
        }
    }

    func perform(_ effects: [EngineEffect]) async -> MonotonicTime {
        await Self.perform(effects, on: engine.withLock { $0 })
    }

    @MediaActor
    private static func perform(_ effects: [EngineEffect], on engine: PlaybackEngine?) -> MonotonicTime {
        let before = now
        for effect in effects { engine?.perform(effect) }
        return before
    }

    func pass(_ time: MediaTime) async { try? await Task.sleep(for: .nanoseconds(time.nanoseconds)) }

    func next(within limit: MediaTime) async -> Told? {
        let id = UUID()
        let timeout = Task { [weak self] in
            try await Task.sleep(for: .nanoseconds(limit.nanoseconds))
            self?.giveUp(id)
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation { continuation in
            let told: Told? = heard.withLock { heard in
                if !heard.told.isEmpty { return heard.told.removeFirst() }
                heard.waiter = (id, continuation)
                return nil
            }
            if let told { continuation.resume(returning: told) }
        }
    }

    private func hear(_ event: EngineEvent) {
        let told = Told(event, at: Self.now)
        let waiter = heard.withLock { heard in
            let waiter = heard.waiter
            heard.waiter = nil
            if waiter == nil { heard.told.append(told) }
            return waiter
        }
        waiter?.continuation.resume(returning: told)
    }

    private func giveUp(_ id: UUID) {
        let waiter = heard.withLock { heard in
            guard heard.waiter?.id == id else { return nil as Waiter? }
            defer { heard.waiter = nil }
            return heard.waiter
        }
        waiter?.continuation.resume(returning: nil)
    }

    func close() async {
        await Self.shutDown(take())
        try? FileManager.default.removeItem(at: directory)
    }

    private func take() -> PlaybackEngine? {
        engine.withLock { engine in
            defer { engine = nil }
            return engine
        }
    }

    @MediaActor
    private static func shutDown(_ engine: PlaybackEngine?) { engine?.shutDown() }
}
