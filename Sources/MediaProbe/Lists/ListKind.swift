/// The formats of lists that mediad reads, and how they are told apart.
enum ListKind: String, CaseIterable, Sendable {
    case m3u, pls, xspf, feed

    /// By the first bytes; by what a server calls it and by its name only where the bytes leave it open.
    ///
    /// - Parameters:
    ///   - head: the first bytes, of a long list not all of them.
    ///   - mediaType: the server's `Content-Type` without parameters, in lower case.
    ///   - name: the end of the address, in lower case.
    /// - Returns: nil for what is no list, and for HLS, which is media.
    init?(head: [UInt8], mediaType: String?, name: String) {
        // No text has them, all media have.
        guard !Self.isBinary(head) else { return nil }
        let text = SidecarText(head).text.drop { $0.isWhitespace }
        if text.isEmpty { return nil }
        if text.hasPrefix("<") {
            switch XMLTokens.root(of: Array(text.utf8)) {
            case "playlist": self = .xspf
            case "rss": self = .feed
            default: return nil
            }
        } else if text.prefix(10).lowercased() == "[playlist]" {
            self = .pls
        } else if !Self.isHLS(head), Self.isM3U(text, mediaType: mediaType, name: name) {
            self = .m3u
        } else {
            return nil
        }
    }

    /// What servers call M3U (there is no registration for what is not HLS; RFC 8216 section 4 names the first).
    private static let m3uTypes: Set = [
        "application/vnd.apple.mpegurl", "application/mpegurl", "application/x-mpegurl", "audio/mpegurl",
        "audio/x-mpegurl", "text/uri-list",
    ]

    private static func isM3U(_ text: Substring, mediaType: String?, name: String) -> Bool {
        if text.hasPrefix("#EXTM3U") { return true }
        // Without its first line it is plain text like any other: somebody has to say so, or every line be an address.
        if name.hasSuffix(".m3u") || name.hasSuffix(".m3u8") { return true }
        if let mediaType, m3uTypes.contains(mediaType) { return true }
        let lines = text.split(whereSeparator: \.isNewline).prefix(20).filter { !$0.hasPrefix("#") }
        return !lines.isEmpty
            && lines.dropLast(lines.count > 1 ? 1 : 0).allSatisfy { line in
                ["http://", "https://", "file:///"].contains { line.hasPrefix($0) } && !line.contains { $0 == " " }
            }
    }

    /// Whether a text has a tag that only HLS has. Each of its playlists has one (RFC 8216 section 4.3).
    static func isHLS(_ bytes: [UInt8]) -> Bool {
        var isFound = false
        ListText(bytes).forEachLine { line in
            isFound = line.starts(with: "#EXT-X-".utf8)
            return !isFound
        }
        return isFound
    }

    private static func isBinary(_ head: [UInt8]) -> Bool {
        // UTF-16, which has zeros.
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return false }
        return head.contains { $0 < 0x20 && ![9, 10, 12, 13].contains($0) }
    }
}
