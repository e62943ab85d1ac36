internal import Gst
internal import MediaProbe

/// Scales a subtitle picture from its plane to the video.
struct PictureFit {
    private let across: Double
    private let down: Double
    /// The position of the plane in the video.
    private let left: Double
    private let top: Double
    private let canvas: SubtitleCanvas

    /// Planes of high definition have square pixels. They may be higher than a video whose borders were cut off:
    /// what would lie outside of the video is moved into it.
    init(_ picture: SubtitlePicture, on canvas: SubtitleCanvas) {
        self.canvas = canvas
        across = Double(canvas.width) / Double(max(1, picture.width))
        let whole = Double(canvas.height) / Double(max(1, picture.height))
        let square = across * Double(canvas.frame.pixelWidth) / Double(max(1, canvas.frame.pixelHeight))
        let isCut = picture.width >= 1_280 && abs(square / whole - 1) > 0.02
        down = isCut ? square : whole
        left = 0
        top = (Double(canvas.height) - down * Double(picture.height)) / 2
    }

    func patch(_ part: SubtitlePicture.Part) -> PicturePatch? {
        let width = max(1, min(canvas.width, Int((Double(part.width) * across).rounded())))
        let height = max(1, min(canvas.height, Int((Double(part.height) * down).rounded())))
        guard part.width > 0, part.height > 0, part.pixels.count == part.width * part.height, canvas.width > 0,
            canvas.height > 0
        else { return nil }
        let x = Int((left + Double(part.x) * across).rounded())
        let y = Int((top + Double(part.y) * down).rounded())
        return PicturePatch(
            x: canvas.x + min(max(0, x), canvas.width - width), y: canvas.y + min(max(0, y), canvas.height - height),
            width: width, height: height, pixels: Self.scaled(part, width, height))
    }

    /// BGRA: the mean of the pixels that each new one covers, or the nearest pixels' mixture if it is larger.
    private static func scaled(_ part: SubtitlePicture.Part, _ width: Int, _ height: Int) -> [UInt8] {
        let columns = Axis(from: part.width, to: width)
        let rows = Axis(from: part.height, to: height)
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
            count = width * height * 4
            part.pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<height {
                    let down = rows.spans[row]
                    for column in 0..<width {
                        let across = columns.spans[column]
                        var sums = SIMD4<Float>.zero
                        for y in down.first..<down.first + down.weights.count {
                            let line = y * part.width
                            let weight = down.weights[y - down.first]
                            for x in across.first..<across.first + across.weights.count {
                                let pixel = pixels[line + x]
                                if pixel == 0 { continue }
                                sums +=
                                    SIMD4(
                                        Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF),
                                        Float(pixel >> 24)) * (weight * across.weights[x - across.first])
                            }
                        }
                        let target = (row * width + column) * 4
                        for part in 0..<4 { bytes[target + part] = UInt8(min(255, (sums[part] + 0.5))) }
                    }
                }
            }
        }
    }

    /// The old pixels of each new one along a side, with weights whose sum is 1.
    private struct Axis {
        var spans: [(first: Int, weights: [Float])] = []

        init(from old: Int, to new: Int) {
            let step = Double(old) / Double(new)
            for index in 0..<new {
                var (begin, end) = (Double(index) * step, Double(index + 1) * step)
                if step < 1 {
                    // Linear between the centers of the two nearest pixels.
                    let middle = (begin + end) / 2
                    (begin, end) = (middle - 0.5, middle + 0.5)
                }
                (begin, end) = (max(0, begin), min(Double(old), end))
                let first = min(old - 1, Int(begin))
                let last = min(old, max(first + 1, Int(end.rounded(.up))))
                let weights = (first..<last).map { Float(max(0, min(end, Double($0 + 1)) - max(begin, Double($0)))) }
                let sum = weights.reduce(0, +)
                spans.append((first, sum > 0 ? weights.map { $0 / sum } : [1]))
            }
        }
    }
}
