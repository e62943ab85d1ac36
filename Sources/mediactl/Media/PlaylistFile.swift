/// The entries of a local playlist, in its order: M3U and PLS, which have no specification but are simple enough.
struct PlaylistFile {
    /// Paths and URIs as the file has them.
    let entries: [String]

    /// Nil for what is no list of items: an HLS playlist is one item, which the player opens itself.
    ///
    /// - Parameter fileExtension: in lower case.
    init?(_ contents: [UInt8], fileExtension: String) {
        // Old .m3u files are Latin-1 and their names are lost either way; a byte order mark is no name.
        let text = String(decoding: contents, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            let entry = line.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
            // A file's name may end in a space; a URI cannot.
            guard URIText.isURI(String(entry)), let end = entry.lastIndex(where: { !$0.isWhitespace }) else {
                return entry
            }
            return entry[...end]
        }
        switch fileExtension {
        case "m3u", "m3u8":
            guard !lines.contains(where: { $0.hasPrefix("#EXT-X-") }) else { return nil }
            entries = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { String($0) }
        case "pls":
            var numbered: [(Int, String)] = []
            for line in lines where line.lowercased().hasPrefix("file") {
                guard let sign = line.firstIndex(of: "="),
                    let number = Int(line[..<sign].dropFirst("file".count).filter { !$0.isWhitespace })
                else { continue }
                numbered.append((number, String(line[line.index(after: sign)...])))
            }
            entries = numbered.sorted { $0.0 < $1.0 }.map(\.1)
        default:
            return nil
        }
    }
}
