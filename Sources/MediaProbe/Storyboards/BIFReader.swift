internal import MediaContainers
internal import PlayerCore

/// Reads the index of BIF files (Roku's "Base Index Frames"): JPEG pictures at equal distances.
enum BIFReader {
    /// Larger pictures are left out, in bytes.
    static let largestPicture = 1 << 20

    private static let magic: [UInt8] = [0x89, 0x42, 0x49, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let headLength: Int64 = 64

    /// The pictures, in order of time; empty if there are none.
    ///
    /// - Throws: why the file cannot be read.
    static func tiles(_ source: ByteSource) throws(ProbeError) -> [Storyboard.Tile] {
        var head = ByteCursor(try source.read(0, Int(headLength)))
        guard head.take(8).map({ $0.elementsEqual(magic) }) == true else { throw .malformed("it is not a BIF file") }
        guard let version = head.little(4), version == 0 else { throw .malformed("its version is unknown") }
        guard let count = head.littleCount(), let unit = head.little(4) else { throw .truncated }
        guard count <= Storyboard.most else {
            throw .tooMuch("it has more than \(Storyboard.most) pictures")
        }
        // The entry behind the last one tells where the last picture ends.
        let index = try source.read(headLength, (count + 1) * 8)
        guard index.count == (count + 1) * 8 else { throw .truncated }
        var cursor = ByteCursor(index)
        var entries: [(time: UInt64, offset: Int64)] = []
        while let time = cursor.little(4), let offset = cursor.little(4) { entries.append((time, Int64(offset))) }
        let milliseconds = unit == 0 ? 1_000 : unit
        var tiles: [Storyboard.Tile] = []
        for (entry, next) in zip(entries, entries.dropFirst()) {
            let length = next.offset - entry.offset
            guard length > 0, length <= Int64(largestPicture), entry.offset >= headLength + Int64(index.count),
                source.length.map({ next.offset <= $0 }) ?? true
            else { continue }
            let time = MediaTime(microseconds: Int64(clamping: entry.time &* milliseconds).multipliedClamping(1_000))
            tiles.append(Storyboard.Tile(time: time, place: .bytes(offset: entry.offset, count: Int(length))))
        }
        return tiles.sorted { $0.time < $1.time }
    }
}

extension Int64 {
    fileprivate func multipliedClamping(_ factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
