/// What a server answered.
struct HTTPAnswer: Sendable {
    /// 0 where it said nothing.
    var status: Int32 = 0
    /// By lower-case name.
    var headers: [String: String] = [:]
    /// Where redirects led; nil where there were none.
    var location: String?
    var bytes: [UInt8] = []
    /// Whether ``bytes`` is all that the server had to give.
    var isComplete = false

    /// Bytes of a header's value; longer ones count as absent. An entity tag is kept on disk and sent back.
    static let longestHeader = 8 << 10

    /// Whether it is an internet radio station, which never ends.
    var isStation: Bool { headers.keys.contains { $0.hasPrefix("icy-") } }

    /// `bytes 0-99/1234`: first byte and, where it is told, the length of the whole.
    var contentRange: (first: Int64?, length: Int64?)? {
        guard let text = headers["content-range"], text.lowercased().hasPrefix("bytes") else { return nil }
        let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
        let first = parts.first.flatMap { $0.split(separator: "-").first }.flatMap { Int64($0.trimmed) }
        return (first, parts.count == 2 ? Int64(parts[1].trimmed) : nil)
    }

    /// The `Content-Type` without its parameters.
    var mediaType: String? {
        headers["content-type"].map { String($0.prefix { $0 != ";" && $0 != " " }).lowercased() }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
