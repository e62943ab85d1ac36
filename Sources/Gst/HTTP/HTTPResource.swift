internal import CGStreamer
internal import GLibLoop
public import MediaContainers

/// An `http:` or `https:` resource that is read in byte ranges by an ordinary thread. Every call blocks, but never
/// for much longer than the timeout.
///
/// If the server refuses ranges, the resource is read from its start, up to ``sequentialLimit``. The whole resource
/// is never downloaded for the sake of a part.
public final class HTTPResource {
    /// The length in bytes; nil if the server does not report it.
    public private(set) var length: Int64?
    /// The `ETag` header, including the quotes.
    public private(set) var entityTag: String?
    /// The `Content-Type` header without parameters, in lower case.
    public private(set) var mediaType: String?
    /// The URI after redirects; nil if there were none.
    public private(set) var location: String?
    /// The `Last-Modified` header.
    public private(set) var modified: String?
    /// The `Date` header: the server's clock.
    public private(set) var date: String?

    /// How many bytes are read if the server refuses ranges.
    public static let sequentialLimit = 8 << 20
    /// The size of the first request, and the minimum that is worth reading: a request costs more than its data.
    public static let blockLength = 128 << 10

    private let transfer: HTTPTransfer
    private let timeout: UInt32
    private let headLength: Int
    /// Whether the server has supported all requested ranges so far.
    public private(set) var givesRanges = true
    /// The start of the resource: the data of the first request, and everything that was read if ranges are not
    /// supported.
    private var head: [UInt8] = []

    /// Connects and reads the first bytes.
    ///
    /// - Parameters:
    ///   - rule: which servers are asked, by redirects as well; nil permits all.
    ///   - timeout: the maximum duration of each read in seconds.
    ///   - headLength: the size of the first request.
    public init(
        uri: String, under rule: ResourceRule? = nil, userAgent: String? = nil, timeout: UInt32,
        headLength: Int = HTTPResource.blockLength
    ) throws(HTTPFailure) {
        try Self.checkScheme(uri)
        self.timeout = timeout
        self.headLength = headLength
        transfer = try HTTPTransfer(uri: uri, under: rule, userAgent: userAgent, timeout: timeout)
        try readHead()
    }

