internal import MediaContainers

/// Unpacks zlib streams (RFC 1950, RFC 1951) up to a bound, so that a few bytes cannot become gigabytes.
///
/// There is no library for it in reach of this module, and what is unpacked here is small: it is written to be read.
struct Inflate {
    /// The whole content of a zlib stream.
    ///
    /// - Throws: ``ProbeError/tooMuch(_:)`` for more than `limit` bytes, ``ProbeError/malformed(_:)`` for what breaks the
    ///   RFCs or does not fit its check value, ``ProbeError/truncated``.
    static func zlib(_ bytes: [UInt8], limit: Int) throws(ProbeError) -> [UInt8] {
        var inflate = try Inflate(zlib: bytes, limit: limit)
        try inflate.unpack()
        guard !inflate.hasMore else { throw .tooMuch("what is packed in it is larger than \(limit) bytes") }
        guard let check = inflate.checkValue else { throw .truncated }
        guard check == adler32(inflate.output) else { throw .malformed("what is packed in it fails its check value") }
        return inflate.output
    }

    /// The first bytes of a zlib stream's content, at most `count`; what follows them is not looked at.
    static func zlibHead(_ bytes: [UInt8], count: Int) throws(ProbeError) -> [UInt8] {
        var inflate = try Inflate(zlib: bytes, limit: count)
        do throws(ProbeError) { try inflate.unpack() } catch .truncated where !inflate.output.isEmpty {}
        return inflate.output
    }

    private let bytes: [UInt8]
    private let limit: Int
    private var position: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    /// The limit was reached before the end.
    private var hasMore = false

    private init(zlib bytes: [UInt8], limit: Int) throws(ProbeError) {
        guard bytes.count >= 2 else { throw .truncated }
        let (method, flags) = (bytes[0], bytes[1])
        guard method & 0x0F == 8, method >> 4 <= 7, (UInt16(method) << 8 | UInt16(flags)) % 31 == 0, flags & 0x20 == 0
        else { throw .malformed("what is packed in it is no zlib stream") }
        self.bytes = bytes
        self.limit = limit
        position = 2
    }

