import DBusKit
import Foundation
import TestSupport
import Testing

/// Two hundred items leave nothing behind.
@Suite(.system, .needs("dbus-daemon"))
struct LeakTests {
    private static let names = [
        "episode-1.mkv", "tone.flac", "clip.webm", "tone.mp3", "clip.mp4", "junk.mp4", "two-audio.mkv",
    ]

    /// Of a line about an object that is alive; before it there are lines about the lines.
    private static let mark = "object-alive, type-name=(string)Gst"

    /// Changes the item again and again: some are heard, some are cut off while they open, some fail.
    private func changeItems(_ count: Int, _ remote: Remote) throws {
        try remote.replace((0..<count).map { Fixtures.uri(Self.names[$0 % Self.names.count]) })
        for index in 0..<count - 1 {
            if index % 10 == 0, remote.status == "Playing" {
                try remote.wait("playing", until: { try remote.position() > 0 })
            }
            try remote.call(.player, "Next")
        }
    }

    @Test func descriptorsAndThreadsReturn() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            let idle = stage.daemon.threadNames
            // What is opened once and kept is there after the first round.
            try changeItems(20, remote)
            try remote.call(.player, "Stop")
            try remote.call(.queue, "Clear")
            try remote.listen(for: 1)
            let before = (descriptors: stage.daemon.descriptorCount, memory: stage.daemon.memory)
            try changeItems(200, remote)
            try remote.call(.player, "Stop")
            try remote.call(.queue, "Clear")
            // GLib keeps idle threads of its pool for 15 s.
            try? remote.wait("the threads' end", within: 25) { stage.daemon.threadNames.count <= idle.count + 4 }
            let threads = stage.daemon.threadNames
            let descriptors = stage.daemon.descriptorCount
            print(
                "200 item changes: descriptors \(before.descriptors) to \(descriptors), threads \(idle.count) to "
                    + "\(threads.count), memory \(before.memory) to \(stage.daemon.memory) KiB")
            #expect(descriptors <= before.descriptors + 2)
            #expect(threads.count <= idle.count + 4, "\(idle) \(threads)")
        }
    }

    /// GStreamer's device provider loses memory with each answer of the server (docs/architecture.md, rule 24).
    @Test(.needs("pulseaudio", "pactl", "parec")) func pausesAndSeeksAskTheSoundServerForNoDevices() throws {
        let extra = ["GST_DEBUG": "pulse:5", "GST_DEBUG_NO_COLOR": "1"]
        try Stage.perform(hearing: .pulseAudio, extra: extra) { stage, _ in
            let remote = stage.remote
            let answers = { stage.daemon.log.components(separatedBy: "Default sink name").count }
            try remote.replace([try Tone.write(480, seconds: 60, as: "tone.wav", in: stage.sandbox)])
            try remote.waitForMovement()
            try remote.wait("the provider's first answer") { answers() > 1 }
            let before = answers()
            for _ in 0..<10 {
                try remote.call(.player, "PlayPause")
                try remote.call(.player, "Seek", [.int64(1_000_000)])
                try remote.listen(for: 0.1)
            }
            #expect(answers() == before)
        }
    }

    /// The tracer lists what is alive when it gets SIGUSR1.
    @Test func noPipelineIsAliveAfterwards() throws {
        let extra = [
            "GST_TRACERS": "leaks(filters=GstElement)", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1",
            "GST_LEAKS_TRACER_SIG": "1",
        ]
        try Stage.perform(extra: extra) { stage in
            // With an output there is something to list, whether an item of the burst gets as far as sound or not.
            try stage.remote.replace([Fixtures.uri("tone.flac")])
            try stage.remote.waitForMovement()
            try changeItems(200, stage.remote)
            try stage.remote.call(.player, "Stop")
            try stage.remote.call(.queue, "Clear")
            // Pipelines end on threads of their own; what stays after this does not end.
            try stage.remote.listen(for: 2)
            let output = stage.daemon.process.errors
            stage.daemon.process.signal(SIGUSR1)
            _ = try output.line("the tracer's list", within: 5) { $0.contains(Self.mark) }
            // The list comes in one go.
            try stage.remote.listen(for: 0.3)
            let alive = output.lines.filter { $0.contains(Self.mark) }
            let kinds = alive.compactMap { line -> String? in
                let pieces = line.components(separatedBy: "type-name=(string)")
                return pieces.count == 2 ? String(pieces[1].prefix { $0 != "," }) : nil
            }
            let pipelines = kinds.filter { $0 == "GstPipeline" }.count
            print(
                "leaks tracer after 200 item changes: \(pipelines) pipelines, \(alive.count) elements: \(kinds.sorted())"
            )
            // The output, parked or open, is the only one that stays.
            #expect(pipelines <= 1)
            #expect(alive.count < 40)
            let decoders = kinds.filter { $0.contains("Decode") || $0.contains("Demux") || $0.contains("Proxy") }
            #expect(decoders.isEmpty, "\(alive.joined(separator: "\n"))")
        }
    }
}
