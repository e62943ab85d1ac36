/// The points at which playback of an item begins and ends. Nothing outside them is ever heard or shown.
public struct TrimPoints: Hashable, Sendable {
    /// The first position that is played; nil: the item's beginning.
    public var inPoint: MediaTime?
    /// The first position that is no longer played; nil: the item's end.
    public var outPoint: MediaTime?

    public init(inPoint: MediaTime? = nil, outPoint: MediaTime? = nil) {
        self.inPoint = inPoint
        self.outPoint = outPoint
    }

    /// Takes each point from the description, or else from the sidecar.
    init(description: MediaDetails.Fields?, sidecar: MediaDetails.Fields?) {
        inPoint = description?.inPoint ?? sidecar?.inPoint
        outPoint = description?.outPoint ?? sidecar?.outPoint
    }

    /// Some containers give durations in milliseconds, so an out point this close to the end is the end.
    private static let endTolerance = MediaTime(nanoseconds: 1_000_000)

    /// Returns the points that are plausible for an item.
    ///
    /// - Parameter duration: of the item; nil while unknown.
    /// - Returns: the points, and a sentence about those that are ignored.
    public func believed(duration: MediaTime?) -> (points: TrimPoints, doubt: String?) {
        if let inPoint, let outPoint, inPoint >= outPoint, outPoint > .zero {
            return (
                TrimPoints(),
                "The in point at \(inPoint.clock) is not before the out point at \(outPoint.clock): "
                    + "both are ignored."
            )
        }
        var (points, doubts) = (self, [String]())
        if let outPoint, outPoint <= .zero {
            points.outPoint = nil
            doubts.append("The out point at \(outPoint.clock) leaves nothing to play: it is ignored.")
        }
        if let inPoint, inPoint < .zero || duration.map({ inPoint >= $0 }) ?? false {
            points.inPoint = nil
            doubts.append("The in point at \(inPoint.clock) is outside the item: it is ignored.")
        }
        return (points, doubts.isEmpty ? nil : doubts.joined(separator: " "))
    }

    /// Whether a position is between the points.
    func contains(_ position: MediaTime) -> Bool {
        position >= inPoint ?? .zero && outPoint.map { position <= $0 } ?? true
    }

    /// Returns the parts that are never played because of the points.
    ///
    /// - Parameter duration: of the item; without it the part after the out point is unlimited.
    func ranges(duration: MediaTime?) -> [TimeRange] {
        let end = duration ?? MediaTime(nanoseconds: .max)
        var stretches: [TimeRange] = []
        if let inPoint, inPoint > .zero, let before = TimeRange(start: .zero, end: inPoint) { stretches.append(before) }
        if let outPoint, end - outPoint >= Self.endTolerance, let behind = TimeRange(start: outPoint, end: end) {
            stretches.append(behind)
        }
        return stretches
    }
}