    /// Returns up to `count` bytes from `offset`; fewer only at the end, none after it.
    public func read(from offset: Int64, count: Int) throws(HTTPFailure) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        if let length, offset >= length { return [] }
        let (end, isTooFar) = offset.addingReportingOverflow(Int64(count))
        guard !isTooFar else { return [] }
        if end <= Int64(head.count) || length == Int64(head.count) { return part(from: offset, to: end) }
        if givesRanges, let bytes = try readRange(offset..<end) { return bytes }
        try readSequentially(to: end)
        return part(from: offset, to: end)
    }

    private func part(from offset: Int64, to end: Int64) -> [UInt8] {
        guard offset < Int64(head.count) else { return [] }
        return Array(head[Int(offset)..<Int(min(end, Int64(head.count)))])
    }

    private func readHead() throws(HTTPFailure) {
        var answer = try transfer.request(
            range: 0..<Int64(headLength), limit: headLength, deadline: deadline)
        if answer.status == 416 {
            // An empty resource has no first byte, or the server does not support ranges.
            givesRanges = false
            answer = try transfer.request(limit: headLength, deadline: deadline)
        }
        guard answer.status < 300 else { throw HTTPFailure(status: answer.status) }
        if answer.status == 206, let range = answer.contentRange, range.first == 0, range.length != nil {
            length = range.length
        } else {
            givesRanges = false
            length =
                answer.isComplete
                ? Int64(answer.bytes.count) : answer.contentLength
        }
        entityTag = answer.headers["etag"]
        (modified, date) = (answer.headers["last-modified"], answer.headers["date"])
        mediaType = answer.mediaType
        location = answer.location
        head = answer.bytes
    }

    /// - Returns: nil if the server returns something other than the requested range.
    private func readRange(_ range: Range<Int64>) throws(HTTPFailure) -> [UInt8]? {
        let upper = min(range.upperBound, length ?? .max)
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try transfer.request(
                range: range.lowerBound..<upper, limit: Int(clamping: upper - range.lowerBound), deadline: deadline)
        } catch {
            guard error.reason == .noRanges else { throw error }
            givesRanges = false
            return nil
        }
        if answer.status == 416 { return [] }
        guard answer.status < 300 else { throw HTTPFailure(status: answer.status) }
        guard answer.status == 206, answer.contentRange?.first == range.lowerBound else {
            givesRanges = false
            return nil
        }
        guard Int64(answer.bytes.count) == upper - range.lowerBound || length == nil else {
            throw HTTPFailure(.interrupted, "the connection was interrupted")
        }
        return answer.bytes
    }

    /// Extends the start to `end`, or doubles it if that is more, so that many small reads cause few requests.
    private func readSequentially(to end: Int64) throws(HTTPFailure) {
        guard end <= Int64(Self.sequentialLimit) else {
            throw HTTPFailure(
                .noRanges, "the server does not support byte ranges, and only the first 8 MiB are read")
        }
        let count = min(Self.sequentialLimit, max(Int(end), 2 * head.count))
        let answer = try transfer.request(limit: count, deadline: deadline)
        guard answer.status < 300 else { throw HTTPFailure(status: answer.status) }
        if answer.isComplete { length = Int64(answer.bytes.count) }
        head = answer.bytes
    }

    private var deadline: Int64 { MonotonicClock.microseconds + Int64(timeout) * 1_000_000 }

    // MARK: Whole resources

    /// A result of ``fetch(_:under:userAgent:timeout:limit:ifNoneMatch:)``.
    public enum Fetched: Sendable {
        case content([UInt8], mediaType: String?, entityTag: String?)
        /// The resource still matches the entity tag.
        case notModified
        /// The resource exceeds the limit. The rest was not transferred.
        case tooLarge
    }

    /// Downloads a whole resource if it is small enough and has changed.
    ///
    /// - Parameters:
    ///   - rule: which servers are asked, by redirects as well; nil permits all.
    ///   - timeout: the maximum total duration in seconds.
    ///   - limit: the maximum size in bytes.
    ///   - entityTag: the entity tag of the present copy.
    public static func fetch(
        _ uri: String, under rule: ResourceRule? = nil, userAgent: String? = nil, timeout: UInt32, limit: Int,
        ifNoneMatch entityTag: String? = nil
    ) throws(HTTPFailure) -> Fetched {
        try checkScheme(uri)
        let transfer = try HTTPTransfer(uri: uri, under: rule, userAgent: userAgent, timeout: timeout)
        let answer = try transfer.request(
            limit: limit &+ 1, headers: entityTag.map { ["If-None-Match": $0] } ?? [:],
            deadline: MonotonicClock.microseconds + Int64(timeout) * 1_000_000)
        if answer.status == 304, entityTag != nil { return .notModified }
        guard answer.status < 300 else { throw HTTPFailure(status: answer.status) }
        guard answer.bytes.count <= limit else { return .tooLarge }
        guard answer.isComplete else { throw HTTPFailure(.interrupted, "the connection was interrupted") }
        return .content(answer.bytes, mediaType: answer.mediaType, entityTag: answer.headers["etag"])
    }

    /// Redirects stay within these schemes as well, since libsoup follows no others.
    private static func checkScheme(_ uri: String) throws(HTTPFailure) {
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw HTTPFailure(.unavailable, "it is not an http: or https: address")
        }
        guard let first = uri.dropFirst(scheme.utf8.count + 3).first, !"/?#:".contains(first) else {
            throw HTTPFailure(.unavailable, "it names no host")
        }
    }
}
