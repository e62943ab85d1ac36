import DBusKit
import Foundation
import TestSupport
import Testing

/// The journal of the built daemon: what comes back after a stop, a kill or a full disk.
@Suite(.patient, .needs("dbus-daemon", "gst-inspect-1.0"))
struct JournalTests {
    @Test func theSessionComesBackPausedWithMetadataAndPosition() throws {
        try Stage.perform { stage in
            let uris = try (0..<3).map { try Silence.write(seconds: 400, as: "\($0).wav", in: stage.sandbox) }
            try stage.remote.replace(uris, index: 1)
            try stage.remote.waitForMovement()
            try stage.remote.set(.player, "Volume", .double(0.5))
            try stage.remote.set(.player, "LoopStatus", .string("Playlist"))
            try stage.remote.set(.player, "Rate", .double(2))
            try stage.remote.call(.player, "Pause")
            try stage.remote.wait("the pause") { stage.remote.status == "Paused" }
            try stage.seek(to: 123.25)
            let track = stage.remote.track
            stage.daemon.finish()
            try stage.restart()
            #expect(stage.remote.status == "Paused")
            #expect(stage.remote.track == track)
            #expect(stage.remote.title == "1")
            #expect(stage.remote.metadata["mpris:length"]?.asInt64 == 400_000_000)
            #expect(try stage.remote.position() == 123.25)
            #expect(stage.remote.value(.player, "Volume")?.asDouble == 0.5)
            #expect(stage.remote.value(.player, "LoopStatus")?.asString == "Playlist")
            #expect(stage.remote.value(.player, "Rate")?.asDouble == 2)
            try stage.remote.call(.player, "Play")
            try stage.remote.waitForMovement()
            #expect(try (123.25..<130).contains(stage.remote.position()))
        }
    }

    @Test(arguments: [("never", ""), ("playing", "Playing")]) func asConfigured(restore: String, status: String) throws
    {
        try Stage.perform(configuration: "\(Stage.silent)[session]\nrestore = \"\(restore)\"\n") { stage in
            try stage.remote.replace([try Silence.write(seconds: 400, as: "a.wav", in: stage.sandbox)])
            try stage.remote.waitForMovement()
            stage.daemon.process.signal(SIGTERM)
            // A process that waits for a disk cannot be killed until that answers.
            _ = try stage.daemon.process.waitForEnd(within: 60)
            try stage.restart()
            if restore == "never" {
                #expect(stage.remote.index == -1)
            } else {
                try stage.remote.waitForMovement()
            }
        }
    }

    @Test func anotherFileInPlaceOfTheRestoredOneBeginsAnew() throws {
        try Stage.perform { stage in
            try stage.remote.replace([try Silence.write(seconds: 400, as: "a.wav", in: stage.sandbox, value: 3)])
            try stage.remote.waitForMovement()
            try stage.seek(to: 200)
            try stage.remote.call(.player, "Pause")
            stage.daemon.finish()
            _ = try Silence.write(seconds: 400, as: "a.wav", in: stage.sandbox, value: 4)
            try stage.restart()
            try stage.remote.wait("the beginning") { try stage.remote.position() == 0 }
            try stage.remote.call(.player, "Play")
            try stage.remote.waitForMovement()
            #expect(try stage.remote.position() < 10)
        }
    }

    /// A language that is not the file's first is played in the next episode, after each start: the item is opened again
    /// for it while it waits for its turn.
    @Test func theLanguageOfASeriesIsPlayedInTheNextEpisode() throws {
        try Stage.perform(configuration: "\(Stage.silent)[session]\nrestore = \"never\"\n") { stage in
            let uris = try (1...3).map { number in
                let path = try stage.sandbox.copy("two-audio.mkv", as: "Show S01E0\(number).mkv")
                return URL(fileURLWithPath: path).absoluteString
            }
            func selected() -> UInt32? {
                for case .structure(let track) in stage.remote.value(.tracks, "Audio")?.asArray ?? []
                where track.last?.asDictionary?["selected"]?.asBool == true { return track.first?.asUInt32 }
                return nil
            }
            try stage.remote.replace([uris[0]])
            try stage.remote.waitForMovement()
            try stage.remote.call(.tracks, "SelectAudio", [.uint32(1)])
            try stage.remote.wait("the other language") { selected() == 1 }
            for round in 0..<6 {
                if round % 2 == 1 {
                    stage.daemon.finish()
                    try stage.restart()
                }
                try stage.remote.replace([uris[1 + round % 2]])
                try stage.remote.waitForMovement()
                try stage.remote.wait("the language of the series") { selected() == 1 }
            }
        }
    }

