internal import CPango
internal import Gst
internal import PlayerCore

/// A transparent surface that a card is drawn on, in shown pixels that are scaled to frame pixels.
///
/// Like cairo and Pango, it must be used by one thread at a time.
struct CardSurface {
    private let context: OpaquePointer

    private init(_ context: OpaquePointer) { self.context = context }

    /// Draws `rect` of the canvas with `body`, whose coordinates are relative to its top left corner.
    ///
    /// - Returns: nil if cairo cannot allocate memory.
    static func patch(
        _ rect: WindowRect, on canvas: CardCanvas, from store: PixelStore, _ body: (CardSurface) -> Void
    ) -> PicturePatch? {
        let place = canvas.inFrame(rect)
        guard (1...16_384).contains(place.width), (1...16_384).contains(place.height) else { return nil }
        // cairo draws into the pixels themselves, in rows without padding.
        let pixels = PicturePixels(count: place.width * place.height * 4, from: store) { bytes in
            guard
                let surface = cairo_image_surface_create_for_data(
                    bytes.baseAddress, CAIRO_FORMAT_ARGB32, Int32(place.width), Int32(place.height),
                    Int32(place.width * 4)), let context = cairo_create(surface)
            else { return false }
            defer {
                cairo_destroy(context)
                cairo_surface_finish(surface)
                cairo_surface_destroy(surface)
            }
            cairo_scale(context, canvas.scale.x, canvas.scale.y)
            body(CardSurface(context))
            cairo_surface_flush(surface)
            return cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
        }
        guard let pixels else { return nil }
        return PicturePatch(x: place.x, y: place.y, width: place.width, height: place.height, pixels: pixels)
    }

    // MARK: Shapes

    struct Colour: Equatable {
        var red: Double
        var green: Double
        var blue: Double
        var alpha: Double

        static let box = Colour(red: 0.07, green: 0.07, blue: 0.08, alpha: 0.74)
        /// Behind what is read at leisure: subtitles do not shine through.
        static let sheet = Colour(red: 0.07, green: 0.07, blue: 0.08, alpha: 0.94)
        static let panel = Colour(red: 0.13, green: 0.13, blue: 0.14, alpha: 1)
        static let text = Colour(red: 1, green: 1, blue: 1, alpha: 0.96)
        static let faint = Colour(red: 1, green: 1, blue: 1, alpha: 0.66)
        /// A button that is not emphasised.
        static let button = Colour(red: 1, green: 1, blue: 1, alpha: 0.14)
        /// An emphasised button, and what is on it.
        static let lit = Colour(red: 0.96, green: 0.96, blue: 0.97, alpha: 0.96)
        static let ink = Colour(red: 0.07, green: 0.07, blue: 0.08, alpha: 1)
        /// The ring around what the keyboard selected.
        static let focus = Colour(red: 0.1, green: 0.45, blue: 0.95, alpha: 1)
        /// Segments on the line, interstitials, and the live edge.
        static let tint = Colour(red: 1, green: 0.76, blue: 0.2, alpha: 0.95)
        static let dot = Colour(red: 1, green: 0.86, blue: 0.3, alpha: 1)
        static let live = Colour(red: 1, green: 0.3, blue: 0.26, alpha: 1)
        static let shade = Colour(red: 0, green: 0, blue: 0, alpha: 0.6)
        static let track = Colour(red: 1, green: 1, blue: 1, alpha: 0.26)
    }

    func roundedBox(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, _ colour: Colour) {
        path(x, y, width, height, radius: radius)
        use(colour)
        cairo_fill(context)
    }

    func outline(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, line: Double, _ colour: Colour
    ) {
        path(x, y, width, height, radius: radius)
        stroke(line, colour)
    }

    /// Fills a polygon through points.
    func polygon(_ points: [(Double, Double)], fill colour: Colour) {
        trace(points)
        cairo_close_path(context)
        use(colour)
        cairo_fill(context)
    }

    func line(_ points: [(Double, Double)], width: Double, _ colour: Colour) {
        trace(points)
        stroke(width, colour)
    }

    func arc(_ x: Double, _ y: Double, radius: Double, from: Double, to: Double, width: Double, _ colour: Colour) {
        cairo_new_path(context)
        cairo_arc(context, x, y, radius, from, to)
        stroke(width, colour)
    }

    /// Fills a rounded box with a picture, which is cropped to the aspect ratio.
    func picture(_ picture: CardPicture, _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
        picture.pixels.withUnsafeBufferPointer { bytes in
            // cairo only reads them.
            let image = cairo_image_surface_create_for_data(
                UnsafeMutablePointer(mutating: bytes.baseAddress), CAIRO_FORMAT_RGB24, Int32(picture.width),
                Int32(picture.height), Int32(picture.width * 4))
            cairo_save(context)
            path(x, y, width, height, radius: radius)
            cairo_clip(context)
            let scale = max(width / Double(picture.width), height / Double(picture.height))
            cairo_translate(
                context, x + (width - Double(picture.width) * scale) / 2,
                y + (height - Double(picture.height) * scale) / 2)
            cairo_scale(context, scale, scale)
            cairo_set_source_surface(context, image, 0, 0)
            // The default filter takes several times as long, for a difference that is seen only in much smaller pictures.
            if scale > 0.5 { cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR) }
            cairo_paint(context)
            cairo_restore(context)
            cairo_surface_finish(image)
            cairo_surface_destroy(image)
        }
    }

    /// Draws text with its top left corner at a position.
    func text(_ text: CardText, _ x: Double, _ y: Double, _ colour: Colour) {
        use(colour)
        cairo_move_to(context, x, y)
        text.show(on: context)
    }

    private func trace(_ points: [(Double, Double)]) {
        cairo_new_path(context)
        for (x, y) in points { cairo_line_to(context, x, y) }
    }

    private func path(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
        let radius = max(0, min(radius, width / 2, height / 2))
        let quarter = Double.pi / 2
        cairo_new_path(context)
        cairo_arc(context, x + width - radius, y + radius, radius, -quarter, 0)
        cairo_arc(context, x + width - radius, y + height - radius, radius, 0, quarter)
        cairo_arc(context, x + radius, y + height - radius, radius, quarter, 2 * quarter)
        cairo_arc(context, x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
        cairo_close_path(context)
    }

    private func stroke(_ width: Double, _ colour: Colour) {
        use(colour)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(context)
    }

    private func use(_ colour: Colour) {
        cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    }
}
