import Testing

@testable import Gst

/// Where a video is in a frame with borders.
@Suite struct PicturePlaceTests {
    private typealias Place = PictureShrinker.Place

    @Test(arguments: [
        (FrameShape(width: 1920, height: 1080), FrameShape(width: 1280, height: 720), (0, 0, 1280, 720)),
        (FrameShape(width: 1920, height: 1080), FrameShape(width: 1280, height: 1024), (0, 152, 1280, 720)),
        (FrameShape(width: 640, height: 480), FrameShape(width: 1280, height: 720), (160, 0, 960, 720)),
        // PAL, 16:9.
        (
            FrameShape(width: 720, height: 576, pixelWidth: 64, pixelHeight: 45),
            FrameShape(width: 1024, height: 768), (0, 96, 1024, 576)
        ),
        (FrameShape(width: 100_000, height: 1), FrameShape(width: 320, height: 180), (0, 90, 320, 1)),
        (
            FrameShape(width: 32_767, height: 32_767, pixelWidth: .max, pixelHeight: 1),
            FrameShape(width: 7680, height: 4320), (0, 2160, 7680, 1)
        ),
    ])
    func aVideoIsInTheMiddle(_ video: FrameShape, _ frame: FrameShape, _ place: (Int, Int, Int, Int)) {
        #expect(
            Place(of: video, in: frame) == Place(x: place.0, y: place.1, width: place.2, height: place.3))
    }

    @Test func aFrameThatIsMadeSmaller() {
        let frame = FrameShape(width: 1280, height: 1024)
        let small = Place(x: 0, y: 152, width: 1280, height: 720)
            .shrunk(into: Place(x: 640, y: 0, width: 640, height: 512), from: frame)
        #expect(small == Place(x: 640, y: 76, width: 640, height: 360))
    }
}
