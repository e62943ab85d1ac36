internal import CAss

/// What drawing a line costs at most, judged by its text: the pixels of its bitmap, and how often blur passes over them.
///
/// A call of libass cannot be interrupted, and a single line can occupy it for minutes. Movements (`\\t`) count as where they
/// lead.
///
/// Source: https://aegisub.org/docs/latest/ass_tags/
struct LineCost {
    /// Sizes in pixels of the script, scales as factors: the largest that a line uses.
    struct Measures: Hashable {
        var size = 18.0
        var (scaleX, scaleY) = (1.0, 1.0)
        var spacing = 0.0
        var (shearX, shearY) = (0.0, 0.0)
        var (outline, shadow) = (2.0, 2.0)
        var (blur, edge) = (0.0, 0.0)
        var isTurned = false

        init() {}

        init(_ style: ASS_Style) {
            size = abs(style.FontSize)
            (scaleX, scaleY) = (abs(style.ScaleX), abs(style.ScaleY))
            (spacing, outline, shadow) = (abs(style.Spacing), abs(style.Outline), abs(style.Shadow))
            (blur, isTurned) = (abs(style.Blur), style.Angle != 0)
        }

        /// The larger of each.
        mutating func merge(_ other: Measures) {
            size = max(size, other.size)
            (scaleX, scaleY) = (max(scaleX, other.scaleX), max(scaleY, other.scaleY))
            (spacing, outline) = (max(spacing, other.spacing), max(outline, other.outline))
            (shadow, blur, isTurned) = (max(shadow, other.shadow), max(blur, other.blur), isTurned || other.isTurned)
        }
    }

    private var measures: Measures
    private let others: Measures
    private var letters = 0
    private var isDrawing = false
    /// The units of a drawing in a pixel.
    private var fraction = 1.0
    private var drawn: (least: Double, most: Double) = (0, 0)

    /// - Parameters:
    ///   - style: of the line.
    ///   - others: of all styles, which a line may change to.
    init(_ text: UnsafeBufferPointer<CChar>, style: Measures, others: Measures) {
        measures = style
        self.others = others
        var isTag = false
        var index = 0
        while index < text.count {
            let byte = UInt8(bitPattern: text[index])
            index += 1
            switch byte {
            case UInt8(ascii: "{"): isTag = true
            case UInt8(ascii: "}"): isTag = false
            case UInt8(ascii: "\\") where isTag: index = take(tagAt: index, text)
            case _ where isTag: break
            case _ where isDrawing:
                guard let (number, end) = Self.number(in: text, at: index - 1) else { break }
                drawn = (min(drawn.least, number / fraction), max(drawn.most, number / fraction))
                index = end
            // Bytes behind the first of a letter.
            case 0x80..<0xC0: break
            default: letters += 1
            }
        }
    }

    /// Pixels, each four times, eight times if it is blurred, and more with each pass that softens edges.
    ///
    /// - Parameter scale: pixels of the frame in one of the script.
    func passes(scale: Double) -> Double {
        let extent = drawn.most - drawn.least
        let height = max(measures.size, extent) * measures.scaleY
        let width = max(
            Double(letters) * (measures.size * measures.scaleX + measures.spacing), extent * measures.scaleX)
        let margin = 2 * (measures.outline + measures.shadow) + 6 * min(measures.blur, 100)
        var (wide, high) = (width + margin, height + margin)
        (wide, high) = (wide + measures.shearX * high, high + measures.shearY * wide)
        let pixels = measures.isTurned ? max(wide * high, (wide + high) * (wide + high) / 2) : wide * high
        return pixels * scale * scale * (4 + (measures.blur > 0 ? 4 : 0) + min(measures.edge, 127) / 2)
    }

    /// The longest names first where one begins with another.
    private static let names = [
        "fscx", "fscy", "fsc", "fsp", "fs", "fax", "fay", "fr", "xbord", "ybord", "bord", "xshad", "yshad", "shad",
        "blur",
        "be", "pbo", "pos", "p", "r",
    ]

    /// - Returns: the index behind the tag's name and number.
    private mutating func take(tagAt start: Int, _ text: UnsafeBufferPointer<CChar>) -> Int {
        let name = Self.names.first { name in
            start + name.utf8.count <= text.count
                && zip(name.utf8, text[start...]).allSatisfy { $0 == UInt8(bitPattern: $1) }
        }
        guard let name else { return start }
        let behind = start + name.utf8.count
        if name == "fr" { measures.isTurned = true }
        if name == "r" { measures.merge(others) }
        guard let (signed, end) = Self.number(in: text, at: behind) else { return behind }
        let value = abs(signed)
        func raise(_ path: WritableKeyPath<Measures, Double>, to value: Double) {
            measures[keyPath: path] = max(measures[keyPath: path], value)
        }
        switch name {
        // With a sign, it is a change by tenths.
        case "fs":
            let isChange = "+-".utf8.contains(UInt8(bitPattern: text[behind]))
            raise(\.size, to: isChange ? measures.size * (1 + value / 10) : value)
        case "fscx": raise(\.scaleX, to: value / 100)
        case "fscy": raise(\.scaleY, to: value / 100)
        case "fsp": raise(\.spacing, to: value)
        case "fax": raise(\.shearX, to: value)
        case "fay": raise(\.shearY, to: value)
        case "xbord", "ybord", "bord": raise(\.outline, to: value)
        case "xshad", "yshad", "shad": raise(\.shadow, to: value)
        case "blur": raise(\.blur, to: value)
        case "be": raise(\.edge, to: value)
        case "p":
            isDrawing = signed >= 1
            var steps = min(signed, 30)
            fraction = 1
            while steps >= 2 { (fraction, steps) = (fraction * 2, steps - 1) }
        default: break
        }
        return end
    }

    /// A number as libass reads it, and the index behind it; nil if there is none.
    private static func number(in text: UnsafeBufferPointer<CChar>, at start: Int) -> (Double, end: Int)? {
        var index = start
        func next() -> UInt8 { index < text.count ? UInt8(bitPattern: text[index]) : 0 }
        let isNegative = next() == UInt8(ascii: "-")
        if isNegative || next() == UInt8(ascii: "+") { index += 1 }
        var (value, unit, digits) = (0.0, 1.0, 0)
        var isBehindPoint = false
        while true {
            let byte = next()
            if byte == UInt8(ascii: "."), !isBehindPoint {
                isBehindPoint = true
            } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                if isBehindPoint { unit /= 10 } else { value *= 10 }
                value += Double(byte - UInt8(ascii: "0")) * unit
                digits += 1
            } else {
                break
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        if next() | 0x20 == UInt8(ascii: "e"), let (power, end) = number(in: text, at: index + 1) {
            var steps = min(abs(power), 300)
            while steps >= 1 { (value, steps) = (power < 0 ? value / 10 : value * 10, steps - 1) }
            index = end
        }
        return (isNegative ? -value : value, index)
    }
}
