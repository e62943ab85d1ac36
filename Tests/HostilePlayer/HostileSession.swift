import GLibLoop
import Gst
import PlayerCore
import PlayerEngine
import PlayerRuntime
import TestSupport

/// A player with a real engine and without devices, told and asked from an ordinary thread.
final class HostileSession: Sendable {
    struct Hang: Error {
        let what: String
    }

    private let seen = Monitored(PlayerSnapshot())
    private let loop = Monitored<PlayerLoop?>(nil)

    /// - Parameter sinks: `none` plays in real time, `fakesink` as fast as decoders can.
    init(sinks: (audio: String, video: String), artwork: String) {
        MediaActor.post { [loop, seen] in
            let player = PlayerLoop(
                player: Player(firstID: 1, seed: 1, settings: PlayerSettings()),
                log: .init(logLine: { _ in }, trace: nil))
            let configuration = EngineConfiguration(
                audioSink: sinks.audio, videoSink: sinks.video, artworkDirectory: artwork)
            let log: @Sendable (EngineLogLevel, String) -> Void = { level, line in
                if level == .error { say("log \(line)") }
            }
            let reader = MediaReader(configuration: configuration, log: log) {
                [weak player] in player?.tell(.reading($0))
            }
            let engine = PlaybackEngine(configuration: configuration, environment: [:], log: log, reader: reader) {
                [weak player] in player?.tell(.engine($0))
            }
            player.begin(
                PlayerPorts(
                    engine: engine, reading: reader, window: NoWindow(), library: nil,
                    publish: { snapshot, _ in seen.update { $0 = snapshot } }))
            loop.update { $0 = player }
        }
        _ = loop.wait(seconds: 30) { $0 }
    }

    func perform(_ command: PlayerCommand) {
        guard let player = loop.current else { return }
        let isDone = Monitored(false)
        MediaActor.post {
            _ = player.perform(command, from: .person)
            isDone.update { $0 = true }
        }
        _ = isDone.wait(seconds: 30) { $0 ? true : nil }
    }

    var snapshot: PlayerSnapshot { seen.current }

    /// Waits for a snapshot.
    ///
    /// - Returns: whether it came in time.
    func waits(_ seconds: Double, for condition: (PlayerSnapshot) -> Bool) -> Bool {
        seen.wait(seconds: seconds) { condition($0) ? true : nil } ?? false
    }

    func end() {
        guard let player = loop.current else { return }
        MediaActor.post { player.shutDown() }
    }
}

/// Nobody shows windows.
private struct NoWindow: WindowPort {
    func perform(_ effect: WindowEffect) {}
}
