import GLibLoop
import GstElements
import Testing

@testable import Gst

/// What is cut of a frame that fills a window of another shape.
@Suite struct PictureCropperTests {
    /// A frame, a window, and what is cut.
    struct Case: CustomTestStringConvertible, Sendable {
        var frame: FrameShape
        var window: (width: Int, height: Int)
        var across = 0
        var down = 0
        var testDescription: String { "\(frame.width) × \(frame.height) in \(window)" }
    }

    private static let cases = [
        Case(frame: FrameShape(width: 1920, height: 1080), window: (1920, 1080)),
        Case(frame: FrameShape(width: 1920, height: 1080), window: (1280, 720)),
        Case(frame: FrameShape(width: 1920, height: 1080), window: (1024, 768), across: 240),
        Case(frame: FrameShape(width: 1440, height: 1080), window: (1920, 1080), down: 134),
        Case(frame: FrameShape(width: 1080, height: 1920), window: (1920, 1080), down: 656),
        // Anamorphic: 720 × 576 that is seen as 1024 × 576.
        Case(frame: FrameShape(width: 720, height: 576, pixelWidth: 64, pixelHeight: 45), window: (1024, 576)),
        Case(
            frame: FrameShape(width: 720, height: 576, pixelWidth: 64, pixelHeight: 45), window: (576, 576),
            across: 156),
        // Something is left, whatever a window or a file says.
        Case(frame: FrameShape(width: 1920, height: 1080), window: (1, 10_000), across: 952),
        Case(frame: FrameShape(width: 8, height: 1080), window: (10_000, 1), down: 532),
        Case(frame: FrameShape(width: 1920, height: 1080), window: (0, 0)),
        Case(
            frame: FrameShape(width: 1 << 30, height: 2, pixelWidth: 1 << 30, pixelHeight: 1), window: (800, 600),
            across: (1 << 29) - 8),
    ]

    @Test(arguments: cases) func theFrameFillsTheWindow(row: Case) {
        let edges = PictureCropper.Edges(of: row.frame, filling: row.window.width, row.window.height)
        #expect(edges == PictureCropper.Edges(across: row.across, down: row.down))
    }

    @Test("its element goes with the chain that has it") @MediaActor func elementGoes() throws {
        try Gst.initialize()
        func attached() throws -> WeakElement {
            let crop = try Element("videocrop")
            _ = PictureCropper.attach(to: crop)
            return WeakElement(crop.pointer)
        }
        #expect(try attached().with { _ in true } == nil)
    }
}
