internal import PlayerCore

/// The text of the file of openings: a line that tells how the run ended, then one line for each entry of the ledger:
///
///     mediad openings 1 signal 11
///     opening 0 1 0 1767225600 5f1c…
///
/// An entry is its stage (`-` for none), its kills, its crashes, its accidents, when it was blamed, and its key.
enum OpeningText {
    /// The first line of a run; a signal writes its number over the zeros.
    static let open = "mediad openings 1 signal 00\n"
    /// The first line after a run that was ended as requested.
    static let closed = "mediad openings 1 closed 00\n"
    /// Where the number of the signal is.
    static let signalOffset = 25
    /// Kills, crashes or accidents of an item.
    private static let counted = 0...1_000_000
    /// The length of a key, in bytes: that of a SHA-256 sum.
    private static let keyLength = 64

    /// Returns the lines of entries.
    static func text(_ entries: [OpeningLedger.Entry]) -> String {
        entries.map { entry in
            let counts = "\(entry.kills) \(entry.crashes) \(entry.accidents)"
            return "\(entry.stage?.rawValue ?? "-") \(counts) \(entry.blamedAt) \(entry.key)\n"
        }.joined()
    }

    /// Returns what a run left. Invalid lines are left out: they accuse nobody.
    static func read(_ bytes: [UInt8]) -> (entries: [OpeningLedger.Entry], end: OpeningLedger.End) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let head = lines.first, head.count == open.utf8.count - 1,
            lines.count > 1 || bytes.last == UInt8(ascii: "\n")
        else { return ([], .clean) }
        let end: OpeningLedger.End
        if head.elementsEqual(closed.utf8.dropLast()) {
            end = .clean
        } else if head.prefix(signalOffset).elementsEqual(open.utf8.prefix(signalOffset)) {
            end = head.elementsEqual(open.utf8.dropLast()) ? .kill : .crash
        } else {
            return ([], .clean)
        }
        return (lines.dropFirst().compactMap(entry), end)
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> OpeningLedger.Entry? {
        let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 6, let time = Int64(words[4]), (0..<1 << 40).contains(time),
            words[5].utf8.count == keyLength
        else { return nil }
        let counts = words[1...3].compactMap { Int($0) }.filter { counted.contains($0) }
        let stage = OpeningLedger.Stage(rawValue: words[0])
        guard counts.count == 3, stage != nil || words[0] == "-" else { return nil }
        return OpeningLedger.Entry(
            key: words[5], stage: stage, kills: counts[0], crashes: counts[1], accidents: counts[2], blamedAt: time)
    }
}
