import MediaContainers
import Testing

/// What an item may name that others wrote.
@Suite struct ResourceRuleTests {
    private static let public4: [UInt8] = [93, 184, 216, 34]
    private static let hosts: [String: [[UInt8]]] = [
        "example.org": [public4], "cdn.example.net": [[8, 8, 4, 4]], "nas.example.org": [[192, 168, 1, 5]],
        "two.example.org": [public4, [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]],
    ]

    private func refusal(of uri: String, by item: String, localAddresses: Bool = false) -> String? {
        let rule = ResourceRule(
            item: item,
            permissions: .init(schemes: ["file", "http", "https", "rtsp"], localAddresses: localAddresses)
        ) { Self.hosts[$0] ?? NetworkAddress.resolved($0) }
        return rule.refusal(of: uri)
    }

    @Test(arguments: [
        "file:///etc/passwd", "FILE:///etc/passwd", "testbin://audio,caps=x", "v4l2:///dev/video0", "appsrc://",
        "http://127.0.0.1/a", "http://127.1/a", "http://2130706433/a", "http://0x7f.1/a", "http://LOCALHOST:8080/",
        "http://x.localhost/", "http://localhost./", "http://[::1]:80/", "http://[::ffff:10.0.0.1]/",
        "http://user:pw@10.1.2.3/", "https://192.168.1.1/", "http://172.20.0.1/", "http://169.254.169.254/latest",
        "http://[fe80::1%25eth0]/", "http://[fd00::1]/", "http://0.0.0.0/", "http://100.64.0.1/",
        "http://nas.example.org/", "http://two.example.org/", "rtsp://127.0.0.1/x", "http:/\\127.0.0.1",
        "http:127.0.0.1/a", "http:///a", "nothing",
    ])
    func aPublicServerNamesNothingHere(uri: String) {
        #expect(refusal(of: uri, by: "http://example.org/list.m3u8") != nil)
    }

    @Test(arguments: [
        "http://example.org/a.ts", "https://example.org:8443/b", "http://cdn.example.net/c", "data:text/plain,x",
        "http://127.0.0.1.example.org/", "http://8.8.8.8/", "http://172.32.0.1/", "http://[2001:db8::1]/",
    ])
    func aPublicServerNamesPublicServers(uri: String) {
        #expect(refusal(of: uri, by: "http://example.org/list.m3u8") == nil)
    }

    @Test func aServerOfTheOwnNetworkNamesItsNeighbours() {
        #expect(refusal(of: "http://192.168.1.9/a", by: "http://nas.example.org/list.m3u8") == nil)
        #expect(refusal(of: "http://127.0.0.1:81/a", by: "http://localhost:80/list.m3u8") == nil)
        #expect(refusal(of: "file:///a", by: "http://localhost:80/list.m3u8") != nil)
        #expect(refusal(of: "http://192.168.1.9/a", by: "http://example.org/x", localAddresses: true) == nil)
        #expect(refusal(of: "file:///a", by: "http://example.org/x", localAddresses: true) != nil)
    }

    @Test func aFileHereNamesFilesAndServers() {
        #expect(refusal(of: "file:///a/b.ts", by: "file:///a/list.m3u8") == nil)
        #expect(refusal(of: "http://192.168.1.9/a", by: "file:///a/list.m3u8") == nil)
        #expect(refusal(of: "testbin://video", by: "file:///a/list.m3u8") != nil)
        // What a person chose is opened.
        #expect(refusal(of: "dvd:///dev/sr0", by: "dvd:///dev/sr0") == nil)
    }

    @Test func aHostIsResolvedOnce() {
        nonisolated(unsafe) var count = 0
        let rule = ResourceRule(item: "http://example.org/", permissions: .init(schemes: ["http"])) {
            count += 1
            return Self.hosts[$0] ?? []
        }
        for _ in 0..<5 { #expect(rule.refusal(of: "http://cdn.example.net/a") == nil) }
        #expect(count == 1)
    }

    /// What names an item and what the item names: both are asked.
    @Test func whatNamesAnItemIsAskedAsWell() {
        func rule(_ item: String, namedBy list: String?) -> ResourceRule {
            let permissions = ResourceRule.Permissions(schemes: ["file", "http"])
            let resolve: ResourceRule.Resolver = { Self.hosts[$0] ?? NetworkAddress.resolved($0) }
            return ResourceRule(
                item: item, namedBy: list.map { ResourceRule(item: $0, permissions: permissions, resolve: resolve) },
                permissions: permissions, resolve: resolve)
        }
        let (home, away) = ("http://nas.example.org/a.mp3", "http://cdn.example.net/a.mp3")
        #expect(rule(home, namedBy: nil).refusal(of: home) == nil)
        #expect(rule(home, namedBy: "http://example.org/list").refusal(of: home) != nil)
        #expect(rule(away, namedBy: "http://example.org/list").refusal(of: away) == nil)
        #expect(rule(home, namedBy: "file:///list").refusal(of: home) == nil)
        #expect(rule(home, namedBy: "http://nas.example.org/list").refusal(of: home) == nil)
        #expect(rule("file:///a", namedBy: "http://example.org/list").refusal(of: "file:///a") != nil)
        // A list at home gives a public item no more than the item's own server has.
        #expect(rule(away, namedBy: "file:///list").refusal(of: home) != nil)
        let router: [UInt8] = [192, 168, 1, 1]
        #expect(rule(away, namedBy: "file:///list").refusal(ofConnectionTo: router, as: "cdn.example.net") == nil)
        #expect(rule(away, namedBy: "file:///list").refusal(ofConnectionTo: router, as: "router") != nil)
        #expect(
            rule(away, namedBy: "http://example.org/list").refusal(ofConnectionTo: router, as: "cdn.example.net") != nil
        )
    }
}
