/// Tags of a Matroska file as they were meant.
///
/// GStreamer 1.22's matroskamux writes values with a space or a letter beyond ASCII as it writes them in its own texts:
/// `"A\ film"`, `"Caf\303\251"`.
enum MatroskaTagRepair {
    private enum ID {
        static let segment: UInt32 = 0x1853_8067
        static let tags: UInt32 = 0x1254_C367
        static let tag: UInt32 = 0x7373
        static let simpleTag: UInt32 = 0x67C8
        static let string: UInt32 = 0x4487
    }

    /// Writes the tags anew where they are: they only become shorter, and a void fills the rest.
    static func repair(_ file: PartFile) throws(PartFile.Refusal) {
        var offset: Int64 = 0
        let end = file.size
        while offset < end, let element = EBML.element(file.read(at: offset, count: 12)[...]) {
            let content = offset + Int64(element.head)
            if element.id == ID.segment {
                offset = content
                continue
            }
            guard let size = element.size, content + size <= end else { return }
            if element.id == ID.tags, size < 1 << 24 {
                let old = file.read(at: content, count: Int(size))
                let new = repaired(old[...])
                guard new.count < old.count, let rest = EBML.void(old.count - new.count) else { return }
                return try file.write(new + rest, at: content)
            }
            offset = content + size
        }
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes
        while let element = EBML.element(rest), let size = element.size, rest.count >= element.head + Int(size) {
            let content = rest.dropFirst(element.head).prefix(Int(size))
            rest = rest.dropFirst(element.head + Int(size))
            var new: [UInt8]
            switch element.id {
            case ID.tag, ID.simpleTag: new = repaired(content)
            case ID.string: new = unquoted(content)
            default: new = Array(content)
            }
            // As long a head as before: nothing may grow.
            let id = EBML.id(element.id)
            result += id + EBML.size(new.count, bytes: element.head - id.count) + new
        }
        return result + rest
    }

    /// What GStreamer quotes begins and ends with quotes; what began with one was quoted, too.
    static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        // It ends its strings in a zero, too.
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
