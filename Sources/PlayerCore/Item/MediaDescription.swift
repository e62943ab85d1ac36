/// What a client or a sidecar says about an item; only the URI is required.
///
/// The fields have the names of the public contract. Absent fields are taken from the media itself.
public struct MediaDescription: Hashable, Sendable, Codable {
    public var uri: String
    /// All fields but the URI. Shared, and nil for a plain "play this file", so that a queue of 100,000 items stays
    /// small.
    public var details: MediaDetails?

    public init(uri: String, details: MediaDetails? = nil) {
        self.uri = uri
        self.details = details
    }

    /// The list on a server that named the item; nil for what a person, a client or a list here named.
    public var list: String? { details?.fields.list }

    /// The files that the item consists of; empty if it is one itself.
    public var parts: [MediaPart] { details?.fields.parts ?? [] }

    /// Whether this is an episode or a book, by its description or its name.
    var isPlayedInOrder: Bool {
        if let fields = details?.fields, fields.season ?? fields.episode != nil || fields.parts != nil { return true }
        return MediaName(uri: uri)?.series != nil
    }

    /// The same, with the list or the stream that named it, if that is on a server.
    func named(by list: String?) -> MediaDescription {
        guard let list, list.server != nil else { return self }
        var fields = details?.fields ?? MediaDetails.Fields()
        fields.list = list
        return MediaDescription(uri: uri, details: MediaDetails(fields))
    }

    /// What named a picture of the item: a list on a server, or the item itself; nil for what the description of a client
    /// names.
    public func origin(of picture: ImageSource) -> String? {
        guard let fields = details?.fields, fields.names(picture) else { return uri }
        return fields.list
    }
}

extension MediaDetails.Fields {
    /// Whether a picture is named here, and not by the media.
    fileprivate func names(_ picture: ImageSource) -> Bool {
        guard case .uri(let uri) = picture else { return false }
        return artwork == uri || next?.artwork == uri || chapters?.contains { $0.image == picture } == true
            || markers?.contains { $0.markers.contains { $0.image == picture } } == true
    }
}

/// The optional fields of a ``MediaDescription``.
public final class MediaDetails: Hashable, Sendable, Codable {
    public let fields: Fields

    public init(_ fields: Fields) { self.fields = fields }

    public static func == (left: MediaDetails, right: MediaDetails) -> Bool {
        left === right || left.fields == right.fields
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    /// Encoded like ``fields`` alone.
    public init(from decoder: any Decoder) throws { fields = try Fields(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

    /// The fields as a value, which is copied and changed before it is shared.
    ///
    /// The encoded form is stored as long as a queue is remembered, so new fields must be optional.
    public struct Fields: Hashable, Sendable, Codable {
        public var identifier: String?
        public var title: String?
        public var subtitle: String?
        public var description: String?
        public var genre: [String]?
        public var contentRating: String?
        public var language: String?
        public var artist: [String]?
        public var album: String?
        /// The number of the track on its album. With ``inPoint``, the item is a ``FileTrack``.
        public var track: Int32?
        public var season: Int32?
        public var episode: Int32?
        public var date: String?
        /// The `file:`, `http(s):` or `data:` URI of a picture.
        public var artwork: String?
        /// The position at which playback starts.
        public var start: MediaTime?
        /// The first position that is played.
        public var inPoint: MediaTime?
        /// The first position that is no longer played.
        public var outPoint: MediaTime?
        public var chapters: [Chapter]?
        /// The `http(s):` or `file:` URI of a chapter file, instead of ``chapters``; podcasts refer to their chapters
        /// like this.
        public var chaptersURI: String?
        public var markers: [MarkerGroupDescription]?
        public var segments: [SegmentDescription]?
        public var interstitials: [InterstitialDescription]?
        /// The files that the item consists of, instead of the one at its URI, which only names it.
        public var parts: [MediaPart]?
        public var timed: [TimedRange]?
        public var next: NextDescription?
        /// Sent by name with HTTP requests to the item's server. Never shown.
        public var headers: [String: String]?
        /// Passed on to trackers unchanged.
        public var custom: [String: DescriptionValue]?
        /// Whether ``title`` comes from a list and names a station, if the item is one. It is replaced by the titles of
        /// the stream. Clients cannot set it.
        public var namesStation: Bool?
        /// The list on a server that named the item, and all that is here. Clients cannot set it.
        public var list: String?

        public init() {}
    }
}

/// A titled group of navigation markers.
public struct MarkerGroupDescription: Hashable, Sendable, Codable {
    public var title: String
    public var markers: [Chapter]

    public init(title: String, markers: [Chapter]) {
        self.title = title
        self.markers = markers
    }
}

/// A stretch of the timeline with a meaning: credits, an advertisement, a blocked range.
public struct SegmentDescription: Hashable, Sendable, Codable {
    public var start: MediaTime
    public var end: MediaTime
    public var kind: String
    public var action: String?
    public var id: String?
    public var title: String?
    /// Whether it must be watched before anything after it.
    public var linear: Bool?
    /// The reader that found it, as in ``Chapter/source``; nil for a client's segment.
    public var source: String?

    public init(start: MediaTime, end: MediaTime, kind: String) {
        self.start = start
        self.end = end
        self.kind = kind
    }
}

/// The item to propose when an item ends.
public struct NextDescription: Hashable, Sendable, Codable {
    public var uri: String
    public var title: String?
    public var subtitle: String?
    public var artwork: String?
    public var description: String?
    public var genre: [String]?
    public var contentRating: String?
    /// Negative values count from the end.
    public var presentAt: MediaTime?
    /// In seconds; NaN: never.
    public var automaticAcceptanceInterval: Double?

    public init(uri: String) { self.uri = uri }
}

/// A value in a description's free-form `custom` part.
public indirect enum DescriptionValue: Hashable, Sendable, Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([DescriptionValue])
    case object([String: DescriptionValue])
}