    private mutating func unpack() throws(ProbeError) {
        var isLast = false
        while !isLast, !hasMore {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try unpackBlock(literals: Self.fixedLiterals, distances: Self.fixedDistances)
            case 2:
                let (literals, distances) = try readCodes()
                try unpackBlock(literals: literals, distances: distances)
            default: throw .malformed("what is packed in it has a block of an unknown type")
            }
        }
    }

    // MARK: Bits and bytes

    private mutating func take(_ count: Int) throws(ProbeError) -> Int {
        while bitCount < count {
            guard position < bytes.count else { throw .truncated }
            bits |= UInt32(bytes[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        defer {
            bits >>= UInt32(count)
            bitCount -= count
        }
        return Int(bits & (1 << UInt32(count) - 1))
    }

    /// What is left of the last byte belongs to nothing.
    private mutating func dropPartialByte() {
        bits = 0
        bitCount = 0
    }

    private mutating func append(_ byte: UInt8) -> Bool {
        guard output.count < limit else {
            hasMore = true
            return false
        }
        output.append(byte)
        return true
    }

    private mutating func copyStored() throws(ProbeError) {
        dropPartialByte()
        guard bytes.count - position >= 4 else { throw .truncated }
        let length = Int(bytes[position]) | Int(bytes[position + 1]) << 8
        let inverse = Int(bytes[position + 2]) | Int(bytes[position + 3]) << 8
        guard length == inverse ^ 0xFFFF else { throw .malformed("what is packed in it has a block of two lengths") }
        position += 4
        let found = min(length, bytes.count - position)
        let fitting = min(found, limit - output.count)
        output += bytes[position..<position + fitting]
        position += fitting
        hasMore = fitting < found
        guard found == length || hasMore else { throw .truncated }
    }

    // MARK: Huffman codes

    /// A canonical code: how many symbols have each length, and the symbols in the order of their codes.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(_ lengths: some Collection<UInt8>) throws(ProbeError) {
            for length in lengths { counts[Int(length)] += 1 }
            counts[0] = 0
            var free = 1
            for length in 1..<16 {
                free = free * 2 - counts[length]
                guard free >= 0 else { throw .malformed("what is packed in it has a code of too many words") }
            }
            for length in UInt8(1)..<16 {
                symbols += lengths.enumerated().lazy.filter { $0.element == length }.map(\.offset)
            }
        }

        /// For the codes that the RFC gives.
        init(known lengths: [UInt8]) {
            do throws(ProbeError) { try self.init(lengths) } catch { preconditionFailure("\(error)") }
        }
    }

    private static let fixedLiterals = Code(
        known: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Code(known: [UInt8](repeating: 5, count: 30))

    private mutating func symbol(_ code: Code) throws(ProbeError) -> Int {
        var word = 0
        var first = 0
        var index = 0
        for length in 1..<16 {
            word |= try take(1)
            let count = code.counts[length]
            if word - first < count { return code.symbols[index + word - first] }
            index += count
            first = (first + count) << 1
            word <<= 1
        }
        throw .malformed("what is packed in it has a word that is not in its code")
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func readCodes() throws(ProbeError) -> (literals: Code, distances: Code) {
        let literals = try take(5) + 257
        let distances = try take(5) + 1
        let used = try take(4) + 4
        guard literals <= 286, distances <= 30 else { throw .malformed("what is packed in it has too large a code") }
        var lengths = [UInt8](repeating: 0, count: 19)
        for place in Self.lengthOrder.prefix(used) { lengths[place] = UInt8(try take(3)) }
        let code = try Code(lengths)

        var words: [UInt8] = []
        while words.count < literals + distances {
            let found = try symbol(code)
            switch found {
            case 16:
                guard let last = words.last else { throw .malformed("what is packed in it repeats nothing") }
                words += [UInt8](repeating: last, count: 3 + (try take(2)))
            case 17: words += [UInt8](repeating: 0, count: 3 + (try take(3)))
            case 18: words += [UInt8](repeating: 0, count: 11 + (try take(7)))
            default: words.append(UInt8(found))
            }
        }
        guard words.count == literals + distances, words[256] > 0 else {
            throw .malformed("what is packed in it has a broken code")
        }
        return (try Code(words[..<literals]), try Code(words[literals...]))
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]

    private mutating func unpackBlock(literals: Code, distances: Code) throws(ProbeError) {
        while true {
            let found = try symbol(literals)
            if found < 256 {
                guard append(UInt8(found)) else { return }
            } else if found == 256 {
                return
            } else {
                guard try repeatEarlier(found - 257, distances) else { return }
            }
        }
    }

    /// - Returns: false where the limit is reached.
    private mutating func repeatEarlier(_ lengthSymbol: Int, _ distances: Code) throws(ProbeError) -> Bool {
        guard lengthSymbol < Self.lengthBases.count else {
            throw .malformed("what is packed in it has a length that there is not")
        }
        let lengthBits = lengthSymbol < 8 || lengthSymbol == 28 ? 0 : lengthSymbol / 4 - 1
        let length = Self.lengthBases[lengthSymbol] + (try take(lengthBits))
        let distanceSymbol = try symbol(distances)
        guard distanceSymbol < Self.distanceBases.count else {
            throw .malformed("what is packed in it has a distance that there is not")
        }
        let distanceBits = max(0, distanceSymbol / 2 - 1)
        let distance = Self.distanceBases[distanceSymbol] + (try take(distanceBits))
        guard distance <= output.count else { throw .malformed("what is packed in it repeats what was not there") }
        for _ in 0..<length {
            guard append(output[output.count - distance]) else { return false }
        }
        return true
    }

    // MARK: The check value

    /// The four bytes after the last block; nil where they are missing.
    private var checkValue: UInt32? {
        guard bytes.count - position >= 4 else { return nil }
        return UInt32(truncatingIfNeeded: bytes[position..<position + 4].bigEndian)
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
