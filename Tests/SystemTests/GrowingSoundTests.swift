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

    /// What a recorder writes, with more than two seconds ahead of what is heard.
    enum Recording: String, CaseIterable, Sendable {
        case unknownLength, noLength, oldLength, ogg

        var isWAV: Bool { self != .ogg }

        /// A program that writes `whole` into `recording`, as fast as it sounds.
        func script(in folder: String) -> String {
            """
            import time, struct
            data = open("\(folder)/whole", "rb").read()
            \(isWAV ? "data = data[:40] + struct.pack('<I', \(length)) + data[44:]" : "")
            file = open("\(folder)/recording.\(isWAV ? "wav" : "ogg")", "wb")
            pace, begin, written = len(data) / \(GrowingSoundTests.seconds), time.monotonic(), 0
            while written < len(data):
                end = int((time.monotonic() - begin + 2.5) * pace)
                file.write(data[written:end]); file.flush()
                written = max(written, end)
                time.sleep(0.05)
            time.sleep(1)
            """
        }

        private var length: Int {
            switch self {
            case .unknownLength: 0xFFFF_FFFF
            case .noLength: 0
            // That of the first second.
            case .oldLength, .ogg: ToneLadder.rate * 2
            }
        }
    }

    @Test("a recording is heard without a pause, and the position keeps up", arguments: Recording.allCases)
    func heard(recording: Recording) throws {
        let sandbox = try Sandbox()
        let folder = sandbox.directory
        try ToneLadder.write(0..<Int(Self.seconds), to: "\(folder)/tone.wav")
        let options =
            recording.isWAV
            ? ["-c", "copy", "-bitexact", "-f", "wav"] : ["-c:a", "libopus", "-vbr", "off", "-f", "ogg"]
        let made = try ChildProcess.run(
            "ffmpeg", ["-v", "error", "-i", "\(folder)/tone.wav"] + options + ["\(folder)/whole"], within: 60)
        try #require(made.end == .exited(0), "\(made.errors)")
        let piped = try PipedStage(in: sandbox)
        defer { piped.stage.close() }
        let (remote, file) = (piped.stage.remote, "\(folder)/recording.\(recording.isWAV ? "wav" : "ogg")")
        let recorder = try ChildProcess("python3", ["-c", recording.script(in: folder)])
        defer { recorder.kill() }
        try remote.wait("a recording", within: 20) {
            (try? Data(contentsOf: URL(fileURLWithPath: file)).count) ?? 0 > 2_000
        }
        try remote.replace([URL(fileURLWithPath: file).absoluteString])
        try remote.waitForMovement()
        var (problems, standing, last, moved) = ([String](), 0.0, 0.0, Moment.now)
        try remote.wait("the end", within: 60) {
            let position = try remote.position()
            // At the end, the position is that of no item.
            guard remote.status == "Playing", position > 0 else { return remote.status != "Playing" }
            if let length = remote.metadata["mpris:length"]?.asInt64, position > Double(length) / 1e6 + 0.001 {
                problems.append("at \(position) of \(Double(length) / 1e6)")
            }
            if position != last { (last, moved) = (position, Moment.now) }
            if last < Self.seconds - 1 { standing = max(standing, Moment.now - moved) }
            return false
        }
        #expect(problems.isEmpty)
        #expect(standing < 0.35, "the position stood still for \(standing) s")
        #expect(last > Self.seconds - 0.6)
        // What is missing or heard twice would be counted as another tone.
        let heard = stride(from: ToneLadder.rate / 2, to: piped.samples.count - 6_000, by: ToneLadder.rate).map {
            ToneLadder.second(in: piped.samples[$0..<$0 + 6_000])
        }
        #expect(heard == (0..<Int(Self.seconds)).map { $0 })
    }

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
