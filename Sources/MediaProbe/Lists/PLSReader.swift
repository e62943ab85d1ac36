internal import PlayerCore

/// Reads PLS, as SHOUTcast and Winamp write it: `File1=`, `Title1=`, `Length1=` below `[playlist]`, in any order.
enum PLSReader {
    private struct Entry {
        var line: ArraySlice<UInt8>?
        var title: String?
        var duration: MediaTime?
    }

    static func read(_ bytes: [UInt8], _ base: ListBase) -> MediaList {
        var list = MediaList()
        var entries: [Int: Entry] = [:]
        let lines = ListText(bytes)
        lines.forEachLine { line in
            guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return true }
            let key = lines.text(line[..<sign]).lowercased().filter { !$0.isWhitespace }
            let value = line[(sign + 1)...]
            guard let number = Int(key.drop { $0.isLetter }), number >= 0 else { return true }
            guard entries.count < MediaList.mostEntries || entries[number] != nil else {
                list.isCut = true
                return true
            }
            switch key.prefix(while: \.isLetter) {
            case "file": entries[number, default: Entry()].line = value
            case "title":
                entries[number, default: Entry()].title = SidecarText.clean(
                    lines.text(value), limit: MediaList.longestText)
            case "length":
                let seconds = Double(lines.text(value).filter { !$0.isWhitespace }) ?? 0
                if seconds > 0 { entries[number, default: Entry()].duration = MediaTime(seconds: seconds) }
            default: break
            }
            return true
        }
        for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard let line = entry.line else { continue }
            switch base.target(ofLine: line, text: lines.text(line)) {
            case .uri(let uri):
                var fields = MediaDetails.Fields()
                fields.title = entry.title
                list.add(ListEntry(fields.described(uri), duration: entry.duration))
            case .none(let reason): list.leaveOut(reason)
            }
        }
        return list
    }
}
