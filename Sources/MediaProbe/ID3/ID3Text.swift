internal import MediaContainers

/// The text in a frame: an encoding byte, then zero-terminated strings (id3v2.4.0-structure section 4).
struct ID3Text {
    enum Encoding: UInt8 {
        case latin1, utf16, utf16BigEndian, utf8

        /// The length of the terminating zero.
        var unitLength: Int { self == .utf16 || self == .utf16BigEndian ? 2 : 1 }
    }

    let encoding: Encoding
    private let limit: Int
    private var rest: ArraySlice<UInt8>

    /// - Parameter bytes: from the encoding byte on. An unknown encoding is read as ISO 8859-1.
    init?(_ bytes: ArraySlice<UInt8>, limit: Int) {
        guard let first = bytes.first else { return nil }
        self.init(bytes.dropFirst(), encoding: Encoding(rawValue: first) ?? .latin1, limit: limit)
    }

    init(_ bytes: ArraySlice<UInt8>, encoding: Encoding, limit: Int) {
        rest = bytes
        self.encoding = encoding
        self.limit = limit
    }

    /// The bytes after the strings taken so far.
    var remaining: ArraySlice<UInt8> { rest }

    /// Returns the next string, up to its zero or the end; nil if nothing is left.
    mutating func next() -> String? {
        guard !rest.isEmpty else { return nil }
        let end = endOfString
        let string = rest[rest.startIndex..<end]
        rest = rest[end...].dropFirst(encoding.unitLength)
        return decoded(string)
    }

    /// Returns the number of four bytes that follows a string; nil if fewer are left.
    mutating func number() -> Int? {
        guard rest.count >= 4 else { return nil }
        defer { rest = rest.dropFirst(4) }
        return Int(rest.prefix(4).bigEndian)
    }

    /// Whether the next string is terminated.
    var hasTerminator: Bool { endOfString < rest.endIndex }

    /// Returns all visible strings.
    mutating func all() -> [String] {
        var strings: [String] = []
        while let string = next() {
            if let string = BoundedText.trimmed(string) { strings.append(string) }
        }
        return strings
    }

    private var endOfString: Int {
        guard encoding.unitLength == 2 else { return rest.firstIndex(of: 0) ?? rest.endIndex }
        var index = rest.startIndex
        while index + 1 < rest.endIndex {
            if rest[index] == 0, rest[index + 1] == 0 { return index }
            index += 2
        }
        return rest.endIndex
    }

    private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        switch encoding {
        case .latin1: BoundedText.latin1(bytes, limit: limit)
        case .utf8: BoundedText.utf8(bytes, limit: limit)
        case .utf16 where bytes.starts(with: [0xFE, 0xFF]):
            BoundedText.utf16(bytes.dropFirst(2), bigEndian: true, limit: limit)
        case .utf16 where bytes.starts(with: [0xFF, 0xFE]):
            BoundedText.utf16(bytes.dropFirst(2), bigEndian: false, limit: limit)
        // Without the mark, the byte order of the writers who omit it.
        case .utf16: BoundedText.utf16(bytes, bigEndian: false, limit: limit)
        case .utf16BigEndian: BoundedText.utf16(bytes, bigEndian: true, limit: limit)
        }
    }
}
