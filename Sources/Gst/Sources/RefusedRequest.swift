/// A request that a server refused while a demuxer was loading the parts of a stream.
public struct RefusedRequest: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int32
    /// The address that was requested.
    public let uri: String

    /// Reads souphttpsrc's description: `Not Found (404), URL: http://a.example/1.ts, Redirect to: (NULL)`. A demuxer
    /// passes on this text and not the status. Nil if there is none.
    init?(debug: String) {
        guard let mark = debug.firstRange(of: "), URL: "),
            let open = debug[..<mark.lowerBound].lastIndex(of: "("),
            let status = Int32(debug[debug.index(after: open)..<mark.lowerBound]), status >= 400
        else { return nil }
        let rest = debug[mark.upperBound...]
        let end = rest.firstRange(of: ", Redirect to:")?.lowerBound ?? rest.firstIndex(of: "\n") ?? rest.endIndex
        self.status = status
        uri = String(rest[..<end])
    }
}

extension GstError {
    /// Whether an adaptive demuxer reports it, which loads several resources for one item.
    private var isOfDemuxer: Bool { element == "hlsdemux" || element == "dashdemux" }

    /// The refused request of an adaptive demuxer; nil for any other failure.
    public var refusedRequest: RefusedRequest? {
        guard isOfDemuxer else { return nil }
        // hlsdemux (1.22) puts the text into the message.
        return debug.flatMap { RefusedRequest(debug: $0) } ?? RefusedRequest(debug: message)
    }
}
