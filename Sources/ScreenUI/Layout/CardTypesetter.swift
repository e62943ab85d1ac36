internal import CPango

/// A line of laid out text; made by ``CardTypesetter``.
final class CardText {
    private let layout: OpaquePointer
    /// The size of the drawn text, in shown pixels.
    let width: Double
    let height: Double

    fileprivate init(_ layout: OpaquePointer) {
        self.layout = layout
        var (width, height): (Int32, Int32) = (0, 0)
        pango_layout_get_size(layout, &width, &height)
        self.width = Double(width) / Double(cpango_scale())
        self.height = Double(height) / Double(cpango_scale())
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    func show(on context: OpaquePointer) {
        // The layout is not updated for the frame's pixels: it must keep its measured width.
        pango_cairo_show_layout(context, layout)
    }
}

/// A line of text, or a few of them, in a column.
struct CardLine {
    let text: CardText
    /// How far it is from the top.
    let y: Double
    let isFaint: Bool
}

/// Lays out text from any source and in any script for cards.
///
/// For one thread at a time.
public final class CardTypesetter {
    enum Weight { case regular, bold }

    private let map: OpaquePointer?
    private let context: OpaquePointer?

    /// Fonts are read when text is measured first, so that must not happen on a loop.
    public init() {
        // A separate font map: the default one belongs to a thread, and cards are drawn on any thread.
        map = pango_cairo_font_map_new().map { OpaquePointer($0) }
        context = map.flatMap { pango_font_map_create_context(.init($0)) }
        guard let context else { return }
        // No hinting: text over moving video of any size cannot be aligned to the pixels of the screen.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
    }

    deinit {
        if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
        if let map { g_object_unref(UnsafeMutableRawPointer(map)) }
    }

    /// The width of a line of text as it is drawn.
    func width(of words: String, size: Double, _ weight: Weight = .regular) -> Double {
        words.isEmpty ? 0 : text(words, size: size, weight, within: .infinity)?.width ?? 0
    }

    /// - Parameter width: the maximum width; longer text ends in an ellipsis.
    func text(_ words: String, size: Double, _ weight: Weight = .regular, within width: Double) -> CardText? {
        guard let context, let layout = pango_layout_new(context) else { return nil }
        style(layout, size, weight)
        // Plain text, never markup.
        pango_layout_set_text(layout, Self.legible(words), -1)
        var natural: Int32 = 0
        pango_layout_get_size(layout, &natural, nil)
        let most = max(size, width) * Double(cpango_scale())
        if Double(natural) > most {
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
            pango_layout_set_width(layout, Int32(most))
        }
        return CardText(layout)
    }

    /// Lays out text over several lines; right-to-left text is aligned to the right.
    ///
    /// - Parameter lines: the maximum number of lines; longer text ends in an ellipsis.
    func block(
        _ words: String, size: Double, _ weight: Weight = .regular, within width: Double, lines: Int,
        isCentred: Bool = false
    ) -> CardText? {
        guard let context, let layout = pango_layout_new(context) else { return nil }
        style(layout, size, weight)
        pango_layout_set_text(layout, Self.legible(words, most: 2_000), -1)
        pango_layout_set_width(layout, Int32(clamping: Int(max(size, width) * Double(cpango_scale()))))
        if isCentred { pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER) }
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_height(layout, Int32(-max(1, lines)))
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        return CardText(layout)
    }

    private func style(_ layout: OpaquePointer, _ size: Double, _ weight: Weight) {
        let font = pango_font_description_new()
        pango_font_description_set_family(font, "Sans")
        pango_font_description_set_absolute_size(font, size * Double(cpango_scale()))
        pango_font_description_set_weight(font, weight == .bold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL)
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)
        pango_layout_set_single_paragraph_mode(layout, 1)
    }

    /// Limits text to a line that can be read in passing. Control characters become spaces, and formatting characters
    /// are removed.
    static func legible(_ words: String, most: Int = 400) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in words.unicodeScalars.prefix(most) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: scalars.append(" ")
            case .format where !isJoiner(scalar): continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Whether the character joins others to a single one.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D || (0xE0020...0xE007F).contains(scalar.value)
    }
}
