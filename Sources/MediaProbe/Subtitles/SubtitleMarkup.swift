/// Converts the tags of SubRip and WebVTT to ASS overrides.
enum SubtitleMarkup {
    /// - Parameter text: lines separated by line feeds.
    static func overrides(_ text: some StringProtocol) -> String {
        var result = ""
        var rest = Substring(text)
        while let character = rest.first {
            switch character {
            case "<":
                guard let end = rest.firstIndex(of: ">"), let code = tag(rest[rest.index(after: rest.startIndex)..<end])
                else {
                    result.append("<")
                    rest.removeFirst()
                    continue
                }
                result += code
                rest = rest[rest.index(after: end)...]
                continue
            case "&":
                if let (character, length) = CharacterReference.read(rest) {
                    result += escaped(character)
                    rest = rest.dropFirst(length)
                    continue
                }
                result.append("&")
            case "{":
                // SubRip's additions from ASS: positions and fonts.
                if rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
                    result += kept(rest[rest.startIndex...end])
                    rest = rest[rest.index(after: end)...]
                    continue
                }
                result += "\\{"
            case _ where character.isNewline: result += "\\N"
            // A word joiner prevents an override.
            case "\\": result += escaped(character)
            default: result.append(character)
            }
            rest.removeFirst()
        }
        return result
    }

    /// - Returns: nil if it is not a tag.
    private static func tag(_ text: Substring) -> String? {
        let isEnd = text.first == "/"
        let name = text.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        switch name {
        case "i", "b", "u", "s": return "{\\\(name)\(isEnd ? 0 : 1)}"
        case "em": return isEnd ? "{\\i0}" : "{\\i1}"
        case "strong": return isEnd ? "{\\b0}" : "{\\b1}"
        case "font": return isEnd ? "{\\c}" : colour(of: text).map { "{\\c\($0)}" } ?? ""
        // WebVTT's classes, voices, languages, ruby and timestamps.
        case "c", "v", "lang", "ruby", "rt", "span", "p", "br": return name == "br" ? "\\N" : ""
        default: return text.first?.isNumber == true && text.contains(":") ? "" : nil
        }
    }

    /// Converts `color="#RRGGBB"` to `&HBBGGRR&`.
    private static func colour(of tag: Substring) -> String? {
        guard let range = tag.firstRange(of: "color") else { return nil }
        let value = tag[range.upperBound...].drop { "= \"'".contains($0) }.prefix { !" \"'>".contains($0) }
        let digits = value.first == "#" ? String(value.dropFirst()) : named[value.lowercased()] ?? String(value)
        guard digits.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
        let bytes = stride(from: 0, to: 6, by: 2).map { digits.dropFirst($0).prefix(2) }
        return "&H\(bytes[2])\(bytes[1])\(bytes[0])&"
    }

    private static let named = [
        "white": "FFFFFF", "black": "000000", "red": "FF0000", "lime": "00FF00", "green": "008000", "blue": "0000FF",
        "yellow": "FFFF00", "cyan": "00FFFF", "aqua": "00FFFF", "magenta": "FF00FF", "fuchsia": "FF00FF",
        "gray": "808080", "grey": "808080", "silver": "C0C0C0", "orange": "FFA500", "pink": "FFC0CB",
    ]

    private static let keptCodes = ["an", "pos(", "i0", "i1", "b0", "b1", "u0", "u1", "s0", "s1", "c&H", "1c&H"]

    /// An override block reduced to what lines of text need: fonts, colours and positions.
    private static func kept(_ block: Substring) -> String {
        let codes = block.dropFirst().dropLast().split(separator: "\\").filter { code in
            keptCodes.contains { code.hasPrefix($0) } || code.first == "a" && code.dropFirst().allSatisfy(\.isNumber)
        }
        return codes.isEmpty ? "" : "{\\" + codes.joined(separator: "\\") + "}"
    }

    /// What stands for a character in ASS, where some begin an override or end a line.
    private static func escaped(_ character: Character) -> String {
        switch character {
        case "\u{A0}": "\\h"
        case "{": "\\{"
        case "\\": "\\\u{2060}"
        default: String(character)
        }
    }
}
