public import MediaContainers

extension Workaround {
    static let serializedTags = Workaround("tags in the notation of values", in: .gstreamer)
}

/// Repairs the tags of a Matroska file.
///
/// - Component: `matroskamux` of GStreamer (`gst_matroska_mux_write_simple_tag`).
/// - Versions: seen with 1.22.0; the code is the same in 1.29.2.
/// - Upstream: none found; docs/upstream/matroskamux-serialized-tags.md.
/// - Without it: values with spaces or characters beyond ASCII are written as `gst_value_serialize` returns them: `"A\ film"`,
///   `"Caf\303\251"`.
/// - Test: `MatroskaTagRepairTests`
public enum MatroskaTagRepair {
    /// Rewrites the tags in place. They only become shorter, and a void element fills the rest.
    ///
    /// - Parameters:
    ///   - end: the size of the file, in bytes.
    ///   - write: writes bytes at a place of the file.
    public static func repair<Failure>(
        _ file: ByteReader, to end: Int64, write: ([UInt8], Int64) throws(Failure) -> Void
    ) throws(Failure) {
        guard Workaround.serializedTags.isOn else { return }
        let ebml = EBMLReader(file)
        var offset: Int64 = 0
        while offset < end, let element = try? ebml.element(at: offset) {
            if element.id == MatroskaID.segment {
                offset = element.start
                continue
            }
            guard let next = element.end, next <= end else { return }
            if element.id == MatroskaID.tags, next - element.start < 1 << 24 {
                let count = Int(next - element.start)
                let new = repaired(element.start..<next, ebml)
                guard new.count < count, let rest = EBMLWriter.void(count - new.count) else { return }
                return try write(new + rest, element.start)
            }
            offset = next
        }
    }

    private static func repaired(_ range: Range<Int64>, _ ebml: EBMLReader) -> [UInt8] {
        var result: [UInt8] = []
        var offset = range.lowerBound
        while offset < range.upperBound, let element = try? ebml.element(at: offset), let end = element.end,
            end <= range.upperBound
        {
            let content = element.start..<end
            let new =
                switch element.id {
                case MatroskaID.tag, MatroskaID.simpleTag: repaired(content, ebml)
                case MatroskaID.tagString: unquoted(bytes(content, ebml)[...])
                default: bytes(content, ebml)
                }
            // The head keeps its length: nothing may grow.
            let id = EBMLWriter.id(element.id)
            result += id + EBMLWriter.size(new.count, bytes: Int(element.start - offset) - id.count) + new
            offset = end
        }
        return result + bytes(offset..<range.upperBound, ebml)
    }

    private static func bytes(_ range: Range<Int64>, _ ebml: EBMLReader) -> [UInt8] {
        (try? ebml.bytes.bytes(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))) ?? []
    }

    /// Decodes a serialized string. Serialized strings begin and end with quotes; original quotes at both ends were
    /// escaped, so they were quoted too.
    static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        // The muxer also terminates its strings with a zero.
        var bytes = bytes
        while bytes.last == 0 { bytes = bytes.dropLast() }
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return Array(bytes) }
        var result: [UInt8] = []
        var rest = bytes.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            guard byte == backslash, let next = rest.first else {
                result.append(byte)
                continue
            }
            let digits = rest.prefix(3)
            if digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) {
                result.append(digits.reduce(0) { $0 &<< 3 | ($1 - UInt8(ascii: "0")) })
                rest = rest.dropFirst(3)
            } else {
                result.append(next)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