    /// A film belongs to no series: what was chosen for it is remembered for itself.
    @Test func aFilmHasTheSoundThatWasChosenForIt() throws {
        try Stage.perform(configuration: "\(Stage.silent)[session]\nrestore = \"never\"\n") { stage in
            let films = try [("two-audio.mkv", "Film.mkv"), ("episode-1.mkv", "Other.mkv")].map { file, name in
                URL(fileURLWithPath: try stage.sandbox.copy(file, as: name)).absoluteString
            }
            try stage.sandbox.write("1\n00:00:00,000 --> 00:01:00,000\nHello\n", to: "Film.fr.srt")
            func selected(_ kind: String) -> UInt32? {
                for case .structure(let track) in stage.remote.value(.tracks, kind)?.asArray ?? []
                where track.last?.asDictionary?["selected"]?.asBool == true { return track.first?.asUInt32 }
                return nil
            }
            try stage.remote.replace([films[0]])
            try stage.remote.waitForMovement()
            try stage.remote.call(.tracks, "SelectAudio", [.uint32(1)])
            try stage.remote.call(.tracks, "SelectSubtitles", [.int32(1_000)])
            try stage.remote.wait("both") { selected("Audio") == 1 && selected("Subtitles") == 1_000 }
            for round in 0..<4 {
                switch round {
                case 0: try stage.remote.call(.player, "Stop")
                case 1: try stage.remote.replace([films[1]])
                default:
                    stage.daemon.finish()
                    try stage.restart()
                }
                if round == 1 {
                    try stage.remote.waitForMovement()
                    #expect(selected("Audio") == 0 && selected("Subtitles") == nil)
                }
                if round == 0 {
                    try stage.remote.call(.player, "Play")
                } else {
                    try stage.remote.replace([films[0]])
                }
                try stage.remote.waitForMovement()
                try stage.remote.wait("what was chosen") {
                    selected("Audio") == 1 && selected("Subtitles") == (round < 3 ? 1_000 : nil)
                }
                if round == 2 {
                    try stage.remote.call(.tracks, "SelectSubtitles", [.int32(-1)])
                    try stage.remote.wait("none") { selected("Subtitles") == nil }
                }
            }
        }
    }

    /// Renamed, moved, and another file in its place.
    @Test func aFileIsKnownWhereverItLies() throws {
        try Stage.perform(configuration: "\(Stage.silent)[session]\nrestore = \"never\"\n") { stage in
            let folder = stage.sandbox.directory
            try FileManager.default.createDirectory(atPath: "\(folder)/elsewhere", withIntermediateDirectories: true)
            _ = try Silence.write(seconds: 400, as: "a.wav", in: stage.sandbox, value: 3)
            func play(_ name: String) throws -> Double {
                try stage.remote.replace(["file://\(folder)/\(name)"])
                try stage.remote.waitForMovement()
                return try stage.remote.position()
            }
            #expect(try play("a.wav") < 10)
            try stage.seek(to: 200)
            try stage.remote.call(.player, "Stop")
            try FileManager.default.moveItem(atPath: "\(folder)/a.wav", toPath: "\(folder)/renamed.wav")
            #expect(try (200..<210).contains(play("renamed.wav")))
            try stage.remote.call(.player, "Stop")
            try FileManager.default.moveItem(atPath: "\(folder)/renamed.wav", toPath: "\(folder)/elsewhere/b.wav")
            _ = try Silence.write(seconds: 400, as: "a.wav", in: stage.sandbox, value: 4)
            _ = try Silence.write(seconds: 400, as: "renamed.wav", in: stage.sandbox, value: 5)
            #expect(try play("a.wav") < 10, "another file of the same name and size")
            #expect(try play("renamed.wav") < 10)
            // Over a restart, too.
            stage.daemon.finish()
            try stage.restart()
            #expect(try (200..<220).contains(play("elsewhere/b.wav")))
        }
    }

    /// What somebody did, and what has to be there after a kill that came later.
    private struct Act: CustomStringConvertible {
        var at: Double
        var uris: [String]
        var index: Int
        var volume: Double
        /// Nil while it plays.
        var position: Double?
        /// Where it was at `at`.
        var from: Double
        /// From the command to `at`.
        var took = 0.0

        var description: String {
            "\(uris.count) items, \(index), \(volume), \(from) \(position == nil ? "playing" : "")"
        }
    }

    /// Two hundred kills in all: two sandboxes beside each other.
    @Test(arguments: [1, 2] as [UInt64]) func killsAtRandomMoments(seed: UInt64) throws {
        try Stage.perform { stage in
            let state = stage.sandbox.environment["XDG_STATE_HOME"] ?? ""
            var script = try Script(seed: seed, stage: stage, state: state)
            for round in 0..<100 { try script.round(round) }
            try Self.expectNothingSetAside(in: stage.sandbox.environment["XDG_STATE_HOME"])
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, Comment(rawValue: SmallDisk.refusal)))
    func aFullDiskCostsALineAndNothingElse() throws {
        let disk = try SmallDisk()
        try Stage.perform(extra: ["XDG_STATE_HOME": disk.path]) { stage in
            var script = try Script(seed: 3, stage: stage, state: disk.path)
            for round in 0..<5 { try script.round(round) }
            try disk.fill()
            let before = script.acts
            for round in 5..<15 { try script.round(round, isDiskFull: true) }
            #expect(script.acts.count > before.count)
            disk.clear()
            for round in 15..<20 { try script.round(round) }
            try Self.expectNothingSetAside(in: disk.path)
        }
    }

