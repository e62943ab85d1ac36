import Testing

@testable import Gst

/// The size of a frame that is saved: no line of it is lost, and its pixels become square.
@Suite struct StillPictureTests {
    @Test(arguments: [
        (FrameShape(width: 1920, height: 1080), 1920, 1080),
        (FrameShape(width: 720, height: 576, pixelWidth: 64, pixelHeight: 45), 1024, 576),
        (FrameShape(width: 720, height: 480, pixelWidth: 8, pixelHeight: 9), 720, 540),
        (FrameShape(width: 1920, height: 1080, pixelWidth: 1 << 30, pixelHeight: 1), 1920, 1080),
    ]) func aFrameGetsSquarePixels(frame: FrameShape, width: Int, height: Int) throws {
        let size = try #require(StillPicture.size(of: frame))
        #expect(size.width == width && size.height == height)
    }

    @Test func aFrameThatIsTooLargeIsNotSaved() {
        #expect(StillPicture.size(of: FrameShape(width: 1 << 20, height: 1 << 20)) == nil)
    }
}
