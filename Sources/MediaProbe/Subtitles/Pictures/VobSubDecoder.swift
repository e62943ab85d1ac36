/// Decodes subtitles of DVDs: packets with a picture of four colors and a sequence of commands.
struct VobSubDecoder: Sendable {
    /// Of the disc's sixteen colors, `0xYYCrCb`.
    private let palette: [UInt32]
    private let plane: (width: Int, height: Int)
    private(set) var picture: SubtitlePicture?

    /// Shades of grey, if the stream does not tell its colors.
    private static let greys: [UInt32] = (0..<16).map { (UInt32(16 + $0 * 219 / 15) << 16) | 0x8080 }
    /// The maximum number of sequences of commands in a packet.
    static let mostSequences = 64
    /// The unit of delays: 1024 periods of 90 kHz, in nanoseconds.
    private static let unit: Int64 = 1_024 * 1_000_000 / 90

    init(palette: [UInt32], plane: (width: Int, height: Int)) {
        self.palette = palette.count == 16 ? palette : Self.greys
        self.plane = plane
    }

    private struct Commands {
        var start: Int64?
        var stop: Int64?
        var colors = [0, 1, 2, 3]
        var alphas = [0, 15, 15, 15]
        var left = 0
        var right = -1
        var top = 0
        var bottom = -1
        /// The positions of the even and odd rows in the packet.
        var fields: [Int] = []
    }

    mutating func take(_ packet: [UInt8]) {
        picture = nil
        var input = PictureBytes(packet[...])
        guard input.u16() != nil, let first = input.u16() else { return }
        var commands = Commands()
        var position = first
        for _ in 0..<Self.mostSequences {
            guard position >= 0, position + 4 <= packet.count else { break }
            var sequence = PictureBytes(packet[position...])
            guard let delay = sequence.u16(), let next = sequence.u16() else { break }
            Self.read(&sequence, at: Int64(delay) * Self.unit, into: &commands)
            guard next > position else { break }
            position = next
        }
        picture = drawn(commands, packet)
    }

    private static func read(_ input: inout PictureBytes, at time: Int64, into commands: inout Commands) {
        while let command = input.u8() {
            switch command {
            case 0x00, 0x01: commands.start = commands.start ?? time
            case 0x02: commands.stop = commands.stop ?? time
            case 0x03, 0x04:
                guard let packed = input.u16() else { return }
                let nibbles = (0..<4).map { packed >> ($0 * 4) & 0xF }
                if command == 0x03 { commands.colors = nibbles } else { commands.alphas = nibbles }
            case 0x05:
                guard let bytes = input.take(6).map(Array.init) else { return }
                let numbers = bytes.map(Int.init)
                commands.left = numbers[0] << 4 | numbers[1] >> 4
                commands.right = (numbers[1] & 0xF) << 8 | numbers[2]
                commands.top = numbers[3] << 4 | numbers[4] >> 4
                commands.bottom = (numbers[4] & 0xF) << 8 | numbers[5]
            case 0x06:
                guard let even = input.u16(), let odd = input.u16() else { return }
                commands.fields = [even, odd]
            case 0x07:
                // Changes of colors within the picture: only menus have them.
                guard let size = input.u16(), input.take(max(0, size - 2)) != nil else { return }
            default: return
            }
        }
    }

    private func drawn(_ commands: Commands, _ packet: [UInt8]) -> SubtitlePicture? {
        let (width, height) = (commands.right - commands.left + 1, commands.bottom - commands.top + 1)
        guard width > 0, height > 0, width * height <= SubtitlePicture.mostPixels, commands.fields.count == 2,
            let start = commands.start
        else { return nil }
        let colors = zip(commands.colors, commands.alphas).map { index, alpha in
            let color = Int(palette[index])
            return PictureColor.ycbcr(
                color >> 16 & 0xFF, color & 0xFF, color >> 8 & 0xFF, alpha: alpha * 17, isHD: false)
        }
        var pixels = [UInt32](repeating: 0, count: width * height)
        for (field, position) in commands.fields.enumerated() where position < packet.count {
            var nibbles = Nibbles(packet, at: position)
            for row in stride(from: field, to: height, by: 2) {
                var x = 0
                while x < width, let run = nibbles.run() {
                    let length = run.length == 0 ? width - x : min(run.length, width - x)
                    for column in x..<x + length { pixels[row * width + column] = colors[run.color] }
                    x += length
                }
                nibbles.align()
            }
        }
        var picture = SubtitlePicture(
            width: max(plane.width, commands.right + 1), height: max(plane.height, commands.bottom + 1),
            parts: [.init(x: commands.left, y: commands.top, width: width, height: height, pixels: pixels)])
        picture.delay = start
        picture.duration = commands.stop.map { max(0, $0 - start) }
        return picture
    }

    /// Runs of one to four nibbles.
    private struct Nibbles {
        private let bytes: [UInt8]
        private var index: Int

        init(_ bytes: [UInt8], at position: Int) { (self.bytes, index) = (bytes, position * 2) }

        private mutating func next() -> Int? {
            guard index / 2 < bytes.count else { return nil }
            defer { index += 1 }
            let byte = Int(bytes[index / 2])
            return index % 2 == 0 ? byte >> 4 : byte & 0xF
        }

        /// A length of 0 means the rest of the row.
        mutating func run() -> (length: Int, color: Int)? {
            guard var value = next() else { return nil }
            var limit = 0x4
            while value < limit, limit <= 0x40 {
                guard let nibble = next() else { return nil }
                value = value << 4 | nibble
                limit <<= 2
            }
            return (value >> 2, value & 3)
        }

        mutating func align() { index += index % 2 }
    }
}
