import Foundation
import TestSupport

/// A film whose frames tell which film they are of, and their number: as black and white cells, 16 × 9 of them.
///
/// The three rows in the middle hold 16 bits each: the number of the frame, the same inverted, and the code of the film with
/// its inverse. What covers a cell, or a frame that is half drawn, makes the rows contradict each other. The other rows are
/// grey: cards are drawn there.
struct FrameFilm: Hashable {
    /// With the extension that decides about the container.
    var name: String
    var code: UInt8
    var seconds: Double
    var rate = 25
    var size = (width: 640, height: 360)
    /// How ffmpeg encodes it; also further inputs.
    var encoding: [String]
    /// The frequency of its sound; nil: it has none.
    var tone: Int?
    /// Whether the tone sounds only for the first 60 ms of each second.
    var beeps = false

    static let columns = 16
    static let rows = 9

    /// What a picture of such a film says.
    struct Reading: Hashable {
        var code: UInt8
        var frame: Int
    }

    static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-pix_fmt", "yuv420p", "-c:a", "aac"]
    static let vp8 = [
        "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2M", "-g", "60", "-c:a", "libvorbis",
    ]
    static let mpeg4 = ["-c:v", "mpeg4", "-q:v", "4", "-g", "50", "-c:a", "libmp3lame"]

    /// Makes it in a folder.
    ///
    /// - Parameter inputs: of ffmpeg, behind the pictures and the tone.
    /// - Returns: its `file:` URI.
    @discardableResult
    func make(in folder: String, inputs: [String] = []) throws -> String {
        try Fixtures.copy(madeOf: ["frames 2", "\(self)"] + inputs, to: folder) { folder in
            let cells = "\(folder)/cells"
            try Data((0..<Int(seconds * Double(rate))).flatMap(frame)).write(to: URL(fileURLWithPath: cells))
            let gate = beeps ? "*lt(mod(t\\,1)\\,0.06)" : ""
            let sound = tone.map {
                ["-f", "lavfi", "-i", "aevalsrc=0.125*sin(2*PI*\($0)*t)\(gate):s=48000:d=\(seconds)"]
            }
            let made = try ChildProcess.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(Self.columns)x\(Self.rows)", "-r",
                    "\(rate)", "-i", cells,
                ] + (sound ?? []) + inputs + [
                    "-vf", "scale=\(size.width):\(size.height):flags=neighbor,setsar=1",
                ] + encoding + ["\(folder)/\(name)"], within: 120)
            guard made.end == .exited(0) else { throw Failure("ffmpeg: \(made.errors)") }
            try FileManager.default.removeItem(atPath: cells)
        }
        return URL(fileURLWithPath: "\(folder)/\(name)").absoluteString
    }

    /// The cells of a frame, row by row.
    private func frame(_ number: Int) -> [UInt8] {
        func bits(_ value: Int) -> [UInt8] { (0..<16).reversed().map { value >> $0 & 1 == 1 ? 255 : 0 } }
        let grey = [UInt8](repeating: 96, count: 3 * Self.columns)
        let both = Int(code) << 8 | Int(~code)
        return grey + bits(number) + bits(~number) + bits(both) + grey
    }

    /// Reads the cells of a picture on the screen; nil where it is none, or is half drawn.
    static func read(_ screen: ScreenBuffer, in place: (x: Int, y: Int, width: Int, height: Int)) -> Reading? {
        func bits(_ row: Int) -> Int {
            (0..<columns).reduce(0) { value, column in
                let x = place.x + (2 * column + 1) * place.width / (2 * columns)
                let y = place.y + (2 * row + 1) * place.height / (2 * rows)
                return value << 1 | (screen.brightness(x: x, y: y) > 127 ? 1 : 0)
            }
        }
        let (number, inverse, both) = (bits(3), bits(4), bits(5))
        guard number ^ inverse == 0xffff, both >> 8 ^ both & 0xff == 0xff else { return nil }
        return Reading(code: UInt8(both >> 8), frame: number)
    }

    static func == (one: FrameFilm, other: FrameFilm) -> Bool { "\(one)" == "\(other)" }
    func hash(into hasher: inout Hasher) { hasher.combine("\(self)") }
}
