import Dispatch
import MediaContainers
import TestSupport
import Testing

@testable import Gst

/// Where mediad's own requests go: lists, pictures and chapter files, behind redirects and names that lead elsewhere.
@Suite(.timeLimit(.minutes(5)))
struct FetchRuleTests {
    private static let permissions = ResourceRule.Permissions(schemes: ["http", "https"])

    /// The server of the test stands for one that led to a public address when it was asked for first.
    private static func publicServer(_ uri: String, localAddresses: Bool = false) -> ResourceRule {
        var permissions = permissions
        permissions.localAddresses = localAddresses
        let rule = ResourceRule(item: uri, permissions: permissions) { host in
            host == "10.0.0.1" ? [[10, 0, 0, 1]] : [[93, 184, 216, 34]]
        }
        // Resolves the item's own host, too.
        _ = rule.refusal(of: "http://10.0.0.1/")
        return rule
    }

    private static func fetch(_ uri: String, under rule: ResourceRule?) -> HTTPFailure? {
        do throws(HTTPFailure) {
            guard
                case .content(let bytes, _, _) = try HTTPResource.fetch(uri, under: rule, timeout: 10, limit: 1 << 20),
                !bytes.isEmpty
            else { return HTTPFailure(.unavailable, "no content") }
            return nil
        } catch {
            return error
        }
    }

    @Test func whatAPublicServerNamesHereIsNotFetched() throws {
        let home = try MediaServer(folder: Fixtures.directory)
        defer { home.stop() }
        let failure = Self.fetch(home.uri("tone.flac"), under: Self.publicServer("http://example.org/list.m3u"))
        #expect(failure?.reason == .forbidden)
        #expect(
            failure?.message.hasPrefix("it is on a public server that leads to 127.0.0.1") == true, "\(failure as Any)")
        #expect(try home.requests().allSatisfy { $0.path == "/requests" })
    }

    @Test func aNameThatLeadsToThisMachineIsNotFollowed() throws {
        let server = try MediaServer(folder: Fixtures.directory)
        defer { server.stop() }
        let uri = server.uri("tone.flac")
        let failure = Self.fetch(uri, under: Self.publicServer(uri))
        #expect(failure?.reason == .forbidden)
        #expect(
            failure?.message.hasPrefix("it is on a public server that leads to 127.0.0.1") == true, "\(failure as Any)")
        #expect(failure?.message.hasSuffix(".") == false)
        let head = #expect(throws: HTTPFailure.self) {
            _ = try HTTPResource(uri: uri, under: Self.publicServer(uri), timeout: 10)
        }
        #expect(head?.reason == .forbidden)
        #expect(try server.requests().allSatisfy { $0.path == "/requests" })
    }

    @Test func whatIsPermittedIsFetched() throws {
        let server = try MediaServer(folder: Fixtures.directory)
        defer { server.stop() }
        let other = try MediaServer(folder: Fixtures.directory)
        defer { other.stop() }
        for uri in [server.uri("tone.flac"), server.uri("redirect/tone.flac")] {
            #expect(Self.fetch(uri, under: ResourceRule(item: uri, permissions: Self.permissions)) == nil)
            #expect(Self.fetch(uri, under: Self.publicServer(uri, localAddresses: true)) == nil)
            let file = ResourceRule(item: "file:///a/song.flac", permissions: Self.permissions)
            #expect(
                Self.fetch(uri, under: ResourceRule(item: uri, namedBy: file, permissions: Self.permissions)) == nil)
            let home = ResourceRule(item: other.uri("feed.xml"), permissions: Self.permissions)
            #expect(
                Self.fetch(uri, under: ResourceRule(item: uri, namedBy: home, permissions: Self.permissions)) == nil)
        }
    }

    @Test func aNameThatIsNotResolvedInTimeTimesOut() throws {
        let server = try MediaServer(folder: Fixtures.directory)
        defer { server.stop() }
        let asleep = DispatchSemaphore(value: 0)
        defer { asleep.signal() }
        let rule = ResourceRule(item: "http://example.org/a.m3u", permissions: Self.permissions) { _ in
            asleep.wait()
            return []
        }
        let failure = #expect(throws: HTTPFailure.self) {
            _ = try HTTPResource.fetch(server.uri("tone.flac"), under: rule, timeout: 1, limit: 1 << 20)
        }
        #expect(failure?.reason == .timedOut)
    }
}
