internal import MediaContainers

/// The response of a server.
struct HTTPAnswer: Sendable {
    /// The status code; 0 if there was none.
    var status: Int32 = 0
    /// The headers by their lower-case names.
    var headers: [String: String] = [:]
    /// The URI after redirects; nil if there were none.
    var location: String?
    var bytes: [UInt8] = []
    /// Whether ``bytes`` is the complete body.
    var isComplete = false

    /// The maximum length of a header's value in bytes; longer headers are ignored. Entity tags are stored on disk
    /// and sent back.
    static let longestHeader = 8 << 10

    /// Whether the server is an internet radio station, whose stream never ends.
    var isStation: Bool { headers.keys.contains { $0.hasPrefix("icy-") } }

    /// The first byte and the total length, if known, of a header such as `bytes 0-99/1234`.
    var contentRange: (first: Int64?, length: Int64?)? {
        guard let text = headers["content-range"], text.lowercased().hasPrefix("bytes") else { return nil }
        let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
        let first = parts.first.flatMap { $0.split(separator: "-").first }.flatMap { Int64($0.trimmed) }
        return (first, parts.count == 2 ? Self.length(parts[1].trimmed) : nil)
    }

    /// The `Content-Length`.
    var contentLength: Int64? { headers["content-length"].flatMap { Self.length($0[...]) } }

    /// - Returns: nil for what is no length of anything.
    private static func length(_ text: Substring) -> Int64? {
        Int64(text).flatMap { (0...ByteSource.longest).contains($0) ? $0 : nil }
    }

    /// The `Content-Type` without parameters.
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
