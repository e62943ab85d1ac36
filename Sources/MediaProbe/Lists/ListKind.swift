/// The formats of lists that mediad reads, and their detection.
enum ListKind: String, CaseIterable, Sendable {
    case m3u, pls, xspf, feed, cue

    /// Detects the format by the first bytes; by the media type and the name only if the bytes are ambiguous.
    ///
    /// - Parameters:
    ///   - head: the first bytes; not all of a long list.
    ///   - mediaType: the server's `Content-Type` without parameters, in lower case.
    ///   - name: the end of the address, in lower case.
    /// - Returns: nil if it is not a list, and for HLS, which is media.
    init?(head: [UInt8], mediaType: String?, name: String) {
        // Text never contains such bytes; media always do.
        guard !Self.isBinary(head) else { return nil }
        let text = SidecarText(head).text.drop { $0.isWhitespace }
        if text.isEmpty { return nil }
        if text.hasPrefix("<") {
            switch XMLTokens.root(of: Array(text.utf8)) {
            case "playlist": self = .xspf
            case "rss", "feed", "RDF": self = .feed
            default: return nil
            }
        } else if text.prefix(10).lowercased() == "[playlist]" {
            self = .pls
        } else if name.hasSuffix(".cue"), Self.isCue(text) {
            self = .cue
        } else if !Self.isHLS(head), Self.isM3U(text, mediaType: mediaType, name: name) {
            self = .m3u
        } else {
            return nil
        }
    }

    /// The media types that servers use for M3U (only HLS has a registered type; RFC 8216 section 4 names the first).
    private static let m3uTypes: Set = [
        "application/vnd.apple.mpegurl", "application/mpegurl", "application/x-mpegurl", "audio/mpegurl",
        "audio/x-mpegurl", "text/uri-list",
    ]

    private static func isM3U(_ text: Substring, mediaType: String?, name: String) -> Bool {
        if text.hasPrefix("#EXTM3U") { return true }
        // Without its first line it looks like any plain text: the name or type must state it, or every line must be
        // an address.
        if name.hasSuffix(".m3u") || name.hasSuffix(".m3u8") { return true }
        if let mediaType, m3uTypes.contains(mediaType) { return true }
        let lines = text.split(whereSeparator: \.isNewline).prefix(20).filter { !$0.hasPrefix("#") }
        return !lines.isEmpty
            && lines.dropLast(lines.count > 1 ? 1 : 0).allSatisfy { line in
                ["http://", "https://", "file:///"].contains { line.hasPrefix($0) } && !line.contains { $0 == " " }
            }
    }

    /// Whether a line names a file as cue sheets do.
    private static func isCue(_ text: Substring) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            line.drop(while: \.isWhitespace).prefix(5).uppercased() == "FILE "
        }
    }

    /// Whether a text has a tag that only HLS has. Every HLS playlist has one (RFC 8216 section 4.3).
    static func isHLS(_ bytes: [UInt8]) -> Bool {
        var isFound = false
        ListText(bytes).forEachLine { line in
            isFound = line.starts(with: "#EXT-X-".utf8)
            return !isFound
        }
        return isFound
    }

    private static func isBinary(_ head: [UInt8]) -> Bool {
        // UTF-16, which contains zero bytes.
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return false }
        return head.contains { $0 < 0x20 && ![9, 10, 12, 13].contains($0) }
    }
}
