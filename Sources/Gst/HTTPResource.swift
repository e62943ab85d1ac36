internal import CGStreamer
internal import Dispatch

/// An `http:` or `https:` resource, read in byte ranges by an ordinary thread; every call blocks, but never for much
/// longer than the timeout.
///
/// A server that refuses ranges is read from its beginning, up to ``sequentialLimit``; the whole is never downloaded for
/// the sake of a part.
public final class HTTPResource {
    /// In bytes; nil where the server does not tell.
    public private(set) var length: Int64?
    /// The `ETag` header, quotes and all.
    public private(set) var entityTag: String?
    /// The `Content-Type` header without its parameters, in lower case.
    public private(set) var mediaType: String?
    /// Where redirects led to; nil where there were none.
    public private(set) var location: String?

    /// How much of a resource is read whose server refuses ranges.
    public static let sequentialLimit = 8 << 20
    /// How much the first request asks for, and how much is worth reading where less is wanted: a request costs more than
    /// what it brings.
    public static let blockLength = 128 << 10

    private let transfer: HTTPTransfer
    private let timeout: UInt32
    /// Whether the server gave every part that it was asked for so far.
    public private(set) var givesRanges = true
    /// The beginning: what the first request brought, and all that was read where there are no ranges.
    private var head: [UInt8] = []

    /// Connects, and reads the first bytes.
    ///
    /// - Parameter timeout: seconds that each read may take in all.
    public init(uri: String, userAgent: String? = nil, timeout: UInt32) throws(HTTPFailure) {
        try Self.checkScheme(uri)
        self.timeout = timeout
        transfer = try HTTPTransfer(uri: uri, userAgent: userAgent, timeout: timeout)
        try readHead()
    }

    /// Up to `count` bytes from `offset`: fewer only at the end, none behind it.
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
            range: 0..<Int64(Self.blockLength), limit: Self.blockLength, deadline: deadline)
        if answer.status == 416 {
            // An empty resource has no first byte; or the server cannot take ranges at all.
            givesRanges = false
            answer = try transfer.request(limit: Self.blockLength, deadline: deadline)
        }
        guard answer.status < 300 else { throw HTTPFailure(status: answer.status) }
        if answer.status == 206, let range = answer.contentRange, range.first == 0, range.length != nil {
            length = range.length
        } else {
            givesRanges = false
            length =
                answer.isComplete
                ? Int64(answer.bytes.count) : answer.headers["content-length"].flatMap { Int64($0) }
        }
        entityTag = answer.headers["etag"]
        mediaType = answer.mediaType
        location = answer.location
        head = answer.bytes
    }

    /// - Returns: nil where the server gives something else than it was asked for.
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

    /// Extends the beginning to `end`, and as far again as it was, so that many small reads are few requests.
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

    private var deadline: DispatchTime { .now() + .seconds(Int(timeout)) }

    // MARK: As a whole

    /// An answer to ``fetch(_:userAgent:timeout:limit:ifNoneMatch:)``.
    public enum Fetched: Sendable {
        case content([UInt8], mediaType: String?, entityTag: String?)
        /// It is still what that entity tag stands for.
        case notModified
        /// It has more bytes than allowed; they were left with the server.
        case tooLarge
    }

    /// Downloads a resource as a whole, if it is small enough and not known already.
    ///
    /// - Parameters:
    ///   - timeout: seconds for all of it.
    ///   - limit: bytes that it may have.
    ///   - entityTag: of the copy that is here.
    public static func fetch(
        _ uri: String, userAgent: String? = nil, timeout: UInt32, limit: Int, ifNoneMatch entityTag: String? = nil
    ) throws(HTTPFailure) -> Fetched {
        try checkScheme(uri)
        let transfer = try HTTPTransfer(uri: uri, userAgent: userAgent, timeout: timeout)
        let answer = try transfer.request(
            limit: limit &+ 1, headers: entityTag.map { ["If-None-Match": $0] } ?? [:],
            deadline: .now() + .seconds(Int(timeout)))
        if answer.status == 304, entityTag != nil { return .notModified }
        guard answer.status < 300 else { throw HTTPFailure(status: answer.status) }
        guard answer.bytes.count <= limit else { return .tooLarge }
        guard answer.isComplete else { throw HTTPFailure(.interrupted, "the connection was interrupted") }
        return .content(answer.bytes, mediaType: answer.mediaType, entityTag: answer.headers["etag"])
    }

    /// Redirects stay within these schemes as well: libsoup follows no others.
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
