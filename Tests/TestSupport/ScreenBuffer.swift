internal import Foundation

/// What is on the screen of an ``XDisplay`` now: the memory that Xvfb draws into (`-fbdir`), in the format of xwd.
///
/// Reading it takes microseconds and no process, so that a picture can be compared with a position that was asked for at
/// the same time.
public final class ScreenBuffer: @unchecked Sendable {
    // `@unchecked`: the mapping is read-only and never changes after `init`; the server's writes may tear what is read.
    private let memory: UnsafeRawPointer
    private let length: Int
    private let pixels: Int
    private let bytesPerLine: Int
    public let width: Int
    public let height: Int

    public init(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Deadline.Missed("no \(path)") }
        defer { close(file) }
        length = Int(lseek(file, 0, SEEK_END))
        guard length > 100, let memory = mmap(nil, length, PROT_READ, MAP_SHARED, file, 0), memory != MAP_FAILED else {
            throw Deadline.Missed("\(path) cannot be mapped")
        }
        self.memory = UnsafeRawPointer(memory)
        func field(_ index: Int) -> Int {
            Int(UInt32(bigEndian: memory.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
        }
        (width, height, bytesPerLine) = (field(4), field(5), field(12))
        pixels = field(0) + field(19) * 12
        guard field(11) == 32, pixels + bytesPerLine * height <= length else {
            throw Deadline.Missed("\(path) is no screen of 32 bits a pixel")
        }
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: memory), length) }

    /// Red, green and blue of a pixel, 0 to 255; black outside of the screen.
    public func colour(x: Int, y: Int) -> (red: Int, green: Int, blue: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return (0, 0, 0) }
        let place = pixels + y * bytesPerLine + 4 * x
        func byte(_ offset: Int) -> Int { Int(memory.load(fromByteOffset: place + offset, as: UInt8.self)) }
        return (byte(2), byte(1), byte(0))
    }

    /// The mean brightness of a square around a pixel, 0 to 255.
    public func brightness(x: Int, y: Int, reach: Int = 1) -> Int {
        var sum = 0
        for row in y - reach...y + reach {
            for column in x - reach...x + reach { sum += colour(x: column, y: row).green }
        }
        return sum / ((2 * reach + 1) * (2 * reach + 1))
    }

    /// The screen as a PPM picture, for people.
    public var picture: [UInt8] {
        var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = colour(x: x, y: y)
                bytes += [UInt8(red), UInt8(green), UInt8(blue)]
            }
        }
        return bytes
    }
}
