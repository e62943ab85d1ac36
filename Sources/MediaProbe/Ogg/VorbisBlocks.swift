internal import MediaContainers

/// How many samples the packets of a Vorbis stream have (Vorbis I specification, sections 4.2.2, 4.2.4 and 4.3).
struct VorbisBlocks {
    /// Samples of a short and a long block.
    private let short: UInt64
    private let long: UInt64
    /// Whether the blocks of a mode are long.
    private let modes: [Bool]

    /// - Parameters:
    ///   - identification: the first packet of the stream.
    ///   - setup: the third one.
    init?(identification: [UInt8], setup: [UInt8]) {
        guard identification.count > 28, identification.starts(with: [1] + "vorbis".utf8),
            setup.starts(with: [5] + "vorbis".utf8), let modes = Self.modes(in: setup)
        else { return nil }
        short = 1 << UInt64(identification[28] & 0xF)
        long = 1 << UInt64(identification[28] >> 4)
        self.modes = modes
    }

    /// The samples that the first packets of a stream have together: a packet completes the one before it.
    ///
    /// - Parameter heads: the first byte of each.
    func samples(ofPackets heads: [UInt8]) -> UInt64 {
        // As many bits as the largest number of a mode needs; the lowest bit says that the packet is sound.
        let bits = Int.bitWidth - (modes.count - 1).leadingZeroBitCount
        let blocks = heads.map { head in
            let mode = Int(head >> 1) & (1 << bits - 1)
            return mode < modes.count && modes[mode] ? long : short
        }
        return zip(blocks, blocks.dropFirst()).reduce(0) { $0 + ($1.0 + $1.1) / 4 }
    }

    /// The modes are the last part of the setup. What precedes them is hard to skip, so they are read from the end.
    private static func modes(in setup: [UInt8]) -> [Bool]? {
        var place = setup.count * 8
        func back(_ count: Int) -> Int {
            (0..<count).reduce(0) { value, _ in
                place -= 1
                return value << 1 | Int(setup[place >> 3] >> UInt8(place & 7) & 1)
            }
        }
        // The flag at the end of the packet.
        while place > 8, back(1) == 0 {}
        var (modes, found) = ([Bool](), [Bool]?.none)
        // A mapping, two kinds that are always 0, and whether blocks are long.
        while place >= 47, modes.count < 64 {
            guard back(8) < 64, back(16) == 0, back(16) == 0 else { break }
            modes.insert(back(1) == 1, at: 0)
            let before = place
            if back(6) + 1 == modes.count { found = modes }
            place = before
        }
        return found
    }
}
