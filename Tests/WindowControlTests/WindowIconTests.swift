import Testing

@testable import WindowControl

/// The icon is the picture in icons/hicolor/scalable/apps/mediad.svg.
@Suite struct WindowIconTests {
    @Test func everySizeIsThere() {
        var words = WindowIcon.words[...]
        var sizes: [UInt32] = []
        while let width = words.popFirst(), let height = words.popFirst() {
            sizes.append(width)
            #expect(width == height)
            words = words.dropFirst(Int(width * height))
        }
        #expect(sizes == [16, 32, 48, 64] && words.isEmpty)
    }

    @Test func itHasTheColoursOfTheInstalledIcon() {
        let pixels = WindowIcon.pixels(64)
        func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y / 2 * 64 + x / 2] }
        // Outside the rounded square, in the triangle, on the knob, and on the rest of the bar.
        #expect(pixel(2, 2) >> 24 == 0 && pixel(9, 9) >> 24 == 0)
        #expect(pixel(60, 52) == 0xFFFF_FFFF)
        #expect(pixel(64, 95) == 0xFFFF_D166 && pixel(30, 95) == 0xFFFF_D166)
        #expect(pixel(96, 95) >> 24 == 0xFF && pixel(96, 95) != pixel(96, 110))
        // The ground, which is lighter at the top.
        #expect(pixel(64, 12) & 0xFF > pixel(64, 112) & 0xFF)
        #expect(pixel(100, 52) >> 24 == 0xFF && pixel(100, 52) & 0xFF > pixel(100, 52) >> 16 & 0xFF)
    }
}
