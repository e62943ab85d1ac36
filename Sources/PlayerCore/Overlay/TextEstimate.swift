/// The approximate width of text, for buttons that are as wide as their label.
///
/// The core cannot measure fonts. The estimate fits the wider sans-serif fonts; in wider ones a label ends in an
/// ellipsis.
enum TextEstimate {
    /// - Returns: the width for text of size 1.
    static func width(of text: String) -> Double {
        text.unicodeScalars.prefix(400).reduce(0) { $0 + width($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x20, 0x21, 0x27, 0x2c, 0x2e, 0x3a, 0x3b, 0x49, 0x66, 0x69, 0x6a, 0x6c, 0x74, 0x7c, 0xa0: 0.4
        case 0x4d, 0x57, 0x6d, 0x77: 1.02
        case 0x41...0x5a: 0.76
        case 0x300...0x36f: 0
        case 0x1100...0x11ff, 0x2e80...0x9fff, 0xac00...0xd7ff, 0xf900...0xfaff, 0xff00...0xffef, 0x1f000...0x3ffff:
            1.1
        default: 0.66
        }
    }
}
