internal import CZlib

/// Writes PNG files (ISO/IEC 15948): eight bits for each of red, green and blue.
public enum PNGFile {
    /// Nil if the size does not fit the pixels, or if there is no memory.
    ///
    /// - Parameter rgb: rows without padding.
    public static func bytes(rgb: [UInt8], width: Int, height: Int) -> [UInt8]? {
        guard width > 0, height > 0, rgb.count == width * height * 3, let packed = packed(filtered(rgb, width, height))
        else { return nil }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits, colours, the only methods, no interlacing.
        append("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0], to: &file)
        append("IDAT", packed, to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// The differences to the row above (filter 2): video has smooth areas, and this filter is cheap.
    private static func filtered(_ rgb: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        let stride = width * 3
        return [UInt8](unsafeUninitializedCapacity: (stride + 1) * height) { target, count in
            rgb.withUnsafeBufferPointer { source in
                var to = 0
                for y in 0..<height {
                    target[to] = 2
                    to += 1
                    let start = y * stride
                    for index in start..<start + stride {
                        target[to] = y == 0 ? source[index] : source[index] &- source[index - stride]
                        to += 1
                    }
                }
            }
            count = (stride + 1) * height
        }
    }

    /// A zlib stream at the fastest level: the files stay in a cache, and time is what is short.
    private static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var length = compressBound(uLong(bytes.count))
        var isPacked = false
        let packed = [UInt8](unsafeUninitializedCapacity: Int(length)) { target, count in
            isPacked = compress2(target.baseAddress, &length, bytes, uLong(bytes.count), 1) == Z_OK
            count = isPacked ? Int(length) : 0
        }
        return isPacked ? packed : nil
    }

    private static func append(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
        let chunk = Array(type.utf8) + content
        file += big(UInt32(clamping: content.count)) + chunk
        file += big(UInt32(truncatingIfNeeded: crc32(0, chunk, uInt(clamping: chunk.count))))
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
