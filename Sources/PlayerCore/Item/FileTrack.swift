/// A track of a file that holds several, such as a whole album: a description with a track number and an in point.
///
/// It has its own time, from 0 to its length, where clients of MPRIS see it. Everything else counts in the time of the file.
public struct FileTrack: Hashable, Sendable {
    /// Where it begins in the file.
    public let start: MediaTime
    /// Where it ends in the file; nil: with the file.
    public let end: MediaTime?

    /// Nil if the item is not such a track.
    public init?(_ fields: MediaDetails.Fields?) {
        guard let fields, fields.track != nil, fields.parts == nil, let start = fields.inPoint, start >= .zero else {
            return nil
        }
        let end = fields.outPoint
        if let end, end <= start { return nil }
        self.start = start
        self.end = end
    }

    /// Nil if the item is not such a track.
    public init?(_ description: MediaDescription) { self.init(description.details?.fields) }

    /// Its length.
    ///
    /// - Parameter duration: of the file; nil if unknown.
    public func length(in duration: MediaTime?) -> MediaTime? {
        guard let last = [end, duration].compactMap(\.self).min() else { return nil }
        // A file that ends before the track begins is played as a whole.
        return last > start ? last - start : duration
    }

    /// Returns the position in the track; the file has others before and behind it.
    public func position(of time: MediaTime) -> MediaTime { max(.zero, time - start) }
}

extension MediaDescription {
    /// The length that clients see: of a track of a file its own.
    ///
    /// - Parameter duration: of the file; nil if unknown.
    public func length(in duration: MediaTime?) -> MediaTime? {
        guard let track = FileTrack(self) else { return duration }
        return track.length(in: duration)
    }
}
