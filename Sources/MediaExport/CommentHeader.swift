internal import MediaContainers

/// Replaces the comments in the comment packet of an Ogg stream (Vorbis I section 5, RFC 7845 section 5.2).
///
/// Copying a stream also copies its comments. Those that describe the item's chapters do not apply to the file.
struct CommentHeader {
    private static let opus = Array("OpusTags".utf8)
    private static let starts = [opus, [3] + Array("vorbis".utf8), [0x81] + Array("theora".utf8)]
    private static let opusHead = Array("OpusHead".utf8)

    /// Comments `KEY=value` that describe the chapters.
    var chapters: [String]
    /// The item's tags as `KEY=value`, for streams without tags.
    var tags: [String]

    /// - Parameter headers: the headers of a stream, as GStreamer stores them.
    /// - Returns: the headers with changed comments.
    func replaced(in headers: [[UInt8]]) -> [[UInt8]] {
        var headers = headers
        for (index, header) in headers.enumerated() {
            guard let start = Self.starts.first(where: { header.starts(with: $0) }) else { continue }
            headers[index] = packet(start, header.dropFirst(start.count))
            return headers
        }
        if headers.count == 1, headers[0].starts(with: Self.opusHead) { headers.append(packet(Self.opus, [])) }
        return headers
    }

    private func packet(_ start: [UInt8], _ old: ArraySlice<UInt8>) -> [UInt8] {
        // Broken comments are omitted.
        let list = CommentList(old)
        let vendor = list.vendor ?? Array("mediad".utf8)[...]
        let kept = list.comments.filter { !Self.isChapter($0) }
        let says = kept.contains {
            !$0.starts(with: Array("ENCODER=".utf8)) && !$0.starts(with: Array("encoder=".utf8))
        }
        let all = kept + (says ? [] : tags.map { Array($0.utf8)[...] }) + chapters.map { Array($0.utf8)[...] }
        var packet = start + Self.number(vendor.count) + vendor + Self.number(all.count)
        for comment in all { packet += Self.number(comment.count) + comment }
        // The framing bit ends a Vorbis packet.
        return start.first == 3 ? packet + [1] : packet
    }

    private static func isChapter(_ comment: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: comment.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).uppercased()
        return name == "CUESHEET" || name.hasPrefix("CHAPTER") && name.dropFirst(7).prefix(3).allSatisfy(\.isNumber)
    }

    private static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: value).littleEndian) { Array($0) }
    }
}
