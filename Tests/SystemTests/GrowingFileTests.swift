import DBusKit
import Foundation
import TestSupport
import Testing

/// Recordings that are written while they play, on a disk and on a server: they go on behind the length that they had when
/// they were opened, are sought to what is written, and end when nothing more is.
///
/// `MEDIAD_RECORDING_SECONDS=120 make test TESTFLAGS="--filter GrowingFileTests"` records longer.
@Suite(
    .system, .needs("dbus-daemon", "Xvfb", "xprop", "xdotool", "openbox", "ffmpeg", "pulseaudio", "pactl"))
struct GrowingFileTests {
    enum Container: String, CaseIterable, Sendable {
        case mkv, ts, mp4

        var options: [String] {
            switch self {
            case .mkv: ["-f", "matroska"]
            case .ts: ["-f", "mpegts"]
            case .mp4: ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"]
            }
        }
    }

    private static let seconds =
        ProcessInfo.processInfo.environment["MEDIAD_RECORDING_SECONDS"].flatMap(Double.init) ?? 18
    private static let film = FrameFilm(
        name: "film.mkv", code: 21, seconds: seconds,
        encoding: FrameFilm.h264.map { $0 == "50" ? "25" : $0 }, tone: 440)

    /// Where nothing more is written yet, playback waits: for three seconds of data, and longer while the recorder is late.
    private static let patience = 12.0
    /// What is written of the sound and of the picture ends at different times, and the position goes on to the later one.
    private static let slackAtEdge = 12

    /// Writes the film in real time: the first process keeps the time, the second does not know how long it will be.
    private func record(_ container: Container, as name: String, _ rig: PictureRig) throws -> ChildProcess {
        try Self.film.make(in: rig.folder)
        let options = container.options.joined(separator: " ")
        return try ChildProcess(
            "sh",
            [
                "-c",
                """
                ffmpeg -v error -re -i '\(rig.folder)/film.mkv' -c copy -f nut - |
                ffmpeg -v error -i - -c copy -flush_packets 1 \(options) '\(rig.folder)/\(name)'
                """,
            ])
    }

    @Test(arguments: Container.allCases, [false, true])
    func aRecordingPlaysWhileItGrows(container: Container, isRemote: Bool) throws {
        try PictureRig.perform { rig in
            let (film, remote, name) = (Self.film, rig.remote, "recording.\(container.rawValue)")
            let recorder = try record(container, as: name, rig)
            defer { recorder.kill() }
            let file = "\(rig.folder)/\(name)"
            try remote.wait("a recording") { (try? Data(contentsOf: URL(fileURLWithPath: file)).count) ?? 0 > 120_000 }
            let server = isRemote ? try MediaServer(folder: rig.folder) : nil
            defer { server?.stop() }
            try remote.replace([server?.uri(name) ?? URL(fileURLWithPath: file).absoluteString])
            try remote.waitForMovement()
            try rig.expect(film, after: "the start of a recording", within: Self.patience, for: 1)
            try remote.wait("word that it grows", within: 15) { try isGrowing(rig) }
            #expect(remote.value(.live, "IsLive") == .boolean(false))

            let first = length(remote)
            try remote.wait("a longer recording", within: 15) { length(remote) > first + 1.5 }
            let target = length(remote) - 1.6
            try rig.seek(to: target)
            try remote.wait("the target of the seek") { try remote.position() >= target - 0.1 }
            try rig.expect(
                film, after: "a seek to \(target) of \(length(remote))", within: Self.patience,
                slack: Self.slackAtEdge)
            rig.keepPicture("growing \(container) \(isRemote ? "on a server" : "on a disk")")
            try rig.seek(to: 1)
            try rig.expect(film, after: "a seek back", within: 4)

            // Along the end of what is written, through the end of the recording.
            try remote.wait("a longer recording", within: 15) { length(remote) > target + 3 }
            try rig.seek(to: length(remote) - 1.6)
            try rig.wait(until: Self.seconds - 3, within: Self.seconds + 20)
            try rig.expect(
                film, after: "the end of what is written", within: Self.patience, for: 0, slack: Self.slackAtEdge)
            try remote.wait("the end of the recording", within: 20) {
                try !isGrowing(rig) || remote.status == "Stopped"
            }
            try remote.wait("the end", within: 20) { remote.status == "Stopped" }
            let last = length(remote)
            if abs(last - Self.seconds) > 0.25 { rig.fail("its length is \(last) of \(Self.seconds)") }
        }
    }

    /// Recorders write their first samples seconds after the header, and players are quicker.
    @Test(arguments: Container.allCases, [0, 300])
    func aRecordingThatHoldsNoSampleYetIsWaitedFor(container: Container, bytes: Int) throws {
        try PictureRig.perform { rig in
            let (film, remote, name) = (Self.film, rig.remote, "early.\(container.rawValue)")
            try film.make(in: rig.folder)
            let made = try ChildProcess.run(
                "ffmpeg",
                ["-v", "error", "-i", "\(rig.folder)/film.mkv", "-c", "copy"] + container.options
                    + ["\(rig.folder)/whole"])
            try #require(made.end == .exited(0), "\(made.errors)")
            let file = "\(rig.folder)/\(name)"
            let recorder = try ChildProcess(
                "sh",
                [
                    "-c",
                    """
                    exec > '\(file)'; head -c \(bytes) '\(rig.folder)/whole'
                    sleep 3; tail -c +\(bytes + 1) '\(rig.folder)/whole'; sleep 4
                    """,
                ])
            defer { recorder.kill() }
            try remote.wait("the file") { (try? Data(contentsOf: URL(fileURLWithPath: file)).count) == bytes }
            try remote.replace([URL(fileURLWithPath: file).absoluteString])
            try remote.waitForMovement()
            try rig.expect(film, after: "the first samples", within: Self.patience, for: 1)
        }
    }

    private func isGrowing(_ rig: PictureRig) throws -> Bool {
        let items = try rig.remote.call(.queue, "Items", [.uint32(0), .uint32(1)])
        return items.first?.asArray?.first?.asDictionary?["growing"] == .boolean(true)
    }

    private func length(_ remote: Remote) -> Double {
        Double(remote.value(.player, "Metadata")?.asDictionary?["mpris:length"]?.asInt64 ?? 0) / 1e6
    }
}
