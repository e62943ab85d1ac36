import DBusKit
import Foundation
import TestSupport
import Testing

/// The right picture after every kind of step, read off the screen: it moves, is of the right film, and at the position.
@Suite(
    .system, .needs("dbus-daemon", "Xvfb", "xprop", "xdotool", "openbox", "ffmpeg", "pulseaudio", "pactl"))
struct PictureTests {
    private static let one = FrameFilm(name: "one.mkv", code: 1, seconds: 15, encoding: FrameFilm.h264, tone: 400)
    private static let two = FrameFilm(name: "two.mp4", code: 2, seconds: 15, encoding: FrameFilm.h264, tone: 600)
    private static let web = FrameFilm(
        name: "web.webm", code: 3, seconds: 15, rate: 30, size: (480, 270), encoding: FrameFilm.vp8, tone: 800)
    private static let old = FrameFilm(name: "old.avi", code: 4, seconds: 15, encoding: FrameFilm.mpeg4, tone: 900)
    private static let short = FrameFilm(name: "short.mp4", code: 5, seconds: 1.6, encoding: FrameFilm.h264, tone: 500)
    private static let brief = FrameFilm(name: "brief.mkv", code: 6, seconds: 2, encoding: FrameFilm.h264, tone: 700)

    @Test(arguments: [false, true]) func whatFollowsWithoutAGapMoves(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            let films = [Self.one, Self.two, Self.web, Self.old, Self.one]
            try rig.remote.replace(try films.map { try $0.make(in: rig.folder) })
            try rig.remote.waitForMovement()
            try rig.expect(Self.one, after: "the first item")
            for (index, film) in films.enumerated().dropFirst() {
                try rig.waitForIndex(index)
                try rig.expect(film, after: "a join with \(film.name)", within: isBusy ? 2 : 0.5, for: 4)
                // What was true of the item before lasts as long as that: half of it has to be watched.
                if index < films.count - 1 { try rig.seek(to: 8) }
            }
        }
    }
}
