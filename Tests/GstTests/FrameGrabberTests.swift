import Foundation
import MediaContainers
import TestSupport
import Testing

@testable import Gst

@Suite(.needs("ffmpeg")) struct FrameGrabberTests {
    /// Elements guess colours that are not stated by the height of the picture, which a turn changes.
    @Test func aTurnedPictureKeepsItsColours() throws {
        try Gst.initialize()
        let path = NSTemporaryDirectory() + "colours-\(UUID().uuidString).mp4"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let made = try ChildProcess.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=0x00ff00:s=640x360:r=25:d=0.2", "-pix_fmt", "yuv420p"]
                + ["-c:v", "libx264", path])
        try #require(made.end == .exited(0), "\(made.errors)")
        func middle(_ turn: PictureTurn?) throws -> [Int] {
            let grabber = try FrameGrabber(
                uri: "file://\(path)", width: nil, orientation: turn, resources: .init(schemes: ["file"]), seconds: 30)
            let frame = try grabber.frame()
            #expect(frame.width == (turn == nil ? 640 : 360))
            let pixel = 4 * (frame.height / 2 * frame.width + frame.width / 2)
            return frame.pixels[pixel..<pixel + 3].map { Int($0) }
        }
        let (upright, turned) = (try middle(nil), try middle(PictureTurn(tag: "rotate-90")))
        #expect(zip(upright, turned).allSatisfy { abs($0 - $1) <= 3 }, "\(upright), \(turned)")
    }
}
