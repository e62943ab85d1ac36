/// The source of a picture. The picture itself is fetched only when it is to be shown.
public enum ImageSource: Hashable, Sendable, Codable {
    /// A `file:`, `http(s):` or `data:` URI.
    case uri(String)
    /// A byte range of the media resource itself.
    case embedded(EmbeddedImage)
}

extension ImageSource {
    /// Whether the picture can be read without a server.
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
    /// How the bytes are stored.
    public enum Coding: Hashable, Sendable, Codable {
        case plain
        /// ID3v2's unsynchronisation: a zero byte after each 0xFF must be removed (id3v2.3 section 5).
        case unsynchronised
        /// A zlib stream (id3v2.4 section 4.1.2) that unpacks to `length` bytes. The first `skipping` bytes are not
        /// part of the picture, because the whole frame is packed.
        case compressed(length: Int, isUnsynchronised: Bool, skipping: Int = 0)
    }

    /// The media resource.
    public var uri: String
    /// The position of the first byte in the resource.
    public var offset: Int64
    /// In bytes, as stored.
    public var length: Int
    /// The type that the container states; not reliable.
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

/// The state of fetching a picture.
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
