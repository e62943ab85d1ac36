public import PlayerCore

extension MediaProbe {
    /// Bytes that tell whether something is a list.
    public static let listHeadLength = 4 << 10

    /// Whether something begins like a list.
    ///
    /// - Parameters:
    ///   - head: the first ``listHeadLength`` bytes, or all where there are fewer.
    ///   - mediaType: what a server calls it, in lower case; nil where nobody says.
    public static func isList(head: [UInt8], uri: String, mediaType: String?) -> Bool {
        ListKind(head: head, mediaType: mediaType, name: name(of: uri)) != nil
    }

    /// What a list holds; nil for what is none.
    ///
    /// - Parameters:
    ///   - bytes: all of it.
    ///   - uri: by which it is known.
    ///   - mediaType: what a server calls it, in lower case; nil where nobody says.
    ///   - base: where it is.
    public static func list(in bytes: [UInt8], uri: String, mediaType: String?, base: ListBase) -> MediaList? {
        let head = Array(bytes.prefix(listHeadLength))
        switch ListKind(head: head, mediaType: mediaType, name: name(of: uri)) {
        // A tag of HLS may stand anywhere.
        case .m3u: return ListKind.isHLS(bytes) ? nil : M3UReader.read(bytes, base)
        case .pls: return PLSReader.read(bytes, base)
        case .xspf: return XSPFReader.read(bytes, base)
        case .feed: return FeedReader.read(bytes, base)
        case nil: return nil
        }
    }

    /// What reading a list means for the item that it is, and what to write down of it.
    public static func answer(for list: MediaList, uri: String) -> (answer: ListAnswer, remarks: [String]) {
        var remarks: [String] = []
        if list.left > 0 {
            let count = list.left == 1 ? "an entry of the list is" : "\(list.left) entries of the list are"
            remarks.append("\(count) left out, \(list.reason ?? "they cannot be read")")
        }
        if list.isCut {
            remarks.append("the list has more than \(MediaList.mostEntries) entries, the rest is left out")
        }
        guard list.entries.isEmpty else { return (.entries(list.entries), remarks) }
        let why = list.left > 0 ? ": \(list.reason ?? "")" : ""
        return (
            .failed(PlaybackFault(.nothingPlayable, "\(uri) is a list without playable entries\(why)")), remarks
        )
    }

    private static func name(of uri: String) -> String {
        uri.prefix { $0 != "?" && $0 != "#" }.suffix(8).lowercased()
    }
}
