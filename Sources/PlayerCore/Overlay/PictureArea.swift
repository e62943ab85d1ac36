/// The area of the picture in the window: it keeps its aspect ratio, with bars on two sides.
struct PictureArea: Hashable, Sendable {
    let rect: WindowRect

    /// - Parameters:
    ///   - window: its size counts, and not its place.
    ///   - aspect: of the picture; nil: that of the window.
    init(window: WindowRect, aspect: AspectRatio?) {
        let whole = WindowRect(x: 0, y: 0, width: window.width, height: window.height)
        guard let aspect, whole.width > 0, whole.height > 0 else {
            rect = whole
            return
        }
        let isWider = aspect.width * whole.height > whole.width * aspect.height
        let width = isWider ? whole.width : whole.height * aspect.width / aspect.height
        let height = isWider ? whole.width * aspect.height / aspect.width : whole.height
        rect = whole.centred(width: max(1, width), height: max(1, height))
    }

    /// Converts a point of the window to one of the picture.
    func inside(_ x: Int, _ y: Int) -> (x: Int, y: Int) { (x - rect.x, y - rect.y) }
}
