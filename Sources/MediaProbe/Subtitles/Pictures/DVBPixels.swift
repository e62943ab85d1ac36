/// Reads the lines of a DVB object: strings of runs with 2, 4 or 8 bits for a pixel.
struct DVBPixels {
    let depth: Int
    /// Whether pixels of the value 1 leave what is there (`non_modifying_colour_flag`).
    let keepsOnes: Bool
    /// The values of narrower strings in a region of this depth.
    private var map2: [UInt8]
    private var map4: [UInt8]
    /// The length of a line in the region.
    private let width: Int

    init(depth: Int, width: Int, keepsOnes: Bool) {
        self.width = max(0, width)
        self.depth = depth
        self.keepsOnes = keepsOnes
        map2 = depth == 8 ? [0x00, 0x77, 0x88, 0xFF] : depth == 4 ? [0x0, 0x7, 0x8, 0xF] : [0, 1, 2, 3]
        map4 = depth == 8 ? (0..<16).map { $0 * 0x11 } : Array(0..<16)
    }

    /// A string ends with a code of its own, which FFmpeg shortens behind a full line: its rest is skipped.
    ///
    /// - Parameter set: called for each pixel with its position in the line, the line, and the value.
    mutating func read(_ bytes: ArraySlice<UInt8>, _ set: (Int, Int, UInt8) -> Void) {
        var input = PictureBytes(bytes)
        var (x, line) = (0, 0)
        while let type = input.u8() {
            switch type {
            case 0x10, 0x11, 0x12:
                var bits = Bits(input.rest())
                while x < width, let run = bits.run(width: 2 << (type - 0x10)) {
                    let value = mapped(run.value, type)
                    for column in x..<min(x + run.length, width) where !(keepsOnes && run.value == 1) {
                        set(column, line, value)
                    }
                    x += run.length
                }
                input = PictureBytes(bits.rest)
            case 0x20:
                guard let packed = input.take(2).map(Array.init) else { return }
                map2 = packed.flatMap { [$0 >> 4, $0 & 0xF] }
            case 0x21:
                guard let values = input.take(4) else { return }
                map2 = Array(values)
            case 0x22:
                guard let values = input.take(16) else { return }
                map4 = Array(values)
            case 0xF0: (x, line) = (0, line + 1)
            case 0x00: break
            default: return
            }
        }
    }

    private func mapped(_ value: Int, _ type: Int) -> UInt8 {
        let wide = type == 0x10 ? Int(map2[value]) : type == 0x11 ? Int(map4[value]) : value
        return UInt8(wide & (1 << depth - 1))
    }

    /// The bits of a string of pixels, which ends at a whole byte.
    private struct Bits {
        private let bytes: ArraySlice<UInt8>
        private var position = 0

        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        /// The bytes behind the string.
        var rest: ArraySlice<UInt8> { bytes.dropFirst((position + 7) / 8) }

        private mutating func take(_ count: Int) -> Int? {
            guard position + count <= bytes.count * 8 else {
                position = bytes.count * 8
                return nil
            }
            var value = 0
            for _ in 0..<count {
                let byte = bytes[bytes.startIndex + position / 8]
                value = value << 1 | Int(byte >> (7 - position % 8) & 1)
                position += 1
            }
            return value
        }

        /// Returns nil at the end of the string.
        mutating func run(width: Int) -> (length: Int, value: Int)? {
            guard let value = take(width) else { return nil }
            if value != 0 { return (1, value) }
            switch width {
            case 2: return run2()
            case 4: return run4()
            default:
                guard let isColored = take(1), let length = take(7) else { return nil }
                if isColored == 1 { return take(8).map { (length, $0) } }
                return length == 0 ? nil : (length, 0)
            }
        }

        private mutating func run2() -> (length: Int, value: Int)? {
            guard let isRun = take(1) else { return nil }
            if isRun == 1 { return colored(3, plus: 3, width: 2) }
            guard let isSingle = take(1) else { return nil }
            if isSingle == 1 { return (1, 0) }
            switch take(2) {
            case 1: return (2, 0)
            case 2: return colored(4, plus: 12, width: 2)
            case 3: return colored(8, plus: 29, width: 2)
            default: return nil
            }
        }

        private mutating func run4() -> (length: Int, value: Int)? {
            guard let isRun = take(1) else { return nil }
            if isRun == 0 {
                guard let length = take(3), length != 0 else { return nil }
                return (length + 2, 0)
            }
            guard let isLonger = take(1) else { return nil }
            if isLonger == 0 { return colored(2, plus: 4, width: 4) }
            switch take(2) {
            case 0: return (1, 0)
            case 1: return (2, 0)
            case 2: return colored(4, plus: 9, width: 4)
            case 3: return colored(8, plus: 25, width: 4)
            default: return nil
            }
        }

        private mutating func colored(_ bits: Int, plus least: Int, width: Int) -> (length: Int, value: Int)? {
            guard let length = take(bits), let value = take(width) else { return nil }
            return (length + least, value)
        }
    }
}
