/// Where playing an item begins and ends, as somebody wants it; what lies outside is never heard or shown.
public struct TrimPoints: Hashable, Sendable {
    /// The first moment that is played; nil: the item's beginning.
    public var inPoint: MediaTime?
    /// The first moment that is not played any more; nil: the item's end.
    public var outPoint: MediaTime?

    public init(inPoint: MediaTime? = nil, outPoint: MediaTime? = nil) {
        self.inPoint = inPoint
        self.outPoint = outPoint
    }

    /// What is said of an item: each point from its description, else from the sidecar beside it.
    init(description: MediaDetails.Fields?, sidecar: MediaDetails.Fields?) {
        inPoint = description?.inPoint ?? sidecar?.inPoint
        outPoint = description?.outPoint ?? sidecar?.outPoint
    }

    /// Durations are told in milliseconds by some containers: an out point this close to the end is the end.
    private static let endTolerance = MediaTime(nanoseconds: 1_000_000)

    /// The points that can be true of an item.
    ///
    /// - Parameter duration: of the item; nil where it is not known yet.
    /// - Returns: the points, and a sentence on those that are ignored.
    public func believed(duration: MediaTime?) -> (points: TrimPoints, doubt: String?) {
        if let inPoint, let outPoint, inPoint >= outPoint, outPoint > .zero {
            return (
                TrimPoints(),
                "The in point at \(inPoint.seconds) s is not before the out point at \(outPoint.seconds) s: "
                    + "both are ignored."
            )
        }
        var (points, doubts) = (self, [String]())
        if let outPoint, outPoint <= .zero {
            points.outPoint = nil
            doubts.append("The out point at \(outPoint.seconds) s leaves nothing to play: it is ignored.")
        }
        if let inPoint, inPoint < .zero || duration.map({ inPoint >= $0 }) ?? false {
            points.inPoint = nil
            doubts.append("The in point at \(inPoint.seconds) s is outside the item: it is ignored.")
        }
        return (points, doubts.isEmpty ? nil : doubts.joined(separator: " "))
    }

    /// What is never played because of them.
    ///
    /// - Parameter duration: of the item; without it what follows the out point reaches as far as any time.
    func stretches(duration: MediaTime?) -> [TimeRange] {
        let end = duration ?? MediaTime(nanoseconds: .max)
        var stretches: [TimeRange] = []
        if let inPoint, inPoint > .zero, let before = TimeRange(start: .zero, end: inPoint) { stretches.append(before) }
        if let outPoint, end - outPoint >= Self.endTolerance, let behind = TimeRange(start: outPoint, end: end) {
            stretches.append(behind)
        }
        return stretches
    }
}
