public import PlayerCore

extension MediaProbe {
    /// The number of bytes needed to detect a list.
    public static let listHeadLength = 4 << 10

    /// Whether something begins like a list.
    ///
    /// - Parameters:
    ///   - head: the first ``listHeadLength`` bytes, or all if there are fewer.
    ///   - mediaType: the server's media type, in lower case; nil if unknown.
    public static func isList(head: [UInt8], uri: String, mediaType: String?) -> Bool {
        ListKind(head: head, mediaType: mediaType, name: name(of: uri)) != nil
    }

    /// Reads a list; nil if it is not one.
    ///
    /// - Parameters:
    ///   - bytes: all of it.
    ///   - uri: the address by which it is known.
    ///   - mediaType: the server's media type, in lower case; nil if unknown.
    ///   - base: the place of the list.
    public static func list(in bytes: [UInt8], uri: String, mediaType: String?, base: ListBase) -> MediaList? {
        let head = Array(bytes.prefix(listHeadLength))
        switch ListKind(head: head, mediaType: mediaType, name: name(of: uri)) {
        // An HLS tag can be anywhere in the text.
        case .m3u: return ListKind.isHLS(bytes) ? nil : M3UReader.read(bytes, base)
        case .pls: return PLSReader.read(bytes, base)
        case .xspf: return XSPFReader.read(bytes, base)
        case .feed: return FeedReader.read(bytes, base)
        case .cue: return CueListReader.read(bytes, base)
        case nil: return nil
        }
    }

    /// Returns the meaning of a list for the item that it is, and lines for the log.
    public static func answer(for list: MediaList, uri: String) -> (answer: ListAnswer, logLines: [String]) {
        var logLines: [String] = []
        if list.left > 0 {
            let count = list.left == 1 ? "an entry of the list is" : "\(list.left) entries of the list are"
            logLines.append("\(count) left out, \(list.reason ?? "they cannot be read")")
        }
        if list.isCut {
            logLines.append("the list has more than \(MediaList.mostEntries) entries, the rest is left out")
        }
        guard list.entries.isEmpty else { return (.entries(list.entries), logLines) }
        let why = list.left > 0 ? ": \(list.reason ?? "")" : ""
        return (
            .failed(PlaybackFault(.nothingPlayable, "\(uri) is a list without playable entries\(why)")), logLines
        )
    }

    private static func name(of uri: String) -> String {
        uri.prefix { $0 != "?" && $0 != "#" }.suffix(8).lowercased()
    }
}
