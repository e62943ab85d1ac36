internal import DBusKit
internal import PlayerCore

/// Chapters as lines of text, for MPRIS clients without support for chapters: `0:12:34.500 Title`.
///
/// Hidden chapters are omitted. There are at most 500 lines of at most 300 bytes each, and 24 KiB in total, because
/// clients receive them again with every change of the metadata.
struct ChapterLines {
    private static let countLimit = 500
    private static let titleLimit = 300
    private static let sizeLimit = 24 * 1024

    private let lines: [String]
    /// Created once: repeated announcements are compared by their storage.
    private let value: DBusValue
    private let size: Int

    init(_ chapters: [LocalizedChapter]) {
        let lines = chapters.lazy.filter { !$0.isHidden }.prefix(Self.countLimit).map(Self.line)
        self.lines = Self.fitting(Array(lines), in: Self.sizeLimit)
        value = .strings(self.lines)
        size = self.lines.reduce(0) { $0 + Self.size(of: $1) }
    }

    /// As many of the first lines as fit into a number of bytes on the wire; nil if none fits.
    func value(in limit: Int) -> DBusValue? {
        if size <= limit { return lines.isEmpty ? nil : value }
        let lines = Self.fitting(lines, in: limit)
        return lines.isEmpty ? nil : .strings(lines)
    }

    private static func fitting(_ lines: [String], in limit: Int) -> [String] {
        var rest = limit
        return Array(
            lines.prefix { line in
                rest -= size(of: line)
                return rest >= 0
            })
    }

    /// Each string has a length, a zero byte, and up to three bytes of padding.
    private static func size(of line: String) -> Int { line.utf8.count + 8 }

    /// `H:MM:SS.mmm`, rounded down, so that it never refers to the previous chapter.
    private static func clock(_ time: MediaTime) -> String {
        let milliseconds = max(0, time.nanoseconds) / 1_000_000
        let (seconds, hours) = (milliseconds / 1_000, milliseconds / 3_600_000)
        return "\(hours):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(padded(milliseconds % 1_000, 3))"
    }

    private static func line(_ chapter: LocalizedChapter) -> String {
        let title = onOneLine(BusText.cut(chapter.title, titleLimit))
        return title.isEmpty ? clock(chapter.start) : "\(clock(chapter.start)) \(title)"
    }

    /// Replaces line breaks and control characters.
    private static func onOneLine(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    private static func padded(_ value: Int64, _ digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
