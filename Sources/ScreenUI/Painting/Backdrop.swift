/// A picture behind itself: enlarged until it covers an area, blurred until only its colours remain, and dimmed so that
/// what lies on it stands out.
struct Backdrop {
    /// The picture in so few cells that its edges disappear.
    private static let cells = 16
    /// The share of the picture's brightness, in 256ths.
    private static let brightness = 100

    /// Bytes of the cells, 4 each, in rows.
    private let columns: Int
    private let rows: Int
    private var values: [UInt8]

    /// - Parameters:
    ///   - picture: of any size.
    ///   - width: of the area that is covered, in pixels.
    ///   - height: of the same.
    init(_ picture: CardPicture, width: Int, height: Int) {
        // The middle of the picture with the proportions of the area.
        let part = min(Double(picture.width) / Double(width), Double(picture.height) / Double(height))
        let size = (max(1, Int(Double(width) * part)), max(1, Int(Double(height) * part)))
        let origin = (max(0, picture.width - size.0) / 2, max(0, picture.height - size.1) / 2)
        columns = min(Self.cells, size.0)
        rows = min(Self.cells, size.1)
        values = [UInt8](repeating: 0, count: 4 * columns * rows)
        for row in 0..<rows {
            let lines = Self.share(row, of: rows, size.1)
            for column in 0..<columns {
                let across = Self.share(column, of: columns, size.0)
                var sums = (0, 0, 0)
                for line in lines {
                    for place in across {
                        let index = 4 * ((origin.1 + line) * picture.width + origin.0 + place)
                        sums.0 += Int(picture.pixels[index])
                        sums.1 += Int(picture.pixels[index + 1])
                        sums.2 += Int(picture.pixels[index + 2])
                    }
                }
                let count = lines.count * across.count
                let index = 4 * (row * columns + column)
                values[index] = UInt8(sums.0 / count)
                values[index + 1] = UInt8(sums.1 / count)
                values[index + 2] = UInt8(sums.2 / count)
            }
        }
        for _ in 0..<3 { soften() }
    }

    /// The pixels of a cell's share of a length.
    private static func share(_ cell: Int, of cells: Int, _ length: Int) -> Range<Int> {
        cell * length / cells..<(cell + 1) * length / cells
    }

    /// Gives every cell the mean of its surroundings.
    private mutating func soften() {
        let before = values
        for row in 0..<rows {
            for column in 0..<columns {
                for byte in 0..<3 {
                    var sum = 0
                    for (down, right) in Self.around {
                        let place = (min(max(row + down, 0), rows - 1), min(max(column + right, 0), columns - 1))
                        sum += Int(before[4 * (place.0 * columns + place.1) + byte])
                    }
                    values[4 * (row * columns + column) + byte] = UInt8(sum / Self.around.count)
                }
            }
        }
    }

    private static let around = (-1...1).flatMap { down in (-1...1).map { (down, $0) } }

    /// The area's pixels, BGRx in rows without padding.
    func pixels(width: Int, height: Int) -> [UInt8] {
        let wide = (0..<rows).map { row in stretched(row, to: width) }
        return [UInt8](unsafeUninitializedCapacity: 4 * width * height) { space, filled in
            for line in 0..<height {
                let (row, weight) = Self.place(line, of: height, among: rows)
                let (above, below) = (wide[row], wide[min(row + 1, rows - 1)])
                above.withUnsafeBufferPointer { above in
                    below.withUnsafeBufferPointer { below in
                        for index in 0..<4 * width {
                            let mixed = Int32(above[index]) * (256 - weight) + Int32(below[index]) * weight
                            space[4 * width * line + index] = UInt8(truncatingIfNeeded: mixed >> 16)
                        }
                    }
                }
            }
            filled = 4 * width * height
        }
    }

    /// A row of cells as wide as the area, dimmed, in 256ths.
    private func stretched(_ row: Int, to width: Int) -> [UInt16] {
        var line = [UInt16](repeating: 0, count: 4 * width)
        for place in 0..<width {
            let (column, weight) = Self.place(place, of: width, among: columns)
            let (left, right) = (4 * (row * columns + column), 4 * (row * columns + min(column + 1, columns - 1)))
            for byte in 0..<3 {
                let mixed = Int(values[left + byte]) * Int(256 - weight) + Int(values[right + byte]) * Int(weight)
                line[4 * place + byte] = UInt16(mixed * Self.brightness / 256)
            }
        }
        return line
    }

    /// The cell before a pixel's centre, and how far the centre is on the way to the next one, in 256ths.
    private static func place(_ pixel: Int, of length: Int, among cells: Int) -> (cell: Int, weight: Int32) {
        let position = (Double(pixel) + 0.5) / Double(length) * Double(cells) - 0.5
        let cell = min(max(Int(position.rounded(.down)), 0), cells - 1)
        let way = min(max(position - Double(cell), 0), 1)
        return (cell, Int32(256 * way))
    }
}
