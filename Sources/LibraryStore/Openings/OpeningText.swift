internal import PlayerCore

/// The text of the file of openings: a line that tells how the run ended, then one line for each entry of the ledger:
///
///     mediad openings 1 signal 11
///     opening 0 1 1767225600 5f1c…
///
/// An entry is its stage (`opening`, `ready` or `-`), its kills, its crashes, when it was blamed, and its key.
enum OpeningText {
    /// The first line of a run; a signal writes its number over the zeros.
    static let open = "mediad openings 1 signal 00\n"
    /// The first line after a run that was ended as requested.
    static let closed = "mediad openings 1 closed 00\n"
    /// Where the number of the signal is.
    static let signalOffset = 25
    /// The maximum number of lines that are read: twice as many as the ledger keeps.
    private static let mostLines = 128
    /// The maximum length of a key, in bytes: a SHA-256 sum.
    private static let longestKey = 64

    /// Returns the lines of entries.
    static func text(_ entries: [OpeningLedger.Entry]) -> String {
        entries.map { entry in
            let stage =
                switch entry.stage {
                case .opening: "opening"
                case .ready: "ready"
                case nil: "-"
                }
            return "\(stage) \(entry.kills) \(entry.crashes) \(entry.blamedAt) \(entry.key)\n"
        }.joined()
    }

    /// Returns what a run left. Invalid lines are left out: they accuse nobody.
    static func read(_ bytes: [UInt8]) -> (entries: [OpeningLedger.Entry], end: OpeningLedger.End) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: mostLines)
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
        return (lines.dropFirst().prefix(mostLines).compactMap(entry), end)
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> OpeningLedger.Entry? {
        let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 5, let kills = Int(words[1]), let crashes = Int(words[2]), let time = Int64(words[3]),
            (0...1_000).contains(kills), (0...1_000).contains(crashes), time >= 0, time < 1 << 40,
            words[4].utf8.count == longestKey
        else { return nil }
        let stage: OpeningLedger.Stage?
        switch words[0] {
        case "opening": stage = .opening
        case "ready": stage = .ready
        case "-": stage = nil
        default: return nil
        }
        return OpeningLedger.Entry(key: words[4], stage: stage, kills: kills, crashes: crashes, blamedAt: time)
    }
}
