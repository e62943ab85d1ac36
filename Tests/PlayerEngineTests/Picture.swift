import Foundation
import Glibc

/// Small pictures made in memory, whole and damaged.
enum Picture {
    /// A grey PNG; `seed` makes it another picture.
    static func png(width: Int = 4, height: Int = 4, seed: UInt8 = 0) -> [UInt8] {
        let row = [UInt8](repeating: seed, count: width + 1)
        // Filter 0 in front of every row.
        let rows = (0..<height).flatMap { _ in [0] + row.dropFirst() }
        return header(width: width, height: height) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// A PNG with chunks before its pixels.
    static func png(with chunks: [(name: String, body: [UInt8])]) -> [UInt8] {
        let whole = png()
        // The signature is of 8 bytes, and the header of 25.
        return whole.prefix(33) + chunks.flatMap { chunk($0.name, $0.body) } + whole.dropFirst(33)
    }

    /// A PNG that says it is this large, and has next to nothing.
    static func bomb(width: Int, height: Int) -> [UInt8] {
        header(width: width, height: height) + chunk("IDAT", stored([0])) + chunk("IEND", [])
    }

    /// A PNG whose pixels are not what their checksum says.
    static var corrupt: [UInt8] {
        var bytes = png(width: 16, height: 16)
        for index in 41..<60 { bytes[index] ^= 0x5A }
        return bytes
    }

    /// A PNG that breaks off in its pixels.
    static var truncated: [UInt8] { Array(png(width: 32, height: 32).prefix(200)) }

    private static func header(width: Int, height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, 0, 0, 0, 0])
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        big(UInt32(body.count)) + name.utf8 + body + big(crc(Array(name.utf8) + body))
    }

    /// A zlib stream of one stored block.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let lengths = [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        return [0x78, 0x01, 0x01] + lengths + bytes + big(high << 16 | low)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return ~crc
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
