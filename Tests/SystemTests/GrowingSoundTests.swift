import DBusKit
import Foundation
import TestSupport
import Testing

/// Sound that is recorded while it plays, in containers whose length follows from their size: their demuxers end where the file
/// ended when they opened it.
@Suite(.patient, .needs("dbus-daemon", "ffmpeg"))
struct GrowingSoundTests {
    enum Container: String, CaseIterable, Sendable {
        case mp3, opus, wav

        var options: String {
            switch self {
            case .mp3: "-b:a 96k -id3v2_version 3 -metadata title=Recording -f mp3"
            case .opus: "-c:a libopus -b:a 96k -vbr off -page_duration 200000 -f ogg"
            case .wav: "-f wav"
            }
        }

        /// Some seconds of it.
        var beginning: Int { self == .wav ? 260_000 : 36_000 }
    }

    private static let seconds = 12.0

    @Test("a recording of sound plays to its end", arguments: Container.allCases)
    func growing(container: Container) throws {
        try Stage.perform(configuration: Stage.silent) { stage in
            let (remote, file) = (stage.remote, "\(stage.sandbox.directory)/recording.\(container.rawValue)")
            let recorder = try ChildProcess(
                "sh",
                [
                    "-c",
                    "ffmpeg -v error -re -f lavfi -i sine=d=\(Self.seconds) \(container.options) -flush_packets 1 - > '\(file)'",
                ])
            defer { recorder.kill() }
            try remote.wait("a recording", within: 60) {
                (try? Data(contentsOf: URL(fileURLWithPath: file)).count) ?? 0 > container.beginning
            }
            try remote.replace([URL(fileURLWithPath: file).absoluteString])
            try remote.waitForMovement()
            var reached = 0.0
            try remote.wait("the end", within: 60) {
                reached = max(reached, try remote.position())
                return remote.status == "Stopped"
            }
            #expect(reached > Self.seconds - 0.5)
        }
    }
}
