/// How stored frames are turned and mirrored to be seen upright: one of eight ways.
///
/// The names are those of GStreamer's tag `image-orientation`: left and right are exchanged, then the picture is turned
/// clockwise.
public struct PictureTurn: Hashable, Sendable {
    /// Clockwise, in quarters: 0 to 3.
    public let quarters: Int
    /// Whether left and right are exchanged before the turn.
    public let isMirrored: Bool

    /// As the frames are stored.
    public static let none = PictureTurn(quarters: 0)

    public init(quarters: Int, isMirrored: Bool = false) {
        self.quarters = (quarters % 4 + 4) % 4
        self.isMirrored = isMirrored
    }

    /// Reads `rotate-90` or `flip-rotate-270`; nil for anything else.
    public init?(tag: String) {
        let isMirrored = tag.hasPrefix("flip-")
        switch isMirrored ? tag.dropFirst(5) : tag[...] {
        case "rotate-0": self.init(quarters: 0, isMirrored: isMirrored)
        case "rotate-90": self.init(quarters: 1, isMirrored: isMirrored)
        case "rotate-180": self.init(quarters: 2, isMirrored: isMirrored)
        case "rotate-270": self.init(quarters: 3, isMirrored: isMirrored)
        default: return nil
        }
    }

    /// The same, and then turned clockwise by hand.
    public func turned(by more: Int) -> PictureTurn {
        PictureTurn(quarters: quarters + more, isMirrored: isMirrored)
    }

    /// The name in GStreamer's `GstVideoOrientationMethod`.
    public var direction: String {
        switch (quarters, isMirrored) {
        case (1, false): "90r"
        case (2, false): "180"
        case (3, false): "90l"
        case (0, true): "horiz"
        case (1, true): "ur-ll"
        case (2, true): "vert"
        case (3, true): "ul-lr"
        default: "identity"
        }
    }
}
