/// Where a picture is; naming one costs nothing, it is fetched when somebody wants to see it.
public enum ImageSource: Hashable, Sendable, Codable {
    /// A `file:`, `http(s):` or `data:` URI.
    case uri(String)
    /// A stretch of the media resource itself.
    case embedded(EmbeddedImage)
}

extension ImageSource {
    /// Whether no server has to be asked for it.
    var isOnThisMachine: Bool {
        let uri =
            switch self {
            case .uri(let uri): uri
            case .embedded(let image): image.uri
            }
        return FileURI.escapedPath(of: uri) != nil || uri.prefix(5).lowercased() == "data:"
    }
}

/// A picture inside a media resource.
public struct EmbeddedImage: Hashable, Sendable, Codable {
    /// How its bytes are written down.
    public enum Coding: Hashable, Sendable, Codable {
        case plain
        /// ID3v2's unsynchronisation: a zero byte after each 0xFF is to be left out (id3v2.3 section 5).
        case unsynchronised
        /// A zlib stream (id3v2.4 section 4.1.2), unpacking to `length` bytes, of which the first ones (`skipping`) are
        /// not the picture's: what is packed is a whole frame.
        case compressed(length: Int, isUnsynchronised: Bool, skipping: Int = 0)
    }

    /// The media resource.
    public var uri: String
    /// Of its first byte in the resource.
    public var offset: Int64
    /// In bytes, as written down.
    public var length: Int
    /// What the container says it is; not to be relied on.
    public var mediaType: String?
    public var coding: Coding

    public init(uri: String, offset: Int64, length: Int, mediaType: String? = nil, coding: Coding = .plain) {
        self.uri = uri
        self.offset = offset
        self.length = length
        self.mediaType = mediaType
        self.coding = coding
    }
}

/// How far bringing a picture here is.
enum ImageFetch: Hashable, Sendable {
    case onItsWay
    case failed
    /// As a `file:` URI.
    case fetched(String)

    var uri: String? {
        guard case .fetched(let uri) = self else { return nil }
        return uri
    }
}
