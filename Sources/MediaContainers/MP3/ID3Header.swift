/// The header of an ID3v2 tag, ten bytes (id3v2.4.0-structure section 3.1).
public struct ID3Header: Sendable {
    public static let length = 10

    /// 2, 3 or 4.
    public let version: UInt8
    public let isUnsynchronised: Bool
    public let hasExtendedHeader: Bool
    /// The length of everything between the header and the footer or the sound.
    public let bodyLength: Int
    private let hasFooter: Bool

    /// Nil if no tag of a known version begins here.
    public init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes.prefix(Self.length))
        guard bytes.count == Self.length, bytes.starts(with: "ID3".utf8), (2...4).contains(bytes[3]), bytes[4] != 0xFF,
            let size = ID3Header.syncsafe(bytes[6...])
        else { return nil }
        version = bytes[3]
        let flags = bytes[5]
        // In version 2.2 this flag means a compression that was never defined.
        guard version > 2 || flags & 0x40 == 0 else { return nil }
        isUnsynchronised = flags & 0x80 != 0
        hasExtendedHeader = version > 2 && flags & 0x40 != 0
        hasFooter = version == 4 && flags & 0x10 != 0
        bodyLength = size
    }

    /// From the tag's first byte to what follows it.
    public var tagLength: Int { Self.length + bodyLength + (hasFooter ? Self.length : 0) }

    /// Decodes four bytes of seven bits each; nil if a byte has the eighth bit set.
    public static func syncsafe(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return bytes.reduce(0) { $0 << 7 | Int($1) }
    }
}
