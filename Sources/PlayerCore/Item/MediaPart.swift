/// One of the files of an item that consists of several, such as a book. The times of the item go on from part to part.
public struct MediaPart: Hashable, Sendable, Codable {
    public var uri: String
    public var title: String?
    /// Above zero.
    public var duration: MediaTime

    public init(uri: String, title: String? = nil, duration: MediaTime) {
        self.uri = uri
        self.title = title
        self.duration = duration
    }
}

extension MediaPart {
    /// A part in a description.
    public static let table = DescriptionTable<MediaPart>([
        DescriptionField("uri", .requiredMedia(\.uri)),
        DescriptionField("title", .text(\.title)),
        DescriptionField("duration", .requiredTime(\.duration)),
    ])
}

/// Where a part is in its item.
public struct PartPlace: Hashable, Sendable {
    public var part: MediaPart
    /// Where it begins, in the time of the item.
    public var start: MediaTime
    /// Where the part after it begins; nil for the last one.
    public var next: MediaTime?

    /// Whether a position is in it. What is behind the item's end is in the last part.
    public func contains(_ position: MediaTime) -> Bool { position >= start && next.map { position < $0 } ?? true }
}

extension [MediaPart] {
    /// The length of all parts together.
    public var length: MediaTime { reduce(.zero) { $0 + $1.duration } }

    /// The parts in their order, each with its place.
    public var places: [PartPlace] {
        var start = MediaTime.zero
        return enumerated().map { index, part in
            defer { start = start + part.duration }
            return PartPlace(part: part, start: start, next: index < count - 1 ? start + part.duration : nil)
        }
    }

    /// The part at a position: the first one before the item's start, and the last one behind its end. Nil without parts.
    public func place(at position: MediaTime) -> PartPlace? {
        let places = places
        return places.first { $0.contains(Swift.max(.zero, position)) } ?? places.last
    }
}
