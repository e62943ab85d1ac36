/// A damaged copy of a file: the same for the same seed.
public struct Mutation {
    /// What is done to a file.
    public enum Kind: String, CaseIterable {
        case bits, bytes, cut, swap, length, zeros, copy
    }

    public let kind: Kind
    public let bytes: [UInt8]

    /// Numbers that lengths, counts and times break on.
    private static let extremes: [UInt64] = [
        0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF, .max,
        0x01FF_FFFF_FFFF_FFFF,
    ]

    /// - Parameter original: not empty.
    public init(of original: [UInt8], seed: UInt64) {
        var numbers = SplitMix(state: seed)
        var bytes = original
        kind = Kind.allCases[numbers.next(below: Kind.allCases.count)]
        switch kind {
        case .bits:
            for _ in 0...numbers.next(below: 64) {
                bytes[Self.place(in: bytes, &numbers)] ^= 1 << UInt8(numbers.next(below: 8))
            }
        case .bytes:
            for _ in 0...numbers.next(below: 32) {
                bytes[Self.place(in: bytes, &numbers)] = UInt8(numbers.next(below: 256))
            }
        case .cut: bytes = Array(bytes.prefix(1 + numbers.next(below: bytes.count)))
        case .swap:
            let count = 1 + numbers.next(below: max(1, min(8_192, bytes.count / 4)))
            let (first, second) = (numbers.next(below: bytes.count), numbers.next(below: bytes.count))
            for index in 0..<count where first + index < bytes.count && second + index < bytes.count {
                bytes.swapAt(first + index, second + index)
            }
        case .length:
            for _ in 0...numbers.next(below: 4) {
                Self.write(
                    Self.extremes[numbers.next(below: Self.extremes.count)], isBig: numbers.next(below: 3) > 0,
                    width: [1, 2, 4, 8][numbers.next(below: 4)], at: Self.place(in: bytes, &numbers), in: &bytes)
            }
        case .zeros:
            let start = Self.place(in: bytes, &numbers)
            for index in start..<min(bytes.count, start + 1 + numbers.next(below: 16_384)) { bytes[index] = 0 }
        case .copy:
            // A piece a second time: what follows is not where it is said to be.
            let start = numbers.next(below: bytes.count)
            let piece = bytes[start..<min(bytes.count, start + 1 + numbers.next(below: 4_096))]
            bytes.insert(contentsOf: piece, at: Self.place(in: bytes, &numbers))
        }
        self.bytes = bytes
    }

    /// Every second time where the headers are, at either end.
    private static func place(in bytes: [UInt8], _ numbers: inout SplitMix) -> Int {
        let near = min(bytes.count, 1_500)
        return switch numbers.next(below: 4) {
        case 0: numbers.next(below: near)
        case 1: bytes.count - 1 - numbers.next(below: near)
        default: numbers.next(below: bytes.count)
        }
    }

    private static func write(_ value: UInt64, isBig: Bool, width: Int, at place: Int, in bytes: inout [UInt8]) {
        for index in 0..<width where place + index < bytes.count {
            let shift = UInt64(isBig ? width - 1 - index : index) * 8
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }
}

/// The same numbers every time (SplitMix64).
private struct SplitMix {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
