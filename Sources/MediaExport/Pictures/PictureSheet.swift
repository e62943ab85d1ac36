internal import Gst

/// Tiles of one size, row by row, in a picture without alpha.
struct PictureSheet {
    let columns: Int
    let tileWidth: Int
    let tileHeight: Int
    private(set) var times: [Int64] = []
    /// Red, green and blue of each pixel, as far as there are tiles.
    private var pixels: [UInt8] = []

    var width: Int { columns * tileWidth }
    var height: Int { rows * tileHeight }
    private var rows: Int { (times.count + columns - 1) / columns }

    /// - Parameter count: how many tiles will follow: the sheet becomes about as many tiles wide as high.
    init(tile: FrameGrabber.Frame, count: Int) {
        columns = max(1, Int(Double(count).squareRoot().rounded(.up)))
        tileWidth = tile.width
        tileHeight = tile.height
    }

    /// Adds a tile. Of one of another size, the part that fits is shown, on black.
    mutating func add(_ tile: FrameGrabber.Frame) {
        let (row, column) = (times.count / columns, times.count % columns)
        times.append(tile.time)
        if column == 0 { pixels += [UInt8](repeating: 0, count: tileHeight * width * 3) }
        let (shownWidth, shownHeight) = (min(tile.width, tileWidth), min(tile.height, tileHeight))
        let stride = width * 3
        let start = row * tileHeight * stride + column * tileWidth * 3
        pixels.withUnsafeMutableBufferPointer { target in
            tile.pixels.withUnsafeBufferPointer { source in
                for y in 0..<shownHeight {
                    var (to, from) = (start + y * stride, y * tile.width * 4)
                    for _ in 0..<shownWidth {
                        target[to] = source[from]
                        target[to + 1] = source[from + 1]
                        target[to + 2] = source[from + 2]
                        to += 3
                        from += 4
                    }
                }
            }
        }
    }

    /// The sheet as a file; nil without memory for it.
    var png: [UInt8]? { PNGFile.bytes(rgb: pixels, width: width, height: height) }
}

extension FrameGrabber.Frame {
    /// A part of the picture; nil if it is not inside.
    func part(_ area: PictureTask.Area) -> FrameGrabber.Frame? {
        guard area.x >= 0, area.y >= 0, area.width > 0, area.height > 0, area.x <= width, area.y <= height,
            area.width <= width - area.x, area.height <= height - area.y
        else { return nil }
        var part = self
        (part.width, part.height) = (area.width, area.height)
        part.pixels = []
        part.pixels.reserveCapacity(area.width * area.height * 4)
        for y in area.y..<area.y + area.height {
            let start = (y * width + area.x) * 4
            part.pixels += pixels[start..<start + area.width * 4]
        }
        return part
    }
}
