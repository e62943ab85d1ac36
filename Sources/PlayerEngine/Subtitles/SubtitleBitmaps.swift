internal import CAss
internal import Gst

/// Combines the bitmaps of libass to patches of pixels.
struct SubtitleBitmaps {
    private let first: UnsafeMutablePointer<ASS_Image>?

    init(_ first: UnsafeMutablePointer<ASS_Image>?) { self.first = first }

    /// The memory of the bitmaps, which may overlap.
    var bytes: Int {
        var bytes = 0
        forEach { image in bytes += Int(image.stride) * Int(image.h) }
        return bytes
    }

    private struct Box {
        var left: Int
        var top: Int
        var right: Int
        var bottom: Int

        /// Whether boxes overlap or nearly do: few patches are cheaper than small ones.
        func isNear(_ other: Box) -> Bool {
            left - 16 < other.right && other.left - 16 < right && top - 16 < other.bottom && other.top - 16 < bottom
        }

        mutating func join(_ other: Box) {
            (left, top) = (min(left, other.left), min(top, other.top))
            (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
        }
    }

    /// The maximum number of boxes; more are joined to a single one.
    private static let mostBoxes = 12

    /// - Parameters:
    ///   - offset: the position of the video in its frame.
    ///   - size: the size of the video; parts outside are cropped.
    func patches(offset: (x: Int, y: Int), within size: (width: Int, height: Int)) -> [PicturePatch] {
        boxes(size).map { box in
            let (width, height) = (box.right - box.left, box.bottom - box.top)
            var pixels = [UInt8](repeating: 0, count: width * height * 4)
            pixels.withUnsafeMutableBufferPointer { pixels in
                forEach { image in Self.blend(image, into: pixels, box, width: width) }
            }
            return PicturePatch(
                x: offset.x + box.left, y: offset.y + box.top, width: width, height: height, pixels: pixels)
        }
    }

    private func forEach(_ body: (ASS_Image) -> Void) {
        var next = first
        while let image = next?.pointee {
            if image.w > 0, image.h > 0, image.bitmap != nil { body(image) }
            next = image.next
        }
    }

    private func boxes(_ size: (width: Int, height: Int)) -> [Box] {
        var boxes: [Box] = []
        forEach { image in
            let (x, y) = (Int(image.dst_x), Int(image.dst_y))
            var box = Box(
                left: max(0, x), top: max(0, y), right: min(size.width, x + Int(image.w)),
                bottom: min(size.height, y + Int(image.h)))
            guard box.left < box.right, box.top < box.bottom else { return }
            // A joined box may meet others.
            while let index = boxes.firstIndex(where: { $0.isNear(box) }) { box.join(boxes.remove(at: index)) }
            boxes.append(box)
            if boxes.count > Self.mostBoxes {
                var all = boxes[0]
                for box in boxes { all.join(box) }
                boxes = [all]
            }
        }
        return boxes
    }

    /// Blends a bitmap over the present pixels: BGRA, premultiplied by alpha.
    private static func blend(
        _ image: ASS_Image, into pixels: UnsafeMutableBufferPointer<UInt8>, _ box: Box, width: Int
    ) {
        guard let bitmap = image.bitmap else { return }
        let colour = image.color
        let opacity = 255 - (colour & 0xFF)
        guard opacity > 0 else { return }
        let (red, green, blue) = (colour >> 24, colour >> 16 & 0xFF, colour >> 8 & 0xFF)
        let (x, y) = (Int(image.dst_x), Int(image.dst_y))
        let rows = max(box.top, y)..<max(max(box.top, y), min(box.bottom, y + Int(image.h)))
        let columns = max(box.left, x)..<max(max(box.left, x), min(box.right, x + Int(image.w)))
        for row in rows {
            let line = bitmap + (row - y) * Int(image.stride)
            var index = ((row - box.top) * width + columns.lowerBound - box.left) * 4
            var column = columns.lowerBound - x
            while column < columns.upperBound - x {
                let coverage = UInt32(line[column]) * opacity / 255
                if coverage > 0 {
                    let rest = 255 - coverage
                    pixels[index] = UInt8((blue * coverage + UInt32(pixels[index]) * rest) / 255)
                    pixels[index + 1] = UInt8((green * coverage + UInt32(pixels[index + 1]) * rest) / 255)
                    pixels[index + 2] = UInt8((red * coverage + UInt32(pixels[index + 2]) * rest) / 255)
                    pixels[index + 3] = UInt8(coverage + UInt32(pixels[index + 3]) * rest / 255)
                }
                index += 4
                column += 1
            }
        }
    }
}
