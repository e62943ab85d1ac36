/// What precedes the sound of a fragmented MP4 file without an edit list.
public enum MP4Priming: Hashable, Sendable {
    /// Opus: its header counts the samples, at 48 kHz (PreSkip, "Encapsulation of Opus in ISO Base Media File Format" 4.3.2).
    case opus(UInt64)
    /// AAC or MP3, of which nothing says it.
    case unknown

    /// Reads the movie box of a file with nothing but sound, whose samples are all in fragments.
    ///
    /// - Returns: nil for other files, for damaged ones, and where an edit list says what is heard.
    public init?(movie: [UInt8]) {
        guard let priming = (try? Self.read(MP4Boxes(ByteReader(ByteSource(movie))), length: Int64(movie.count))) ?? nil
        else { return nil }
        self = priming
    }

    private static func read(_ boxes: MP4Boxes, length: Int64) throws(ProbeError) -> Self? {
        guard let movie = try boxes.box(at: 0, before: length), movie.type == "moov" else { return nil }
        let children = boxes.children(of: movie)
        let tracks = children.filter { $0.type == "trak" }
        guard children.contains(where: { $0.type == "mvex" }), tracks.count == 1, let track = tracks.first,
            boxes.descendant(of: track, "edts", "elst") == nil,
            let formats = boxes.descendant(of: track, "mdia", "minf", "stbl", "stsd"),
            let format = try boxes.box(at: formats.content.lowerBound + 8, before: formats.content.upperBound)
        else { return nil }
        switch format.type {
        case "mp4a": return .unknown
        case "Opus":
            // The description of a sound sample precedes its boxes.
            for box in boxes.children(of: format.dropping(28)) where box.type == "dOps" {
                var fields = try boxes.fields(of: box, atMost: 4)
                try fields.skip(2)
                return .opus(UInt64(try fields.u16()))
            }
            return nil
        default: return nil
        }
    }
}
