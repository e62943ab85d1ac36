/// How the picture meets a window of another shape.
public enum PictureScaling: String, Hashable, Sendable, CaseIterable {
    /// The whole picture is seen, with bars beside it.
    case fit
    /// The window is full, and the picture is cut at two sides.
    case fill

    /// What a key leads to.
    var next: PictureScaling { self == .fit ? .fill : .fit }
}
