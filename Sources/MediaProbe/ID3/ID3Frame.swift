internal import MediaContainers

/// A frame of an ID3v2 tag, decoded if it is unsynchronised or compressed.
struct ID3Frame {
    /// Four letters or digits; version 2.2's three-letter names are replaced by their later equivalents.
    let id: String
    let content: ID3Span
    /// The version of the tag.
    let version: UInt8

    /// The maximum decompressed size of a frame; text is never kept longer than ``ProbeLimits/text`` anyway.
    static let packedLimit = 1 << 20

    /// The relevant names of version 2.2.
    private static let oldNames = [
        "TP2": "TPE2", "TCM": "TCOM", "TRK": "TRCK", "TPA": "TPOS", "TBP": "TBPM", "ULT": "USLT", "SLT": "SYLT",
        "TT2": "TIT2", "TT3": "TIT3", "TP1": "TPE1", "TAL": "TALB", "TCO": "TCON", "TYE": "TYER", "TDA": "TDAT",
        "TLA": "TLAN", "TLE": "TLEN", "COM": "COMM",
    ]

    static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        let isName = bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        guard isName else { return nil }
        let name = String(decoding: bytes, as: UTF8.self)
        return bytes.count == 3 ? oldNames[name] ?? name : name
    }

    var isText: Bool { id.hasPrefix("T") }
    var isLink: Bool { id.hasPrefix("W") }

    /// - Parameters:
    ///   - raw: everything after the frame's header.
    ///   - flags: the frame's two bytes of flags.
    ///   - isTagUnsynchronised: version 2.4's flag that covers all frames.
    /// - Returns: nil for an encrypted frame, for which there is no key.
    static func decoded(
        id: String, version: UInt8, flags: UInt16, raw: ID3Span, isTagUnsynchronised: Bool, limits: ProbeLimits
    ) throws(ProbeError) -> ID3Frame? {
        let traits = version == 4 ? Traits(flags24: flags) : version == 3 ? Traits(flags23: flags) : Traits()
        guard !traits.isEncrypted else { return nil }
        let fields = Array(try raw.bytes(at: 0, upTo: traits.fieldsLength))
        guard fields.count == traits.fieldsLength else { throw .truncated }
        let stored = raw.dropFirst(traits.fieldsLength)
        var content = stored
        if version == 4, traits.isUnsynchronised || isTagUnsynchronised { content = try stored.synchronised() }
        if traits.isPacked {
            let size = fields[traits.sizePlace..<traits.sizePlace + 4]
            let isText = id.hasPrefix("T") || id == "COMM"
            content = try content.unpacked(
                size: version == 4 ? ID3Header.syncsafe(size) ?? .max : Int(size.bigEndian),
                limit: isText ? limits.text : packedLimit)
        }
        return ID3Frame(id: id, content: content, version: version)
    }

    /// The meaning of a frame's flags, and the fields that they add before the content.
    private struct Traits {
        var isPacked = false
        var isEncrypted = false
        var isUnsynchronised = false
        var fieldsLength = 0
        /// The offset of the decompressed size among the fields.
        var sizePlace = 0

        init() {}

        /// id3v2.3.0 section 3.3.1.
        init(flags23 flags: UInt16) {
            isPacked = flags & 0x80 != 0
            isEncrypted = flags & 0x40 != 0
            fieldsLength = (isPacked ? 4 : 0) + (isEncrypted ? 1 : 0) + (flags & 0x20 != 0 ? 1 : 0)
        }

        /// id3v2.4.0-structure section 4.1.2.
        init(flags24 flags: UInt16) {
            isPacked = flags & 0x08 != 0
            isEncrypted = flags & 0x04 != 0
            isUnsynchronised = flags & 0x02 != 0
            sizePlace = (flags & 0x40 != 0 ? 1 : 0) + (isEncrypted ? 1 : 0)
            // A compressed frame must state its length; some writers set only the compression flag.
            fieldsLength = sizePlace + (flags & 0x01 != 0 || isPacked ? 4 : 0)
        }
    }
}
