import DBusKit
import Foundation
import TestSupport
import Testing

/// The picture on the screen, saved as a file.
@Suite(
    .system,
    .needs("dbus-daemon", "Xvfb", "xprop", "xdotool", "openbox", "ffmpeg", "ffprobe", "pulseaudio", "pactl"))
struct ScreenshotTests {
    /// Each frame is brighter than the one before; pixels are twice as wide as high.
    private static func make(in folder: String) throws -> String {
        let arguments = [
            "-v", "error", "-f", "lavfi", "-i", "color=black:s=320x360:r=5:d=10", "-vf",
            "geq=lum=20+4*N:cb=128:cr=128,setsar=2/1", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
            "-g", "5", "-metadata", "title=Grey/er",
        ]
        try Fixtures.copy(madeOf: arguments, to: folder) { folder in
            let made = try ChildProcess.run("ffmpeg", arguments + ["\(folder)/grey.mkv"])
            guard made.end == .exited(0) else { throw Failure(made.errors) }
        }
        return "file://\(folder)/grey.mkv"
    }

    /// Width, height and the brightness of the middle of a picture file.
    private static func look(at path: String, in folder: String) throws -> (size: String, brightness: Int) {
        let probe = try ChildProcess.run(
            "ffprobe", ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", path])
        let raw = "\(folder)/pixel.gray"
        let made = try ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-y", "-i", path, "-vf", "crop=8:8,scale=1:1:flags=area,format=gray", "-f", "rawvideo",
                raw,
            ])
        guard made.end == .exited(0) else { throw Failure(made.errors) }
        let pixel = try Data(contentsOf: URL(fileURLWithPath: raw)).first ?? 0
        return (probe.output.trimmingCharacters(in: .whitespacesAndNewlines), Int(pixel))
    }

    @Test("the frame on the screen is saved in its own size with square pixels, without cards, and replaces nothing")
    func theFrameOnTheScreen() throws {
        try PictureRig.perform(configuration: "[video]\nscreenshots = \"~/Shots/of films\"\n") { rig in
            func save(_ path: String = "", overwrite: Bool = false) throws -> String {
                let answer = try rig.remote.call(.window, "Screenshot", [.string(path), .boolean(overwrite)])
                return answer.first?.asString ?? ""
            }
            #expect(throws: DBusError.self) { try save() }
            try rig.remote.replace([Self.make(in: rig.folder)])
            try rig.remote.waitForMovement()
            try rig.call("Pause")
            try rig.seek(to: 7.1)
            try rig.remote.call(.window, "SetFullscreen", [.boolean(true)])
            // Frame 35 is 160 of 16 to 235, which is 168 of 255; the next ones are 5 away.
            let middle = (PictureRig.screen.width / 2, PictureRig.screen.height / 2)
            func seen() -> Int { rig.display.screen.brightness(x: middle.0, y: middle.1) }
            try rig.remote.wait("the frame") { abs(seen() - 168) <= 3 }

            let first = try save()
            #expect(first.hasSuffix("/Shots/of films/Grey-er 00-00-07.png"))
            let look = try Self.look(at: first, in: rig.folder)
            #expect(look.size == "640,360" && abs(look.brightness - 168) <= 1, "\(look), \(seen()) on the screen")
            #expect(try save().hasSuffix("/Shots/of films/Grey-er 00-00-07 2.png"))
            try rig.remote.set(.window, "Rotation", .int32(90))
            let path = "\(rig.folder)/turned.png"
            try rig.remote.wait("the turned picture") {
                try save(path, overwrite: true) == path && Self.look(at: path, in: rig.folder).size == "360,640"
            }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try rig.seek(to: 2)
            let failure = #expect(throws: DBusError.self) { try save(path) }
            #expect(failure?.message.contains("already exists") == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
    }

    @Test("a picture of the last frame that stays after the end is named by the end")
    func theLastFrame() throws {
        try PictureRig.perform(configuration: "[video]\nscreenshots = \"~/Shots\"\nat-end = \"keep\"\n") { rig in
            try rig.remote.replace([Self.make(in: rig.folder)])
            try rig.remote.waitForMovement()
            try rig.seek(to: 9)
            try rig.remote.wait("the end") { rig.remote.status == "Stopped" }
            let answer = try rig.remote.call(.window, "Screenshot", [.string(""), .boolean(false)])
            #expect(answer.first?.asString?.hasSuffix("/Shots/Grey-er 00-00-10.png") == true, "\(answer)")
        }
    }
}
