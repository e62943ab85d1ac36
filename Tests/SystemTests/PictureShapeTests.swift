import DBusKit
import Foundation
import TestSupport
import Testing

/// Frames that are stored on their side, mirrored or as two fields, seen on the screen, in thumbnails and in exports.
@Suite(
    .system,
    .needs("dbus-daemon", "Xvfb", "xprop", "xdotool", "openbox", "ffmpeg", "ffprobe", "pulseaudio", "pactl"))
struct PictureShapeTests {
    /// How an MP4 file says that its frames are turned, and which quarter of a stored frame is seen at the top left, top
    /// right, bottom left and bottom right: red, green, blue and white are stored in this order.
    struct Orientation: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var matrix: [Int32]
        var seen: [Character]
        /// Whether the picture is seen higher than wide.
        var isHigh: Bool { matrix[0] == 0 }

        init(_ name: String, _ matrix: [Int32], _ seen: String) {
            (testDescription, self.matrix, self.seen) = (name, matrix, Array(seen))
        }
    }

    private static let orientations = [
        Orientation("as it is", [1, 0, 0, 1], "rgbw"), Orientation("90", [0, 1, -1, 0], "brwg"),
        Orientation("180", [-1, 0, 0, -1], "wbgr"), Orientation("270", [0, -1, 1, 0], "gwrb"),
        Orientation("mirrored", [-1, 0, 0, 1], "grwb"), Orientation("mirrored, 90", [0, -1, -1, 0], "wgbr"),
        Orientation("mirrored, 180", [1, 0, 0, -1], "bwrg"), Orientation("mirrored, 270", [0, 1, 1, 0], "rbgw"),
    ]

    /// A film of four quarters.
    private static func make(_ orientation: Orientation, in folder: String) throws -> String {
        let colour = { (name: String) in "color=\(name):s=160x90:r=25:d=40" }
        let arguments = [
            "-v", "error", "-filter_complex",
            "\(colour("red"))[r];\(colour("lime"))[g];\(colour("blue"))[b];\(colour("white"))[w];"
                + "[r][g]hstack[t];[b][w]hstack[u];[t][u]vstack", "-c:v", "libx264", "-preset", "ultrafast",
            "-pix_fmt", "yuv420p", "-g", "25",
            // Thumbnails are kept by content, which does not include the tables.
            "-metadata", "comment=\(orientation.testDescription)", "-movflags", "+faststart",
        ]
        try Fixtures.copy(madeOf: arguments + ["quarters 2"], to: folder) { folder in
            let made = try ChildProcess.run("ffmpeg", arguments + ["\(folder)/film.mp4"])
            guard made.end == .exited(0) else { throw Failure(made.errors) }
        }
        let path = "\(folder)/film.mp4"
        try turn(path, orientation.matrix)
        return path
    }

    /// Sets the matrix of the video track.
    private static func turn(_ path: String, _ matrix: [Int32]) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let name = Array("tkhd".utf8)
        guard let box = bytes.indices.dropLast(100).first(where: { Array(bytes[$0..<$0 + 4]) == name }) else {
            throw Failure("no tkhd in \(path)")
        }
        let words = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0].map { UInt32(bitPattern: $0 << 16).bigEndian }
        bytes.replaceSubrange(
            box + 44..<box + 68, with: words.flatMap { withUnsafeBytes(of: $0, Array.init) })
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    private static func name(_ colour: (red: Int, green: Int, blue: Int)) -> Character {
        switch (colour.red > 150, colour.green > 150, colour.blue > 150) {
        case (true, false, false): "r"
        case (false, true, false): "g"
        case (false, false, true): "b"
        case (true, true, true): "w"
        default: "?"
        }
    }

    /// The quarters of the window, without the middle, and where the pause is shown.
    private static func quarters(_ rig: PictureRig) -> [Character] {
        guard case .structure(let parts) = rig.remote.value(.window, "Geometry") else { return [] }
        let place = parts.compactMap { $0.asInt32.map(Int.init) }
        guard place.count == 4, place[2] > 0 else { return [] }
        return [(3, 3), (5, 3), (3, 5), (5, 5)].map { x, y in
            name(rig.display.screen.colour(x: place[0] + place[2] * x / 8, y: place[1] + place[3] * y / 8))
        }
    }

    private static func size(_ rig: PictureRig) -> [Int] {
        guard case .structure(let parts) = rig.remote.value(.window, "Geometry") else { return [] }
        return parts.compactMap { $0.asInt32.map(Int.init) }.suffix(2)
    }

    /// The quarters of a picture file.
    ///
    /// - Parameter crop: takes a part of it.
    private static func quarters(of path: String, in rig: PictureRig, _ crop: String = "") throws -> [Character] {
        let raw = "\(rig.folder)/quarters.rgb"
        let made = try ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-y", "-i", path, "-frames:v", "1", "-vf", "\(crop)scale=8:8:flags=area", "-f",
                "rawvideo",
                "-pix_fmt", "rgb24", raw,
            ])
        guard made.end == .exited(0) else { throw Failure(made.errors) }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
        return [(2, 2), (5, 2), (2, 5), (5, 5)].map { x, y in
            let pixel = bytes[(y * 8 + x) * 3..<(y * 8 + x) * 3 + 3].map(Int.init)
            return name((pixel[0], pixel[1], pixel[2]))
        }
    }

    @Test(arguments: orientations) func everyOrientationIsSeenUpright(orientation: Orientation) throws {
        try PictureRig.perform { rig in
            let path = try Self.make(orientation, in: rig.folder)
            try rig.remote.replace(["file://\(path)"])
            try rig.remote.waitForMovement()
            try rig.remote.wait("the picture", within: 30) { Self.quarters(rig) == orientation.seen }
            try rig.remote.wait("a window of its shape", within: 20) {
                Self.hasShape(rig, high: orientation.isHigh)
            }
            rig.keepPicture("orientation \(orientation)")
            // Its pictures are turned, too.
            let picture = try rig.remote.call(.pictures, "Thumbnail", [.int64(4_000_000), .uint32(160)])
            let uri = try #require(picture.first?.asString)
            #expect(try Self.quarters(of: URL(string: uri)?.path ?? "", in: rig) == orientation.seen)
            let board = try rig.remote.call(.pictures, "Storyboard", [.uint32(4), .uint32(64)])
            let first = board.first?.asArray?.first?.asArray?.last?.asString
            // PATH#xywh=0,0,64,36: a part of one file.
            let part = try #require(first).split(separator: "#xywh=").map(String.init)
            let area = part.last?.split(separator: ",").compactMap { Int($0) } ?? []
            try #require(part.count == 2 && area.count == 4, "\(part)")
            #expect((area[2] < area[3]) == orientation.isHigh)
            let crop = "crop=\(area[2]):\(area[3]):\(area[0]):\(area[1]),"
            #expect(try Self.quarters(of: URL(string: part[0])?.path ?? "", in: rig, crop) == orientation.seen)
            // Picture in picture has its shape.
            try rig.remote.call(.window, "StartPictureInPicture")
            try rig.remote.wait("picture in picture") {
                rig.remote.value(.window, "State") == "picture-in-picture"
                    && Self.size(rig) == (orientation.isHigh ? [270, 480] : [480, 270])
            }
            try rig.remote.wait("its picture", within: 20) { Self.quarters(rig) == orientation.seen }
        }
    }

    private static func hasShape(_ rig: PictureRig, high isHigh: Bool) -> Bool {
        let size = size(rig)
        let (wide, high) = isHigh ? (size.last ?? 0, size.first ?? 0) : (size.first ?? 0, size.last ?? 0)
        return high > 0 && abs(wide * 9 - high * 16) <= 16
    }

    /// The item changes while the window does not show its shape.
    @Test func theWindowComesBackInTheShapeOfThePresentItem() throws {
        try PictureRig.perform { rig in
            let films = try [true, false].map { isHigh in
                let film = "\(rig.folder)/\(isHigh).mp4"
                let orientation = try #require(Self.orientations.first { $0.isHigh == isHigh })
                try FileManager.default.moveItem(atPath: try Self.make(orientation, in: rig.folder), toPath: film)
                return "file://\(film)"
            }
            try rig.remote.replace(films)
            try rig.remote.waitForMovement()
            try rig.remote.wait("a high window", within: 20) { Self.hasShape(rig, high: true) }
            for (enter, isFull) in [("SetFullscreen", true), ("StartPictureInPicture", false)] {
                try rig.remote.call(.window, enter, isFull ? [.boolean(true)] : [])
                try rig.remote.wait(enter, within: 20) {
                    rig.remote.value(.window, "State") == (isFull ? "fullscreen" : "picture-in-picture")
                }
                try rig.call(isFull ? "Next" : "Previous")
                try rig.waitForIndex(isFull ? 1 : 0)
                try rig.remote.waitForMovement()
                try rig.remote.call(
                    .window, isFull ? "SetFullscreen" : "StopPictureInPicture", isFull ? [.boolean(false)] : [])
                // Once it is back in the middle of the screen.
                try rig.remote.wait("the shape of the present item, \(enter)", within: 20) {
                    guard case .structure(let parts) = rig.remote.value(.window, "Geometry"),
                        let x = parts.first?.asInt32, let width = parts.dropFirst(2).first?.asInt32
                    else { return false }
                    return abs(2 * Int(x) + Int(width) - PictureRig.screen.width) < 40
                        && Self.size(rig)[1] < PictureRig.screen.height * 9 / 10
                        && rig.remote.value(.window, "State") == "windowed" && Self.hasShape(rig, high: !isFull)
                }
            }
        }
    }

    @Test func aPictureIsTurnedByHandForItsItem() throws {
        try PictureRig.perform { rig in
            let path = try Self.make(Self.orientations[1], in: rig.folder)
            let other = "\(rig.folder)/other.mp4"
            try FileManager.default.copyItem(atPath: path, toPath: other)
            try Self.turn(other, [1, 0, 0, 1])
            try rig.remote.replace(["file://\(path)", "file://\(other)"])
            try rig.remote.waitForMovement()
            try rig.remote.wait("the picture", within: 30) { Self.quarters(rig) == Self.orientations[1].seen }
            // However slow the machine is, the film is not over before it was turned.
            try rig.remote.set(.player, "LoopStatus", .string("Track"))
            let window = try rig.display.window(ofClass: "mediad")
            for (degrees, seen) in [(90, 2), (180, 3), (270, 0)] {
                try rig.display.run("xdotool", "key", "--window", String(window), "r")
                try rig.remote.wait("\(degrees)", within: 20) {
                    rig.remote.value(.window, "Rotation") == .int32(Int32(degrees))
                        && Self.quarters(rig) == Self.orientations[seen].seen
                }
            }
            // Also while it is paused.
            try rig.call("Pause")
            try rig.remote.set(.window, "Rotation", .int32(0))
            try rig.remote.wait("the picture", within: 20) { Self.quarters(rig) == Self.orientations[1].seen }
            try rig.remote.set(.window, "Rotation", .int32(90))
            try rig.call("Play")
            try rig.call("Next")
            try rig.remote.wait("the next item", within: 20) {
                Self.quarters(rig) == Self.orientations[0].seen && rig.remote.value(.window, "Rotation") == .int32(0)
            }
            #expect(throws: DBusError.self) { try rig.remote.set(.window, "Rotation", .int32(45)) }
        }
    }

    /// A copy says how its frames are stored; what is encoded is upright.
    @Test(arguments: [1, 2, 4, 7], ["passthrough", "exact"]) func exportsAreSeenUpright(index: Int, preset: String)
        throws
    {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            let orientation = Self.orientations[index]
            let path = try Self.make(orientation, in: rig.folder)
            try rig.open(path)
            let out = "\(rig.folder)/out.mp4"
            let job = try rig.end(of: rig.export(to: out, preset: preset, ranges: [(1, 4)]))
            try #require(job.status == "completed", "\(job.error)")
            let probe = try ChildProcess.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "v", "-show_entries", "stream=width", "-of", "csv=p=0", out])
            // A comma follows where there is a matrix.
            let width = Int(probe.output.prefix { $0.isNumber })
            #expect(width == (preset == "exact" && orientation.isHigh ? 180 : 320))
            // ffmpeg turns frames as the matrix says.
            let raw = "\(rig.folder)/seen.rgb"
            let made = try ChildProcess.run(
                "ffmpeg",
                [
                    "-v", "error", "-y", "-i", out, "-frames:v", "1", "-vf", "scale=8:8:flags=area", "-f", "rawvideo",
                    "-pix_fmt", "rgb24", raw,
                ])
            #expect(made.end == .exited(0), "\(made.errors)")
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
            let seen = [(2, 2), (5, 2), (2, 5), (5, 5)].map { x, y in
                let pixel = bytes[(y * 8 + x) * 3..<(y * 8 + x) * 3 + 3].map(Int.init)
                return Self.name((pixel[0], pixel[1], pixel[2]))
            }
            #expect(seen == orientation.seen)
        }
    }

    // MARK: A window of another shape

    /// How far the bars reach in from each edge of the screen: left, right, top, bottom.
    private static func bars(_ screen: ScreenBuffer) -> [Int] {
        func dark(_ x: Int, _ y: Int) -> Bool {
            let colour = screen.colour(x: x, y: y)
            return colour.red + colour.green + colour.blue < 90
        }
        // Beside the middle, which is where the quarters meet.
        let (width, height) = (screen.width, screen.height)
        let (column, row) = (width / 2 - 20, height / 2 - 20)
        return [
            (0..<width / 2).first { !dark($0, row) } ?? width,
            (0..<width / 2).first { !dark(width - 1 - $0, row) } ?? width,
            (0..<height / 2).first { !dark(column, $0) } ?? height,
            (0..<height / 2).first { !dark(column, height - 1 - $0) } ?? height,
        ]
    }

    /// A quarter of the film is seen in each quarter of the screen, turned or not, playing or paused.
    @Test(arguments: [(1_000, 800), (1_280, 500)]) func thePictureFillsTheScreen(width: Int, height: Int) throws {
        try PictureRig.perform(configuration: "[video]\nscaling = \"fill\"\n", width: width, height: height) { rig in
            func expect(_ step: String, filledWith quarters: String?) throws {
                var seen = ""
                for _ in 0..<60 {
                    let bars = Self.bars(rig.display.screen)
                    if let quarters {
                        if bars.allSatisfy({ $0 == 0 }), String(Self.quarters(rig)) == quarters { return }
                    } else if abs(bars[0] - bars[1]) <= 4, abs(bars[2] - bars[3]) <= 4,
                        bars.contains(where: { $0 > 20 })
                    {
                        return
                    }
                    seen = "\(String(Self.quarters(rig))), bars of \(bars)"
                    try rig.remote.listen(for: 0.1)
                }
                rig.fail("\(step): \(seen)")
                rig.keepPicture(step)
            }
            func set(_ scaling: String) throws { try rig.remote.set(.window, "Scaling", .string(scaling)) }
            try rig.remote.replace(["file://" + Self.make(Self.orientations[0], in: rig.folder)])
            try rig.remote.waitForMovement()
            try rig.remote.call(.window, "SetFullscreen", [.boolean(true)])
            try expect("filled, as configured", filledWith: "rgbw")
            try set("fit")
            try expect("whole", filledWith: nil)
            try set("fill")
            try expect("filled", filledWith: "rgbw")
            try rig.remote.set(.window, "Rotation", .int32(90))
            try expect("filled and turned", filledWith: "brwg")
            try rig.call("Pause")
            try set("fit")
            try expect("whole, paused", filledWith: nil)
            try set("fill")
            try expect("filled, paused", filledWith: "brwg")
            try rig.remote.call(.window, "StartPictureInPicture")
            try rig.remote.wait("picture in picture") {
                rig.remote.value(.window, "State") == .string("picture-in-picture")
            }
            try rig.remote.call(.window, "StopPictureInPicture")
            try expect("filled, after picture in picture", filledWith: "brwg")
        }
    }

    // MARK: Two fields

    /// A bar that moves with each field: seen as two fields at once, its edges are combs.
    private static func makeInterlaced(_ name: String, in folder: String) throws -> String {
        func bar(_ size: String, rate: Int, step: Int) -> String {
            let (width, height) = (Int(size.prefix { $0 != "x" }) ?? 0, size.split(separator: "x").last ?? "")
            return "color=black:s=\(size):r=\(rate):d=3[b];color=white:s=80x\(height):r=\(rate):d=3[w];"
                + "[b][w]overlay=x=mod(n*\(step)\\,\(width))"
        }
        let fields = "tinterlace=interleave_top,fieldorder=tff,format=yuv420p"
        func encode(_ source: String, _ options: [String], to file: String) throws {
            let made = try ChildProcess.run(
                "ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source] + options + [file], within: 120)
            guard made.end == .exited(0) else { throw Failure(made.errors) }
        }
        try Fixtures.copy(madeOf: ["interlaced 2", name], to: folder) { folder in
            if name == "576i" {
                return try encode(
                    bar("720x576", rate: 50, step: 16) + ",setsar=1," + fields,
                    ["-c:v", "mpeg2video", "-top", "1", "-flags", "+ilme+ildct", "-b:v", "8M", "-r", "25"],
                    to: "\(folder)/576i.ts")
            }
            // Whole frames and fields in turns, in one stream that says so of each.
            let stream = ["-c:v", "libx264", "-preset", "ultrafast", "-bsf:v", "h264_mp4toannexb", "-f", "h264"]
            try encode(
                bar("1920x1080", rate: 25, step: 48) + ",format=yuv420p", ["-x264opts", "fake-interlaced=1"] + stream,
                to: "\(folder)/whole")
            try encode(
                bar("1920x1080", rate: 50, step: 24) + "," + fields, ["-top", "1", "-x264opts", "tff=1"] + stream,
                to: "\(folder)/fields")
            let parts = try ["fields", "whole", "fields", "fields"].map {
                try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))
            }
            try Data(parts.joined()).write(to: URL(fileURLWithPath: "\(folder)/all.h264"))
            let made = try ChildProcess.run(
                "ffmpeg",
                ["-v", "error", "-r", "25", "-i", "\(folder)/all.h264", "-c", "copy", "\(folder)/1080i.ts"])
            guard made.end == .exited(0) else { throw Failure(made.errors) }
            for part in ["fields", "whole", "all.h264"] {
                try FileManager.default.removeItem(atPath: "\(folder)/\(part)")
            }
        }
        return "file://\(folder)/\(name).ts"
    }

    /// How many points differ from their neighbours above and below, which are alike.
    private static func combs(_ screen: ScreenBuffer) -> Int {
        var count = 0
        for y in stride(from: screen.height / 3, to: 2 * screen.height / 3, by: 1) {
            for x in stride(from: 0, to: screen.width, by: 4) {
                let (above, here, below) = (
                    screen.colour(x: x, y: y - 1).green, screen.colour(x: x, y: y).green,
                    screen.colour(x: x, y: y + 1).green
                )
                if abs(here - above) > 80, abs(here - below) > 80, abs(above - below) < 40 { count += 1 }
            }
        }
        return count
    }

    /// Where the bar begins in the middle of the screen; nil if it is not seen there.
    private static func bar(_ screen: ScreenBuffer) -> Int? {
        (0..<screen.width).first { screen.colour(x: $0, y: screen.height / 2).green > 128 }
    }

    /// - Returns: how many combs are seen at a time, and how often the bar jumped back.
    private static func look(_ name: String, _ setting: String) throws -> (combs: Int, jumps: Int) {
        var (most, jumps) = (0, 0)
        let size = name == "576i" ? (720, 576) : (1_920, 1_080)
        try PictureRig.perform(
            configuration: "[video]\ndeinterlace = \"\(setting)\"\n", width: size.0, height: size.1
        ) { rig in
            try rig.remote.call(.window, "SetFullscreen", [.boolean(true)])
            try rig.remote.replace([try makeInterlaced(name, in: rig.folder)])
            try rig.remote.waitForMovement()
            try rig.remote.wait("fullscreen") { rig.remote.value(.window, "State") == "fullscreen" }
            try rig.wait(until: 0.7)
            // What is drawn while it is read is a comb as well, of few points and not each time.
            var seen: [Int] = []
            var last: Int?
            while try rig.remote.status == "Playing" && rig.remote.position() < (name == "576i" ? 2.5 : 2.3) {
                let bars = try (0..<8).compactMap { _ in
                    try rig.remote.listen(for: 0.005)
                    return bar(rig.display.screen)
                }
                for here in bars {
                    // At the right edge, it begins again.
                    if let last, here < last, last - here < size.0 / 2 { jumps += 1 }
                    last = here
                }
                seen.append(combs(rig.display.screen))
            }
            most = seen.sorted().dropFirst(seen.count / 2).first ?? 0
            if setting == "auto" {
                try rig.call("Pause")
                for target in [0.5, 1.1, 1.7] {
                    try rig.seek(to: target)
                    try rig.remote.wait("a picture at \(target)") { abs(try rig.remote.position() - target) < 0.05 }
                    try rig.remote.listen(for: 0.5)
                    let combs = combs(rig.display.screen)
                    print("\(name), paused at \(target): \(combs)")
                    if combs > most + 20 { rig.fail("\(combs) combs while paused at \(target)") }
                }
            }
            rig.keepPicture("\(name) \(setting)")
            print("\(name), deinterlace \(setting): \(seen), \(jumps) jumps")
        }
        return (most, jumps)
    }

    @Test(arguments: ["576i", "1080i"]) func fieldsAreSeenOneAfterTheOther(name: String) throws {
        let before = try Self.look(name, "off")
        let after = try Self.look(name, "auto")
        #expect(before.combs > 100, "the judge sees combs where there are some")
        // A screen of 1080 lines takes long to read: a tenth of them is torn on a busy machine.
        #expect(after.combs < before.combs / 6)
        #expect(after.jumps == 0, "the later field was shown first")
    }
}
