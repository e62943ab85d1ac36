/// The encodings of Chinese, Japanese and Korean, in which a character is one byte or two.
///
/// Their standards list frequent characters first, so the place of a character tells how common it is.
enum BytePairs {
    case gb18030, big5, shiftJIS, eucJP, eucKR

    /// Nil for other encodings.
    ///
    /// - Parameter name: for iconv.
    init?(_ name: String) {
        switch name {
        case "GB18030": self = .gb18030
        case "BIG5", "BIG5-HKSCS": self = .big5
        case "CP932", "SHIFT_JIS": self = .shiftJIS
        case "EUC-JP": self = .eucJP
        case "UHC", "EUC-KR": self = .eucKR
        default: return nil
        }
    }

    /// Characters of one word, between ASCII or the ends of the text.
    private struct Run {
        var sum = 0.0
        var bytes = 0
        var characters = 0
    }

    /// How plausible bytes are: 1 for common characters only, below 0 for rare ones; nil if they are invalid.
    func plausibility(of bytes: [UInt8]) -> Double? {
        var sum = 0.0
        var weight = 0
        var run = Run()
        var before: UInt8 = 0x20
        func end(at index: Int) {
            guard run.characters > 0 else { return }
            let after = index < bytes.count ? bytes[index] : 0x20
            // Letters of other alphabets that stand alone in a word look so: "Ænima".
            let isPartOfWord = run.characters == 1 && (Self.isLetter(before) || Self.isLetter(after))
            sum += isPartOfWord ? -Double(run.bytes) : run.sum
            weight += run.bytes
            run = Run()
        }
        var characters = 0
        var lowTrails = 0
        var highLeads = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                end(at: index)
                before = byte
                index += 1
                continue
            }
            let next = index + 1 < bytes.count ? bytes[index + 1] : nil
            guard let (length, value) = character(byte, next) else {
                // The text may be cut off.
                if next == nil, weight + run.bytes > 0 { break }
                return nil
            }
            run.sum += value * Double(length)
            run.bytes += length
            run.characters += 1
            characters += 1
            if let next, next < 0x80 { lowTrails += 1 }
            if byte > 0xC8 { highLeads += 1 }
            index += length
        }
        end(at: index)
        guard weight > 0 else { return nil }
        // Two of five characters in Big5 have such a byte, and none in the encodings that have the same leads.
        let isUnlikely = self == .big5 && characters > 5 && lowTrails == 0
        // The syllables of Korean end at 0xC8, where half of the usual Chinese characters are still to come.
        let isLikely = self == .eucKR && characters > 3 && highLeads == 0
        return sum / Double(weight) - (isUnlikely ? 0.25 : 0) + (isLikely ? 0.2 : 0)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Returns the length of a character and how common it is; nil if there is none.
    private func character(_ lead: UInt8, _ trail: UInt8?) -> (length: Int, value: Double)? {
        // Katakana of half the width: hardly used.
        if self == .shiftJIS, (0xA1...0xDF).contains(lead) { return (1, -0.5) }
        guard let trail else { return nil }
        let value: Double? =
            switch self {
            case .gb18030: Self.chinese(lead, trail)
            case .big5: Self.traditional(lead, trail)
            case .shiftJIS: Self.japanese(lead, trail)
            case .eucJP: Self.japaneseOfUnix(lead, trail)
            case .eucKR: Self.korean(lead, trail)
            }
        return value.map { (2, $0) }
    }

    /// GB 2312 has the 3,755 common characters from 0xB0 on; GBK adds rare ones around it.
    private static func chinese(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard (0x81...0xFE).contains(lead) else { return nil }
        // Characters of four bytes are very rare.
        if (0x30...0x39).contains(trail) { return -1 }
        guard (0x40...0xFE).contains(trail), trail != 0x7F else { return nil }
        guard trail >= 0xA1 else { return -1 }
        switch lead {
        case 0xA1, 0xA3: return 0.5
        case 0xB0...0xD7: return CommonCharacters.chinese.contains(UInt16(lead) << 8 | UInt16(trail)) ? 1 : 0.8
        case 0xD8...0xF7: return -0.3
        default: return -0.7
        }
    }

    /// Big5 orders both of its levels by strokes.
    private static func traditional(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard (0xA1...0xF9).contains(lead), (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else {
            return nil
        }
        switch lead {
        case 0xA1...0xA3: return 0.3
        case 0xA4...0xAF: return 1
        case 0xB0...0xC6: return 0.85
        case 0xC9...0xF9: return -0.3
        default: return -1
        }
    }

    private static func japanese(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead), (0x40...0xFC).contains(trail), trail != 0x7F
        else { return nil }
        switch (lead, trail) {
        case (0x81, _): return 0.5
        case (0x82, 0x9F...0xF1), (0x83, 0x40...0x96): return 1
        case (0x82, 0x4F...0x9A): return 0.5
        case (0x88, 0x9F...), (0x89...0x97, _), (0x98, 0x40...0x72): return 0.9
        case (0x98...0x9F, _), (0xE0...0xEA, _): return -0.3
        default: return -0.7
        }
    }

    /// Kana are frequent. Without any of them, the text is rather Chinese.
    private static func japaneseOfUnix(_ lead: UInt8, _ trail: UInt8) -> Double? {
        if lead == 0x8E { return (0xA1...0xDF).contains(trail) ? -0.5 : nil }
        guard (0xA1...0xFE).contains(lead), (0xA1...0xFE).contains(trail) else { return nil }
        switch (lead, trail) {
        case (0xA1, _), (0xA3, _): return 0.5
        case (0xA4, 0xA1...0xF3), (0xA5, 0xA1...0xF6): return 1
        case (0xB0...0xCF, _): return 0.7
        case (0xD0...0xF4, _): return -0.3
        default: return -0.7
        }
    }

    /// KS X 1001 has the 2,350 common syllables; UHC adds the others around it.
    private static func korean(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard (0x81...0xFD).contains(lead), (0x41...0xFE).contains(trail) else { return nil }
        guard trail >= 0xA1 else {
            let isSyllable =
                lead <= 0xC6
                && ((0x41...0x5A).contains(trail) || (0x61...0x7A).contains(trail) || (0x81...0xA0).contains(trail))
            return isSyllable ? -0.5 : nil
        }
        switch lead {
        case 0xA1, 0xA3: return 0.5
        case 0xB0...0xC8: return CommonCharacters.korean.contains(UInt16(lead) << 8 | UInt16(trail)) ? 1 : 0.6
        case 0xCA...0xFD: return -0.5
        default: return -0.7
        }
    }
}
