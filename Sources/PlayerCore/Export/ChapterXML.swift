/// The chapter XML that mkvmerge reads, and that mediad reads beside a file
/// (https://mkvtoolnix.download/doc/mkvmerge.html#mkvmerge.chapters).
public struct ChapterXML: Sendable {
    private var atoms = ""

    public init() {}

    /// Adds a chapter with its titles.
    ///
    /// - Parameter start: in nanoseconds, as is `end`.
    public mutating func append(start: Int64, end: Int64, titles: [ChapterTitle]) {
        let titles = titles.isEmpty ? [ChapterTitle("")] : titles
        atoms += """
                <ChapterAtom>
                  <ChapterTimeStart>\(Self.clock(start))</ChapterTimeStart>
                  <ChapterTimeEnd>\(Self.clock(end))</ChapterTimeEnd>
            \(titles.map(Self.display).joined())    </ChapterAtom>

            """
    }

    private static func display(_ title: ChapterTitle) -> String {
        // Readers that do not know BCP 47 take ISO 639-2, in which a shorter code means nothing.
        let isShort = title.language == "und" || title.language.utf8.count == 3
        let tag = "<ChapLanguageIETF>\(escaped(title.language))</ChapLanguageIETF>"
        return """
                  <ChapterDisplay>
                    <ChapterString>\(escaped(title.text))</ChapterString>
                    <ChapterLanguage>\(isShort ? escaped(title.language) : "und")</ChapterLanguage>
            \(isShort ? "" : "        \(tag)\n")      </ChapterDisplay>

            """
    }

    public var text: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE Chapters SYSTEM "matroskachapters.dtd">
        <Chapters>
          <EditionEntry>
        \(atoms)  </EditionEntry>
        </Chapters>

        """
    }

    /// Formats a time as `01:02:03.456789000`.
    private static func clock(_ nanoseconds: Int64) -> String {
        let (seconds, rest) = max(0, nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        return
            "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(padded(rest, 9))"
    }

    private static func padded(_ value: Int64, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // XML 1.0 allows no other control characters, escaped or not.
            case "\t", "\n": result.unicodeScalars.append(scalar)
            default: if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) }
            }
        }
    }
}
