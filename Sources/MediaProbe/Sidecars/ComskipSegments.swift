internal import PlayerCore

/// Reads Comskip's own output (`output_default`): `FILE PROCESSING COMPLETE 119274 FRAMES AT 2500`, a line of dashes,
/// and the first and last frame of each advertisement, a pair per line. The rate is in hundredths of a frame per
/// second.
enum ComskipSegments {
    private static let header = "FILE PROCESSING COMPLETE"

    /// Comskip truncates the rate's third decimal, which amounts to a second per hour.
    private static let exactRates: [Int: Double] = [
        1_198: 12_000 / 1_001, 2_397: 24_000 / 1_001, 2_398: 24_000 / 1_001, 2_997: 30_000 / 1_001,
        4_795: 48_000 / 1_001, 5_994: 60_000 / 1_001,
    ]

    /// A text without the header is some other text; it is ignored without a note.
    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        guard text.text.hasPrefix(header) else { return }
        let lines = text.lines
        guard let first = lines.first, let rate = rate(in: first) ?? notes.frameRate else {
            notes.note("the frame rate is unknown", line: 1)
            return
        }
        for (index, line) in lines.enumerated().dropFirst() {
            let fields = line.split { $0.isWhitespace || $0 == "\0" }
            if fields.isEmpty || (index == 1 && line.first == "-") { continue }
            guard fields.count == 2, let start = frame(fields[0], rate), let end = frame(fields[1], rate) else {
                notes.note("it is not a pair of frames", line: index + 1)
                continue
            }
            let segment = SegmentProposal(
                start: start, end: end, kind: SegmentKind.advertisement.rawValue, source: notes.source)
            guard notes.add(segment) else { break }
        }
    }

    /// Frames per second; nil if the header has no rate, as in old versions.
    private static func rate(in line: Substring) -> Double? {
        let words = line.split { $0.isWhitespace || $0 == "\0" }
        guard words.count >= 7, words[4] == "FRAMES", words[5] == "AT", let hundredths = number(words[6]),
            hundredths > 0
        else { return nil }
        return Int(exactly: hundredths).flatMap { exactRates[$0] } ?? hundredths / 100
    }

    private static func frame(_ field: Substring, _ rate: Double) -> MediaTime? {
        number(field).flatMap { MediaTime(frame: $0, rate: rate) }
    }

    /// Nil also for infinite and NaN values.
    private static func number(_ field: Substring) -> Double? {
        guard field.utf8.count <= 64, let number = Double(field), number.isFinite else { return nil }
        return number
    }
}
