import DBusKit
import Foundation
import TestSupport
import Testing

/// A daemon that plays two films, with coloured bars unless something else is painted.
struct WindowRig {
    let stage: Stage
    var remote: Remote { stage.remote }
    let film: String

    /// - Parameters:
    ///   - picture: what ffmpeg paints.
    ///   - rate: frames a second.
    ///   - seconds: how long each film is.
    init(extra: [String: String], picture: String = "smptebars=", rate: Int = 10, seconds: Int = 60) throws {
        stage = try Stage(configuration: "[audio]\nsink = \"none\"\n[video]\nshow-artwork = true\n", extra: extra)
        film = URL(fileURLWithPath: "\(stage.sandbox.directory)/film.mkv").absoluteString
        let arguments = [
            "-v", "error", "-f", "lavfi", "-i", "\(picture)s=640x360:r=\(rate):d=\(seconds)", "-c:v", "libx264",
            "-preset", "ultrafast", "-pix_fmt", "yuv420p",
        ]
        try Fixtures.copy(madeOf: arguments, to: stage.sandbox.directory) { folder in
            let made = try ChildProcess.run("ffmpeg", arguments + ["\(folder)/film.mkv"])
            guard made.end == .exited(0) else { throw Failure(made.errors) }
        }
    }

    func text(_ name: String) -> String { remote.value(.window, name)?.asString ?? "" }
    func flag(_ name: String) -> Bool { remote.value(.window, name)?.asBool ?? false }
    var geometry: [Int] {
        guard case .structure(let parts) = remote.value(.window, "Geometry") else { return [] }
        return parts.compactMap { $0.asInt32.map(Int.init) }
    }

    func play() throws {
        try remote.replace([film, film])
        try remote.waitForMovement()
        try remote.wait("the window") { text("State") == "windowed" }
    }

    func start() throws {
        try remote.forget()
        try remote.call(.window, "StartPictureInPicture")
        try remote.wait("picture in picture") {
            !remote.signals("DidStart").isEmpty || !remote.signals("FailedToStart").isEmpty
        }
        #expect(remote.happened.map(\.signal.member).filter { $0.hasSuffix("Start") } == ["WillStart", "DidStart"])
        #expect(text("State") == "picture-in-picture")
        #expect(flag("PictureInPictureActive"))
    }

    func stop(cause: String, _ act: () throws -> Void) throws {
        try remote.forget()
        try act()
        try remote.wait("the end of picture in picture") { !remote.signals("DidStop").isEmpty }
        let told = remote.happened.map(\.signal).filter { $0.member.hasSuffix("Stop") }
        #expect(told.map(\.member) == ["WillStop", "DidStop"])
        #expect(told.allSatisfy { $0.arguments.first?.asString == cause })
        #expect(!flag("PictureInPictureActive"))
    }

    func window(on display: XDisplay) throws -> UInt32? {
        let line = try display.run("xwininfo", "-root", "-tree").split(separator: "\n").first {
            $0.contains("(\"mediad\" \"mediad\")")
        }
        let number = line?.trimmingCharacters(in: .whitespaces).split(separator: " ").first?.dropFirst(2)
        return number.flatMap { UInt32($0, radix: 16) }
    }

    /// The colours of a part of the screen, row by row, made smaller to so many columns and rows.
    func colours(
        of rect: (x: Int, y: Int, width: Int, height: Int), columns: Int, rows: Int, from display: XDisplay,
        screen: (width: Int, height: Int)
    ) throws -> [[Int]] {
        let path = "\(stage.sandbox.directory)/part.rgb"
        let crop = "crop=\(rect.width):\(rect.height):\(rect.x):\(rect.y),scale=\(columns):\(rows)"
        _ = try ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "x11grab", "-video_size", "\(screen.width)x\(screen.height)", "-i", display.name,
                "-frames:v", "1", "-vf", crop, "-f", "rawvideo", "-pix_fmt", "rgb24", "-y", path,
            ], environment: stage.environment.merging(["HOME": stage.sandbox.directory]) { $1 }, within: 20)
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init) ?? []
        guard bytes.count == 3 * columns * rows else { return [] }
        return (0..<columns * rows).map { bytes[3 * $0..<3 * $0 + 3].map(Int.init) }
    }

    /// Waits until the picture in a part of the screen changes.
    func waitForMotion(
        in rect: (x: Int, y: Int, width: Int, height: Int), on display: XDisplay, screen: (width: Int, height: Int),
        location: SourceLocation = #_sourceLocation
    ) throws {
        let deadline = Moment.now + 10
        let first = try colours(of: rect, columns: 64, rows: 36, from: display, screen: screen)
        while Moment.now < deadline {
            let next = try colours(of: rect, columns: 64, rows: 36, from: display, screen: screen)
            if !first.isEmpty, !next.isEmpty, first != next { return }
        }
        Issue.record("the picture in \(rect) stands still", sourceLocation: location)
    }

    /// The upper part of the bars: seven colours from left to right, none of them another's.
    func expectBars(
        in rect: (x: Int, y: Int, width: Int, height: Int), _ program: String, _ arguments: String...,
        taking shoot: () throws -> Void = {}, location: SourceLocation = #_sourceLocation
    ) throws {
        var colours: [[Int]] = []
        // The picture may be a frame behind its window.
        for _ in 0..<40 {
            try shoot()
            let crop = "crop=\(rect.width):\(rect.height):\(rect.x):\(rect.y),scale=7:3"
            let path = "\(stage.sandbox.directory)/bars.rgb"
            _ = try ChildProcess.run(
                program,
                arguments + ["-frames:v", "1", "-vf", crop, "-f", "rawvideo", "-pix_fmt", "rgb24", "-y", path],
                environment: stage.environment.merging(["HOME": stage.sandbox.directory]) { $1 }, within: 20)
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init) ?? []
            guard bytes.count == 63 else { continue }
            colours = (0..<7).map { column in bytes[column * 3..<column * 3 + 3].map(Int.init) }
            if Self.areBars(colours) { return }
            try remote.listen(for: 0.1)
        }
        Issue.record("no picture of bars: \(colours)", sourceLocation: location)
    }

    /// Grey, yellow, cyan, green, magenta, red, blue.
    private static func areBars(_ colours: [[Int]]) -> Bool {
        let wanted = [(1, 1, 1), (1, 1, 0), (0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1)]
        return zip(colours, wanted).allSatisfy { colour, wanted in
            zip(colour, [wanted.0, wanted.1, wanted.2]).allSatisfy { ($0 > 100) == ($1 == 1) }
        }
    }
}
