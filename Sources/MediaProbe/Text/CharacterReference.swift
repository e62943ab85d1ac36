/// Character references of HTML in WebVTT and SubRip, such as `&amp;`, `&#233;` and `&eacute;`
/// (w3.org/TR/webvtt1, section 6.4; html.spec.whatwg.org, section 13.5).
enum CharacterReference {
    /// Reads the reference at the beginning of `text`.
    ///
    /// - Returns: nil if there is none, or an unknown one: it is shown as it is written.
    static func read(_ text: Substring) -> (character: Character, length: Int)? {
        guard text.first == "&", let end = text.prefix(reach).firstIndex(of: ";") else { return nil }
        let name = text[text.index(after: text.startIndex)..<end]
        guard let scalar = name.first == "#" ? numbered(name.dropFirst()) : named[String(name)] else { return nil }
        return (Character(scalar), name.count + 2)
    }

    /// The end of a reference is searched so far, in characters.
    private static let reach = 12

    private static func numbered(_ digits: Substring) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        guard let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(number), scalar.properties.generalCategory != .control
        else { return nil }
        return scalar
    }

    private static let named: [String: Unicode.Scalar] = {
        var named: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "lrm": "\u{200E}", "rlm": "\u{200F}",
            "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
            "bdquo": "„", "hellip": "…", "bull": "•", "euro": "€", "trade": "™", "OElig": "Œ", "oelig": "œ",
            "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
            "zwnj": "\u{200C}", "zwj": "\u{200D}",
        ]
        for (name, number) in zip(latin1, UInt32(0xA0)...) { named[name] = Unicode.Scalar(number) }
        return named
    }()

    /// The names of U+00A0 to U+00FF.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
        middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
        Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc
        Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc
        iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
