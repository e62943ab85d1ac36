import DBusKit
import Foundation
import TestSupport
import Testing

/// A decoder that ends the process takes one item away, and not the daemon.
@Suite(.patient, .needs("dbus-daemon", "gst-inspect-1.0", "ffmpeg", "cc"))
struct CrashTests {
    private static let playing = "\(Stage.silent)[session]\nrestore = \"playing\"\n"

    /// How the current item crashes: the file's content for the decoder, and the signal.
    @Test(arguments: [("abort", SIGABRT), ("segfault", SIGSEGV), ("trap", SIGILL)])
    func anItemThatCrashedIsTriedOnceMoreAndThenLeft(way: String, signal: Int32) throws {
        try Self.perform(configuration: Self.playing) { stage, decoder in
            let bad = try Self.flac("bad.flac", seconds: 60, in: stage.sandbox)
            let good = try Silence.write(seconds: 60, as: "good.wav", in: stage.sandbox)
            try stage.remote.replace([bad, good])
            try stage.remote.waitForMovement()
            try stage.remote.call(.player, "Pause")
            try stage.remote.wait("the pause") { stage.remote.status == "Paused" }
            try stage.seek(to: 20)
            stage.daemon.finish()

            try decoder.set(way)
            #expect(try stage.startAndFall() == Self.fault(signal))
            try stage.restart()
            try Self.expectHeld(stage, at: 20, times: 1)

            // A person may try once more.
            _ = try? stage.remote.call(.player, "Play")
            #expect(try stage.daemon.process.waitForEnd() == Self.fault(signal))
            for _ in 0..<2 {
                try stage.restart()
                try Self.expectHeld(stage, at: 20, times: 2)
                let played = try stage.run(Daemon.control, "play")
                #expect(played.end == .exited(1))
                #expect(played.errors.contains("crashed again while opening"), "\(played.errors)")
                try Self.expectHeld(stage, at: 20, times: 2)
                stage.daemon.finish()
            }

            // Everything else plays.
            try stage.restart()
            try stage.remote.call(.player, "Next")
            try stage.remote.call(.player, "Play")
            try stage.remote.waitForMovement()
            #expect(stage.remote.index == 1)
            // The changed file is another one.
            _ = try Silence.write(seconds: 60, as: "bad.flac", in: stage.sandbox)
            try stage.remote.call(.player, "Previous")
            try stage.remote.wait("the changed file") { stage.remote.index == 0 }
            try stage.remote.waitForMovement()
            #expect(try Self.state(of: 0, stage).name == "playing")
        }
    }

    /// As `flacdec` does with 32 bits, which FFmpeg's decoder takes.
    @Test func theNextDecoderIsTriedWhereTheFirstOneRefuses() throws {
        try Self.perform(configuration: Stage.silent) { stage, decoder in
            try decoder.set("refuse")
            let refused = try Self.flac("refused.flac", seconds: 5, in: stage.sandbox)
            let wave = try Silence.write(seconds: 1, as: "wave.wav", in: stage.sandbox)
            try stage.remote.replace([refused, wave, refused])
            try stage.remote.waitForMovement()
            #expect(stage.remote.index == 0, "\(stage.daemon.log)")
            #expect(stage.daemon.log.contains("flacdec does not decode it; the next decoder is tried"))
            // An item that is prepared while another one plays, too.
            try stage.remote.wait("the third item") { stage.remote.index == 2 }
            try stage.remote.waitForMovement()
            try stage.remote.wait("the end") { stage.remote.status == "Stopped" }
            #expect(stage.remote.index == 2)
        }
    }

    @Test func theNextItemThatCrashedIsSkipped() throws {
        try Self.perform(configuration: Self.playing) { stage, decoder in
            let first = try Silence.write(seconds: 30, as: "first.wav", in: stage.sandbox)
            let bad = try Self.flac("bad.flac", seconds: 5, in: stage.sandbox)
            let last = try Silence.write(seconds: 60, as: "last.wav", in: stage.sandbox)
            try decoder.set("segfault")
            try stage.remote.replace([first, bad, last], start: 18)
            #expect(try stage.daemon.process.waitForEnd() == .signalled(SIGSEGV))
            try stage.restart()
            try stage.remote.waitForMovement()
            #expect(stage.remote.index == 0, "\(stage.daemon.log)")
            try stage.remote.wait("the refusal") { try Self.state(of: 1, stage).name == "failed" }
            #expect(try Self.state(of: 1, stage).message.contains("crashed while opening"))
            try stage.seek(to: 29)
            try stage.remote.wait("the item after it") { stage.remote.index == 2 }
            try stage.remote.waitForMovement()
        }
    }

