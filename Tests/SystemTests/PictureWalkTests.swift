import DBusKit
import Foundation
import TestSupport
import Testing

/// Random steps beside two busy processes, with the picture read off the screen after each.
///
/// `MEDIAD_TEST_LIMIT=1800 MEDIAD_PICTURE_STEPS=200 make test TESTFLAGS="--filter PictureWalkTests"` walks farther. Each seed
/// is printed; `MEDIAD_PICTURE_SEED=7` walks the same way again.
@Suite(
    .system, .needs("dbus-daemon", "Xvfb", "xprop", "xdotool", "openbox", "ffmpeg", "pulseaudio", "pactl"))
struct PictureWalkTests {
    private enum Step: CaseIterable {
        case next, previous, goTo, open, seek, seeks, seekInPause, pause, stop, join, loop, rate, pip, fullscreen, sound
    }

    private struct Walk {
        let rig: PictureRig
        let films: [FrameFilm]
        let uris: [String]
        var random: Seeded
        var index = 0
        var rate = 1.0
        var isSmall = false
        var isFull = false

        var film: FrameFilm { films[index] }

        mutating func somewhere(before end: Double = 5) -> Double {
            Double.random(in: 0...max(0.5, film.seconds - end), using: &random)
        }

        /// - Returns: what was done.
        mutating func take(_ step: Step) throws -> String {
            let remote = rig.remote
            switch step {
            case .next, .previous, .goTo:
                let others = films.indices.filter { $0 != index }
                let wanted =
                    step == .next
                    ? index + 1 : step == .previous ? index - 1 : others.randomElement(using: &random) ?? 0
                guard films.indices.contains(wanted) else { return try take(.goTo) }
                if step == .previous { try rig.seek(to: 0) }
                if step == .next { try rig.call("Next") }
                if step == .previous { try rig.call("Previous") }
                if step == .goTo { try rig.goTo(wanted) }
                index = wanted
                return "\(step) to film \(film.code)"
            case .open:
                // At the place of its own in the list, so that the list stays what it is.
                try remote.replace(uris, index: index)
                return "Replace at film \(film.code)"
            case .seek:
                let target = somewhere()
                try rig.seek(to: target)
                return "a seek to \(target)"
            case .seeks:
                let targets = (0..<5).map { _ in somewhere() }
                for target in targets { try rig.seek(to: target) }
                return "seeks to \(targets)"
            case .seekInPause:
                try rig.call("Pause")
                let target = somewhere()
                try rig.seek(to: target)
                try rig.expect(film, after: "a seek to \(target) in a pause", moving: false, within: 4)
                try rig.call("Play")
                return "Play behind a seek to \(target) in a pause"
            case .pause:
                try rig.call("Pause")
                try rig.expect(film, after: "a pause", moving: false, within: 4)
                try rig.call("Play")
                return "Play"
            case .stop:
                try rig.call("Stop")
                try remote.wait("the stop") { remote.status == "Stopped" }
                try rig.call("Play")
                return "Stop and Play"
            case .join:
                guard index + 1 < films.count else { return try take(.goTo) }
                try rig.seek(to: film.seconds - 2)
                index += 1
                try rig.waitForIndex(index)
                return "a join with film \(film.code)"
            case .loop:
                try remote.set(.player, "LoopStatus", .string("Track"))
                try rig.seek(to: film.seconds - 1.5)
                try remote.wait("the next round") { (0.0...4).contains(try remote.position()) }
                try remote.set(.player, "LoopStatus", .string("None"))
                return "a loop"
            case .rate:
                rate = [0.5, 1, 1.5, 2].randomElement(using: &random) ?? 1
                try remote.set(.player, "Rate", .double(rate))
                return "rate \(rate)"
            case .pip:
                isSmall.toggle()
                isFull = false
                try remote.call(.window, isSmall ? "StartPictureInPicture" : "StopPictureInPicture")
                try remote.wait("picture in picture") {
                    (remote.value(.window, "State") == "picture-in-picture") == isSmall
                }
                return "picture in picture \(isSmall)"
            case .fullscreen:
                guard !isSmall else { return try take(.pip) }
                isFull.toggle()
                try remote.call(.window, "SetFullscreen", [.boolean(isFull)])
                try remote.wait("fullscreen") { (remote.value(.window, "State") == "fullscreen") == isFull }
                return "fullscreen \(isFull)"
            case .sound:
                let tracks = (remote.value(.tracks, "Audio")?.asArray ?? []).compactMap { $0.asArray?.first }
                if let track = tracks.randomElement(using: &random) { try remote.call(.tracks, "SelectAudio", [track]) }
                return "a track of sound"
            }
        }
    }

    @Test func everyRandomStepShowsTheRightPicture() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["MEDIAD_PICTURE_STEPS"].flatMap { Int($0) } ?? 15
        let seed = environment["MEDIAD_PICTURE_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...99_999)
        print("picture walk: seed \(seed), \(count) steps")
        try PictureRig.perform(busy: true) { rig in
            let films = [PictureTests.one, PictureTests.long, PictureTests.two, PictureTests.web, PictureTests.old]
            let uris = try films.map { film in
                try film == PictureTests.long ? PictureTests.makeLong(rig) : film.make(in: rig.folder)
            }
            try rig.remote.replace(uris)
            try rig.remote.waitForMovement()
            try rig.remote.wait("the window") { rig.remote.value(.window, "State") == "windowed" }
            var walk = Walk(rig: rig, films: films, uris: uris, random: Seeded(seed))
            for number in 1...count {
                let left = walk.film.seconds - (try rig.remote.position())
                if left < 6 * walk.rate { try rig.seek(to: 1) }
                let step = Step.allCases.randomElement(using: &walk.random) ?? .seek
                let done = "\(number), \(try walk.take(step))"
                let length = Double.random(in: 0.4...2.5, using: &walk.random)
                try rig.expect(walk.film, after: done, rate: min(1, walk.rate), for: length)
            }
        }
    }
}

/// Random numbers that can be had again (SplitMix64).
private struct Seeded: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
