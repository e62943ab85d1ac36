/// A drag along the line of the transport bar.
struct Scrub: Hashable, Sendable {
    let item: ItemID
    /// The position before the drag.
    let from: MediaTime
    /// The share of the line at the pointer.
    private(set) var share: Double?
    /// Where the pointer is, if no seek went there: to be done on release.
    private var rest: MediaTime?
    /// The target of the last seek.
    private var sought: MediaTime?

    /// No seek goes nearer to the end during a drag, so that the item does not end under the pointer.
    private static let distance = MediaTime(nanoseconds: 10_000_000_000)

    /// A click does not seek again on release, in seconds of playback since the press.
    private static let slack = 0.5

    init(item: ItemID, from: MediaTime) { (self.item, self.from) = (item, from) }

    /// Follows the pointer. Returns the position to seek to; nil: there is none to be reached now.
    ///
    /// - Parameter length: of the item that may end; nil: it is unknown, or the item cannot end.
    mutating func move(to target: MediaTime, at share: Double, length: MediaTime?) -> MediaTime? {
        let isPress = self.share == nil
        self.share = share
        var seek = target
        rest = nil
        if let length {
            let last = length - min(Self.distance, MediaTime(nanoseconds: length.nanoseconds / 4))
            rest = target > last ? target : nil
            // A click seeks once, on release.
            if isPress, rest != nil { return nil }
            seek = min(target, last)
        }
        guard seek != sought else { return nil }
        sought = seek
        return seek
    }

    /// The position to seek to on release; nil: playback is there.
    ///
    /// - Parameter position: of playback, which went on if the pointer was held still.
    func end(at position: MediaTime) -> MediaTime? {
        if let rest { return rest }
        guard let sought, abs(position.seconds - sought.seconds) > Self.slack else { return nil }
        return sought
    }
}
