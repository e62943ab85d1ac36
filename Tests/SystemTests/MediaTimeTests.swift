import DBusKit
import Foundation
import TestSupport
import Testing

/// Time as the media have it, whatever their headers say: the position moves as long as there is sound, and is never behind
/// the length; a seek is heard at its target; chapters begin where they say.
///
/// `MEDIAD_TIME_CASES=300 make test TESTFLAGS="--filter MediaTimeTests"` draws more files; `MEDIAD_TIME_SEED=17` plays the one
/// with that number.
@Suite(.system, .needs("dbus-daemon", "ffmpeg", "mkvmerge", "mkvpropedit", "python3"))
struct MediaTimeTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let cases: [TimeCase] =
        if let seed = environment["MEDIAD_TIME_SEED"].flatMap(UInt64.init) {
            [TimeCase(seed: seed)]
        } else {
            // In seventeen, every kind of container occurs once.
            (0..<(environment["MEDIAD_TIME_CASES"].flatMap(UInt64.init) ?? 17)).map { TimeCase(seed: $0) }
        }

    /// Hears what a stage plays.
    private struct Listener {
        let piped: PipedStage
        /// Where the sound ends; the picture may go on.
        let end: Double
        var remote: Remote { piped.stage.remote }

        var length: Double? { remote.metadata["mpris:length"]?.asInt64.map { Double($0) / 1e6 } }

        /// The second that is heard now.
        var heard: Int? {
            let bytes = piped.sound.state.update { Array($0.bytes.suffix(PipedStage.rate / 8 * 2)) }
            let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
            return ToneLadder.second(in: samples[...])
        }

        /// Compares what is heard with the position for a while. At the change from one tone to the next, either is right.
        func compare(for seconds: Double, _ what: String, _ problems: inout [String]) throws {
            let end = Moment.now + seconds
            while Moment.now < end, remote.status == "Playing" {
                try remote.listen(for: 0.05)
                let (position, second) = (try remote.position(), heard)
                if let length, position > length + 0.001 { problems.append("\(what): at \(position) of \(length)") }
                let place = position - position.rounded(.down)
                guard place > 0.25, place < 0.9, position < self.end - 0.1, remote.status == "Playing" else { continue }
                if second != Int(position) {
                    problems.append("\(what): at \(position), second \(second.map(String.init) ?? "-") is heard")
                }
            }
        }

        func settle(at target: Double, _ what: String, _ problems: inout [String]) throws {
            let wanted = Int(target)
            let end = Moment.now + 5
            while heard != wanted, Moment.now < end { try remote.listen(for: 0.02) }
            if heard != wanted {
                problems.append(
                    "\(what) to \(target): second \(heard.map(String.init) ?? "-") is heard at \(try remote.position())"
                )
            }
        }
    }

    @Test(arguments: cases) func timesAreThoseOfTheMedia(file: TimeCase) throws {
        let sandbox = try Sandbox()
        let (path, seconds, all) = try file.make(in: sandbox.directory)
        let listener = Listener(piped: try PipedStage(in: sandbox), end: seconds)
        defer { listener.piped.stage.close() }
        let remote = listener.remote
        var problems: [String] = []
        try remote.replace([URL(fileURLWithPath: path).absoluteString])
        try remote.waitForMovement(within: 15)
        try remote.listen(for: 0.3)
        try listener.compare(for: 1.2, "the start", &problems)

        func seek(to target: Double) throws {
            try remote.call(.player, "SetPosition", [.objectPath(remote.track), .int64(Int64(target * 1e6))])
            try listener.settle(at: target, "a seek", &problems)
            try listener.compare(for: 0.5, "behind a seek to \(target)", &problems)
        }
        var random = SystemRandomNumberGenerator()
        let second = Int.random(in: 3..<max(4, Int(seconds) - 2), using: &random)
        try seek(to: Double(second) + 0.3)
        if file.hasChapters {
            let told = remote.value(.chapters, "Chapters")?.asArray ?? []
            let starts = told.compactMap { $0.asArray?.first?.asInt64 }.map { Double($0) / 1e6 }
            let isRight =
                starts.count == TimeCase.chapters.count
                && zip(starts, TimeCase.chapters).allSatisfy { abs($0 - Double($1)) < 0.1 }
            if !isRight { problems.append("chapters begin at \(starts)") }
            try remote.call(.chapters, "GoTo", [.uint32(1)])
            try listener.settle(at: Double(TimeCase.chapters[1]) + 0.01, "a chapter", &problems)
        }
        try seek(to: 1.3)
        // To the end. Until it was heard, its place is not known in a file that was cut off.
        let last = seconds - 2
        try seek(to: (min(last, listener.length ?? last)).rounded(.down) + 0.3)
        try listener.compare(for: 8, "towards the end", &problems)
        try remote.wait("the end", within: 10) { remote.status == "Stopped" }
        let length = remote.metadata["mpris:length"]?.asInt64.map { Double($0) / 1e6 } ?? 0
        // Where only a header tells the length, it is that of the whole file.
        if length < seconds - 0.5 || file.hasMeasuredLength && length > all + 0.5 {
            problems.append("its length is \(length) of \(seconds)")
        }
        listener.piped.stage.daemon.finish()
        if !problems.isEmpty {
            let copy = "/tmp/mediad-time-\(file.seed).\(URL(fileURLWithPath: path).pathExtension)"
            if Self.environment["MEDIAD_TIME_KEEP"] != nil {
                try? FileManager.default.copyItem(atPath: path, toPath: copy)
            }
            Issue.record("\(file.testDescription), \(seconds) s:\n\(problems.joined(separator: "\n"))")
        }
    }
}
