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
        static let void: UInt32 = 0xEC
    }

    private struct Element {
        var id: UInt32
        /// Of the head.
        var head: Int
        /// Of what follows the head; nil where it reaches to the end of the file.
        var size: Int64?
    }

    /// Writes the tags anew where they are: they only become shorter, and a void fills the rest.
    static func repair(_ file: PartFile) throws(PartFile.Refusal) {
        var offset: Int64 = 0
        let end = file.size
        while offset < end, let element = element(file.read(at: offset, count: 12)[...]) {
            let content = offset + Int64(element.head)
            if element.id == ID.segment {
                offset = content
                continue
            }
            guard let size = element.size, content + size <= end else { return }
            if element.id == ID.tags, size < 1 << 24 {
                let old = file.read(at: content, count: Int(size))
                let new = repaired(old[...])
                let room = Int(size) - new.count
                guard room >= 9 || room == 0 else { return try fill(file, at: content, new, room) }
                if room > 0 { try file.write(new + void(room), at: content) }
                return
            }
            offset = content + size
        }
    }

    /// Few bytes are left over: into a void with a short head.
    private static func fill(_ file: PartFile, at content: Int64, _ new: [UInt8], _ room: Int) throws(PartFile.Refusal)
    {
        guard room >= 2 else { return }
        try file.write(
            new + [UInt8(ID.void), 0x80 | UInt8(room - 2)] + [UInt8](repeating: 0, count: room - 2), at: content)
    }

    private static func void(_ room: Int) -> [UInt8] {
        [UInt8(ID.void)] + size(room - 9) + [UInt8](repeating: 0, count: room - 9)
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes
        while let element = element(rest), let size = element.size, rest.count >= element.head + Int(size) {
            let head = rest.prefix(element.head)
            let content = rest.dropFirst(element.head).prefix(Int(size))
            rest = rest.dropFirst(element.head + Int(size))
            var new: [UInt8]
            switch element.id {
            case ID.tag, ID.simpleTag: new = repaired(content)
            case ID.string: new = unquoted(content)
            default: new = Array(content)
            }
            // As long a head as before: nothing may grow.
            result += idBytes(head) + Self.size(new.count, bytes: element.head - idBytes(head).count) + new
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

    // MARK: EBML (RFC 8794)

    private static func element(_ bytes: ArraySlice<UInt8>) -> Element? {
        guard let first = bytes.first, first != 0 else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard idLength <= 4, bytes.count > idLength else { return nil }
        let id = bytes.prefix(idLength).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let rest = bytes.dropFirst(idLength)
        guard let mark = rest.first, mark != 0 else { return nil }
        let length = mark.leadingZeroBitCount + 1
        guard rest.count >= length else { return nil }
        let mask: Int64 = 1 << Int64(7 * length)
        let value = rest.prefix(length).reduce(Int64(0)) { $0 << 8 | Int64($1) } & (mask - 1)
        return Element(id: id, head: idLength + length, size: value == mask - 1 ? nil : value)
    }

    private static func idBytes(_ head: ArraySlice<UInt8>) -> [UInt8] {
        Array(head.prefix((head.first?.leadingZeroBitCount ?? 0) + 1))
    }

    private static func size(_ value: Int, bytes: Int = 8) -> [UInt8] {
        let marked = UInt64(value) | 1 << UInt64(7 * bytes)
        return (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: marked >> UInt64(8 * $0)) }
    }
}
