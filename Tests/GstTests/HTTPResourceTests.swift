import Foundation
import TestSupport
import Testing

@testable import Gst

/// Byte ranges of HTTP resources, from servers that do well and badly.
@Suite struct HTTPResourceTests {
    private let server: MediaServer
    private let whole: [UInt8]
    private static let name = "episode-1.mkv"

    init() throws {
        server = try MediaServer()
        whole = Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(Self.name))))
    }

    private func resource(_ behaviour: String = "", timeout: UInt32 = 10) throws -> HTTPResource {
        try HTTPResource(uri: server.uri(behaviour + Self.name), userAgent: "test", timeout: timeout)
    }

    @Test func theFirstRequestTellsLengthTypeAndTag() throws {
        let plain = try resource()
        #expect(plain.length == Int64(whole.count))
        #expect(plain.mediaType == "video/x-matroska")
        #expect(plain.entityTag == nil)
        #expect(try resource("etag/").entityTag?.hasPrefix("\"") == true)
    }

    @Test(arguments: [(8_192, true), (8_193, false)]) func aHeaderOfUnheardLengthIsNone(length: Int, isTaken: Bool)
        throws
    {
        let resource = try resource("tag-\(length)/")
        #expect(resource.length == Int64(whole.count))
        #expect((resource.entityTag?.utf8.count == length) == isTaken)
        #expect((resource.entityTag == nil) == !isTaken)
    }

    @Test(
        "A length that nothing has is none",
        arguments: [("-1", nil), ("0", 0), ("9223372036854775807", nil)]
            as [(String, Int64?)])
    func claimedLengths(text: String, length: Int64?) {
        var answer = HTTPAnswer()
        answer.headers = ["content-length": text, "content-range": "bytes 0-9/\(text)"]
        #expect(answer.contentLength == length)
        #expect(answer.contentRange?.length == length)
    }

    @Test func aNameThatDoesNotResolveIsNoServer() {
        let failure = #expect(throws: HTTPFailure.self) {
            _ = try HTTPResource(uri: "http://no-such-host.invalid/x", timeout: 20)
        }
        #expect(failure?.reason == .unreachable)
        #expect(failure?.message == "there is no such server, or the network is not up")
    }

    @Test(arguments: ["", "redirect/", "norange/", "nolength/", "lie/", "lie-range/", "huge/"])
    func anyPartIsRead(_ behaviour: String) throws {
        let resource = try resource(behaviour)
        for (offset, count) in [(0, 10), (90_000, 40_000), (5, 1), (whole.count - 7, 7), (65_530, 20)] {
            let bytes = try resource.read(from: Int64(offset), count: count)
            #expect(bytes == Array(whole[offset..<offset + count]), "\(offset), \(count)")
        }
    }

    @Test(arguments: ["", "norange/", "nolength/"])
    func atTheEndThereIsLessAndBehindItNothing(_ behaviour: String) throws {
        let resource = try resource(behaviour)
        #expect(try resource.read(from: Int64(whole.count) - 3, count: 100) == Array(whole.suffix(3)))
        #expect(try resource.read(from: Int64(whole.count), count: 100) == [])
        #expect(try resource.read(from: .max - 10, count: 100) == [])
    }

    @Test func onlyWhatIsAskedForIsRequestedAndOverOneConnection() throws {
        let resource = try resource("huge/")
        #expect(resource.length == 4 << 30)
        #expect(try resource.read(from: 3 << 30, count: 1_000) == [UInt8](repeating: 0, count: 1_000))
        #expect(try resource.read(from: 1 << 30, count: 1_000).count == 1_000)
        let requests = try server.requests()
        #expect(requests.map(\.method) == ["GET", "GET", "GET"])
        #expect(
            requests.map(\.range) == ["bytes=0-131071", "bytes=3221225472-3221226471", "bytes=1073741824-1073742823"])
        #expect(Set(requests.map(\.port)).count == 1)
    }

    @Test func withoutRangesTheFirst8MiBAreReadAndNoMore() throws {
        let resource = try resource("huge-norange/")
        let bytes = try resource.read(from: 8 << 20 - 100, count: 100)
        #expect(bytes.count == 100)
        let failure = #expect(throws: HTTPFailure.self) { try resource.read(from: 8 << 20, count: 1) }
        #expect(failure?.reason == .noRanges)
    }

    @Test(arguments: [("404/", HTTPFailure.Reason.notFound), ("403/", .forbidden), ("500/", .unreachable)])
    func aRefusalSaysWhy(_ behaviour: String, _ reason: HTTPFailure.Reason) throws {
        let failure = #expect(throws: HTTPFailure.self) { _ = try resource(behaviour) }
        #expect(failure?.reason == reason)
        #expect(failure?.message.contains(behaviour.dropLast()) == true)
    }

    @Test(arguments: ["loop/", "hang/"]) func whatNeverAnswersEndsInTime(_ behaviour: String) throws {
        let began = ContinuousClock.now
        #expect(throws: HTTPFailure.self) { _ = try resource(behaviour, timeout: 1) }
        #expect(ContinuousClock.now - began < .seconds(60))
    }

    @Test func whatTricklesEndsInTimeThoughEveryByteIsInTime() throws {
        let began = ContinuousClock.now
        let failure = #expect(throws: HTTPFailure.self) { _ = try resource("trickle/", timeout: 1) }
        #expect(failure?.reason == .timedOut)
        #expect(ContinuousClock.now - began < .seconds(60))
    }

    @Test func nobodyListeningIsUnreachable() throws {
        // Port 9 (discard) of the loopback is closed wherever tests run.
        let failure = #expect(throws: HTTPFailure.self) {
            _ = try HTTPResource(uri: "http://127.0.0.1:9/x", timeout: 5)
        }
        #expect(failure?.reason == .unreachable)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "", "http"])
    func otherSchemesAreRefused(_ uri: String) throws {
        let failure = #expect(throws: HTTPFailure.self) { _ = try HTTPResource(uri: uri, timeout: 1) }
        #expect(failure != nil)
    }

    // MARK: As a whole

    private func fetch(_ path: String, limit: Int = 8 << 20, tag: String? = nil) throws -> HTTPResource.Fetched {
        try HTTPResource.fetch(server.uri(path + Self.name), timeout: 10, limit: limit, ifNoneMatch: tag)
    }

    @Test(arguments: ["", "norange/", "nolength/", "redirect/"]) func aWholeIsWhole(_ behaviour: String) throws {
        guard case .content(let bytes, let type, _) = try fetch(behaviour) else {
            Issue.record("no content")
            return
        }
        #expect(bytes == whole)
        #expect(type == "video/x-matroska")
    }

    @Test func whatIsTooLargeIsLeftWithTheServer() throws {
        guard case .content = try fetch("", limit: whole.count) else {
            Issue.record("exactly the limit is allowed")
            return
        }
        guard case .tooLarge = try fetch("", limit: whole.count - 1),
            case .tooLarge = try fetch("huge/", limit: 1 << 20)
        else {
            Issue.record("too large, and not said")
            return
        }
    }

    @Test func whatIsKnownIsNotSentAgain() throws {
        guard case .content(_, _, let tag?) = try fetch("etag/") else {
            Issue.record("no tag")
            return
        }
        guard case .notModified = try fetch("etag/", tag: tag) else {
            Issue.record("sent again")
            return
        }
        guard case .content = try fetch("etag/", tag: "\"other\"") else {
            Issue.record("not sent")
            return
        }
    }

    @Test func whatBreaksOffIsResumed() throws {
        guard case .content(let bytes, _, _) = try fetch("drop/") else {
            Issue.record("no content")
            return
        }
        #expect(bytes == whole)
    }
}