    /// A journal that could not be read would have been renamed.
    private static func expectNothingSetAside(in state: String?) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(state ?? "")/mediad")
        #expect(names.contains("journal.sqlite"))
        #expect(!names.contains { $0.contains("corrupt") || $0.contains("newer") }, "\(names)")
    }

    /// Plays, and is killed while it does; keeps account of what has to come back.
    private struct Script {
        let stage: Stage
        let pool: [String]
        /// The file of what was being opened.
        let openings: String
        var generator: SplitMix
        /// Since the last start, the first being what came back then.
        var acts: [Act] = []

        init(seed: UInt64, stage: Stage, state: String) throws {
            self.stage = stage
            openings = "\(state)/mediad/openings"
            generator = SplitMix(state: seed)
            // Too short to be gone on with when they are queued again: that would move them a little after the command.
            pool = try (0..<6).map {
                try Silence.write(seconds: 170, as: "\($0).wav", in: stage.sandbox, value: UInt8($0))
            }
        }

        /// One start, a few acts, a kill, and the next start.
        mutating func round(_ number: Int, isDiskFull: Bool = false) throws {
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                try act()
                // The kill shall find it at any moment of what it does then: this delay is what is tried.
                usleep(UInt32.random(in: 0...80_000, using: &generator))
            }
            let killed = Moment.now
            stage.daemon.process.signal(SIGKILL)
            let lines = stage.daemon.log.split(separator: "\n").filter { $0.contains("journal") }
            #expect(lines.count <= (isDiskFull ? 1 : 0), "\(lines)")
            // A process that waits for a disk cannot be killed until that answers.
            _ = try stage.daemon.process.waitForEnd(within: 60)
            // An item whose opening was killed four times is skipped, rightly: `CrashTests`. On a busy machine, these are.
            try? FileManager.default.removeItem(atPath: openings)
            try stage.restart()
            let back = try state(at: killed)
            // What was done in the last moment may be written or not, but not in parts.
            let settled = acts.lastIndex { killed - $0.at > 1 } ?? 0
            let candidates = isDiskFull ? acts : Array(acts[settled...])
            #expect(
                candidates.contains { Self.isSame($0, back, killed: killed) },
                "round \(number): \(back) is none of \(candidates)")
            // While the disk is full what comes back may be any state before.
            acts = (isDiskFull ? acts : []) + [back]
        }

        private static func isSame(_ act: Act, _ back: Act, killed: Double) -> Bool {
            guard act.uris == back.uris, act.index == back.index, act.volume == back.volume else { return false }
            guard let position = act.position else {
                // Played on since: no more than 16 s old, and never ahead.
                // It was written when the command was carried out, and looked at a little later.
                return back.from >= act.from - act.took - 0.01 && back.from <= act.from + (killed - act.at) + 0.1
            }
            return abs(back.from - position) < 0.001
        }

        private func state(at moment: Double) throws -> Act {
            let remote = stage.remote
            let items = try remote.call(.queue, "Items", [.uint32(0), .uint32(1_000)])
            let uris = items.first?.asArray?.compactMap { $0.asDictionary?["uri"]?.asString } ?? []
            let position = try remote.position()
            return Act(
                at: moment, uris: uris, index: remote.index, volume: remote.value(.player, "Volume")?.asDouble ?? -1,
                position: remote.status == "Playing" ? nil : position, from: position)
        }

        private mutating func act() throws {
            let remote = stage.remote
            let begun = Moment.now
            switch Int.random(in: 0..<7, using: &generator) {
            case 0:
                let count = Int.random(in: 1...4, using: &generator)
                try remote.replace((0..<count).map { _ in pool.randomElement(using: &generator) ?? pool[0] })
            case 1: try remote.set(.player, "Volume", .double(Double(Int.random(in: 1...99, using: &generator)) / 100))
            case 2, 3:
                try remote.listen()
                if remote.track.hasPrefix("/org/mediad/track/") {
                    let target = Int64.random(in: 1...120_000_000, using: &generator)
                    _ = try? remote.call(.player, "SetPosition", [.objectPath(remote.track), .int64(target)])
                }
            case 4: try remote.call(.player, "Pause")
            case 5: try remote.call(.player, "Play")
            default: try remote.call(.player, "Next")
            }
            try remote.listen(for: 0.03)
            var act = try state(at: Moment.now)
            act.took = Moment.now - begun
            acts.append(act)
        }
    }
}

/// Numbers that are the same in each run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
