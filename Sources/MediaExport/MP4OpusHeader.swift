internal import MediaContainers

/// Corrects the description of Opus in an MP4 file. mp4mux (1.22) writes its numbers in the byte order of Ogg, so that players
/// leave out 0.3 s of the sound instead of 6.5 ms (Encapsulation of Opus in ISO Base Media File Format, section 4.3.2).
enum MP4OpusHeader {
    /// Turns the numbers around where they make no sense; no other byte changes.
    static func correct(_ file: PartFile) throws(PartFile.Refusal) {
        for place in places(in: file) {
            // Version, channels, samples to leave out (2 bytes), sample rate (4), gain (2).
            let fields = file.read(at: place, count: 10)
            guard fields.count == 10, let turned = turned(Array(fields)) else { continue }
            try file.write(turned, at: place)
        }
    }

    /// The fields in the right order; nil if they are.
    static func turned(_ fields: [UInt8]) -> [UInt8]? {
        let rate = fields[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
        // No rate above 192 kHz is known, and each below it is above that the other way around.
        guard rate > 192_000 else { return nil }
        return fields[..<2] + fields[2..<4].reversed() + fields[4..<8].reversed() + fields[8..<10].reversed()
    }

    /// Where the descriptions (`dOps`) are.
    private static func places(in file: PartFile) -> [Int64] {
        let boxes = MP4Boxes(file.reader)
        var (offset, found): (Int64, [Int64]) = (0, [])
        while let box = try? boxes.box(at: offset, before: boxes.end) {
            offset = box.content.upperBound
            guard box.type == "moov" else { continue }
            for trak in boxes.children(of: box) where trak.type == "trak" {
                guard let table = boxes.descendant(of: trak, "mdia", "minf", "stbl", "stsd") else { continue }
                // Behind the version and the number of entries; an entry of sound has 28 bytes before its boxes.
                let first = table.content.lowerBound + 8
                guard let entry = try? boxes.box(at: first, before: table.content.upperBound), entry.type == "Opus",
                    let header = try? boxes.box(at: entry.content.lowerBound + 28, before: entry.content.upperBound),
                    header.type == "dOps"
                else { continue }
                found.append(header.content.lowerBound)
            }
        }
        return found
    }
}
