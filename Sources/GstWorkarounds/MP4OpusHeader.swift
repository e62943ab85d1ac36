public import MediaContainers

extension Workaround {
    static let mp4OpusHeader = Workaround("Opus in MP4", in: .gstreamer, fixedIn: LibraryVersion(1, 22, 4))
}

/// Corrects the description of Opus in an MP4 file.
///
/// - Component: `mp4mux` of GStreamer (`build_opus_extension`).
/// - Versions: seen with 1.22.0; the same up to 1.22.3.
/// - Upstream: merge request 4875 (f3496ea3bf in 1.24, 9e27d36edc in 1.22.4).
/// - Without it: the muxer writes the numbers in the byte order of Ogg, so that players leave out 0.3 s of the sound instead of
///   6.5 ms (Encapsulation of Opus in ISO Base Media File Format, section 4.3.2).
/// - Test: `MP4OpusHeaderTests`
public enum MP4OpusHeader {
    /// Turns the numbers around where they make no sense; no other byte changes.
    ///
    /// - Parameter write: writes bytes at a place of the file.
    public static func correct<Failure>(
        _ file: ByteReader, write: ([UInt8], Int64) throws(Failure) -> Void
    ) throws(Failure) {
        guard Workaround.mp4OpusHeader.isOn else { return }
        for place in places(in: file) {
            // Version, channels, samples to leave out (2 bytes), sample rate (4), gain (2).
            guard let fields = try? file.available(at: place, count: 10), fields.count == 10,
                let turned = turned(fields)
            else { continue }
            try write(turned, place)
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
    private static func places(in file: ByteReader) -> [Int64] {
        let boxes = MP4Boxes(file)
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