    @Test func anInspectionThatCrashedIsRefused() throws {
        try Self.perform { stage, decoder in
            let bad = try Self.flac("bad.flac", seconds: 5, in: stage.sandbox)
            try decoder.set("abort")
            _ = try? stage.remote.call(.queue, "Inspect", [.string(bad)])
            #expect(try stage.daemon.process.waitForEnd() == .signalled(SIGABRT))
            try stage.restart()
            let refusal = #expect(throws: (any Error).self) { try stage.remote.call(.queue, "Inspect", [.string(bad)]) }
            let sentence = refusal.map { "\($0)" } ?? ""
            #expect(sentence.contains("crashed while opening"), "\(sentence)")
            // It is played if somebody asks for it by itself.
            try decoder.set(nil)
            try stage.remote.replace([bad])
            try stage.remote.wait("the refusal") { try Self.state(of: 0, stage).name == "failed" }
            try stage.remote.call(.player, "Play")
            try stage.remote.waitForMovement()
        }
    }

    @Test func oneKillCostsNothingAndTheSecondInARowLetsTheItemWait() throws {
        try Self.perform(configuration: Self.playing) { stage, decoder in
            let bad = try Self.flac("bad.flac", seconds: 60, in: stage.sandbox)
            try stage.remote.replace([bad])
            try stage.remote.waitForMovement()
            // Long after the opening, and right after it.
            for _ in 0..<3 {
                stage.daemon.process.signal(SIGKILL)
                #expect(try stage.daemon.process.waitForEnd() == .signalled(SIGKILL))
                try stage.restart()
                try stage.remote.waitForMovement()
            }
            stage.daemon.finish()
            try decoder.set("kill")
            #expect(try stage.startAndFall() == .signalled(SIGKILL))
            try decoder.set(nil)
            try stage.restart()
            try stage.remote.waitForMovement()
            stage.daemon.finish()
            try decoder.set("kill")
            for _ in 0..<2 { #expect(try stage.startAndFall() == .signalled(SIGKILL)) }
            try stage.restart()
            try stage.remote.wait("the refusal") { try Self.state(of: 0, stage).name == "failed" }
            #expect(try Self.state(of: 0, stage).message.contains("killed again and again"))
            #expect(stage.remote.status == "Paused")
            try decoder.set(nil)
            try stage.remote.call(.player, "Play")
            try stage.remote.waitForMovement()
        }
    }

    // MARK: The rig

    private static func perform(
        configuration: String = Stage.silent, _ location: SourceLocation = #_sourceLocation,
        _ body: (Stage, CrashingDecoder) throws -> Void
    ) throws {
        let sandbox = try Sandbox()
        let decoder = try CrashingDecoder(in: sandbox)
        try Stage.perform(configuration: configuration, extra: decoder.environment, in: sandbox, location) { stage in
            try body(stage, decoder)
        }
    }

    /// - Returns: its `file:` URI.
    private static func flac(_ name: String, seconds: Int, in sandbox: Sandbox) throws -> String {
        let path = "\(sandbox.directory)/\(name)"
        let made = try ChildProcess.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=440:duration=\(seconds)", path],
            environment: sandbox.environment, within: 60)
        guard made.end == .exited(0) else { throw Failure("ffmpeg: \(made.errors)") }
        return URL(fileURLWithPath: path).absoluteString
    }

    /// `__builtin_trap` raises SIGILL or SIGTRAP, depending on the processor.
    private static func fault(_ signal: Int32) -> ChildProcess.End {
        #if arch(arm64)
            return .signalled(signal == SIGILL ? SIGTRAP : signal)
        #else
            return .signalled(signal)
        #endif
    }

    private static func state(of index: UInt32, _ stage: Stage) throws -> (name: String, code: Int64, message: String) {
        let items = try stage.remote.call(.queue, "Items", [.uint32(index), .uint32(1)]).first?.asArray ?? []
        let item = items.first?.asDictionary ?? [:]
        let error = item["error"]?.asDictionary ?? [:]
        return (item["state"]?.asString ?? "", error["code"]?.asInt64 ?? 0, error["message"]?.asString ?? "")
    }

    /// The daemon is there, and its current item waits.
    private static func expectHeld(
        _ stage: Stage, at position: Double? = nil, times: Int, _ location: SourceLocation = #_sourceLocation
    ) throws {
        try stage.remote.wait("the refusal") { try state(of: 0, stage).name == "failed" }
        let item = try state(of: 0, stage)
        #expect(item.code == 1003, sourceLocation: location)
        let sentence = times == 1 ? "mediad crashed while opening" : "mediad crashed again while opening"
        #expect(item.message.contains(sentence), "\(item.message)", sourceLocation: location)
        #expect(stage.remote.status == "Paused", sourceLocation: location)
        #expect(stage.remote.index == 0, sourceLocation: location)
        if let position { #expect(try stage.remote.position() == position, sourceLocation: location) }
    }
}
