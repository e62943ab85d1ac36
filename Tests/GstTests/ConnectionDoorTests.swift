import CGStreamer
import MediaContainers
import TestSupport
import Testing

@testable import Gst

/// Where a connection of an item really goes, behind redirects and names that lead elsewhere.
@Suite(.timeLimit(.minutes(5)))
struct ConnectionDoorTests {
    private struct Missing: Error { let what: String }

    /// The name of the test's server stands for one that led to a public address when it was asked for first.
    private static func rule(item: String, firstAddress: [UInt8]) -> ResourceRule {
        let rule = ResourceRule(item: item, permissions: .init(schemes: ["http"])) { host in
            host == "10.0.0.1" ? [[10, 0, 0, 1]] : [firstAddress]
        }
        // Resolves the item's own host, too.
        _ = rule.refusal(of: "http://10.0.0.1/")
        return rule
    }

    /// What a source of an item ends with: the sentence of its error, nil if it came to the end.
    private static func outcome(
        of uri: String, under rule: ResourceRule, source kind: String = "souphttpsrc"
    ) throws -> String? {
        try Gst.initialize()
        Soup.load(for: uri)
        guard let pipeline = gst_parse_launch("\(kind) name=source ! fakesink", nil) else {
            throw Missing(what: kind)
        }
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(pipeline)
        }
        guard let source = gst_bin_get_by_name(cgst_bin(pipeline), "source") else { throw Missing(what: "source") }
        defer { gst_object_unref(source) }
        gst_uri_handler_set_uri(OpaquePointer(source), uri, nil)
        SourceDoor.attach(rule, to: source)
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
        guard let bus = gst_element_get_bus(pipeline) else { throw Missing(what: "bus") }
        defer { gst_object_unref(bus) }
        let types = GstMessageType(rawValue: GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_EOS.rawValue)
        guard let message = gst_bus_timed_pop_filtered(bus, 20 * 1_000_000_000, types) else {
            throw Missing(what: "an end")
        }
        defer { gst_message_unref(message) }
        guard message.pointee.type == GST_MESSAGE_ERROR else { return nil }
        var error: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &error, nil)
        defer { g_clear_error(&error) }
        return error.map { String(cString: $0.pointee.message) } ?? ""
    }

    @Test("a name that leads to this machine the second time is not followed")
    func rebinding() throws {
        let server = try MediaServer(folder: Fixtures.directory)
        defer { server.stop() }
        let uri = server.uri("tone.flac")
        let refusal = try Self.outcome(of: uri, under: Self.rule(item: uri, firstAddress: [93, 184, 216, 34]))
        #expect(refusal?.hasPrefix("It is on a public server that leads to 127.0.0.1") == true, "\(refusal ?? "")")
    }

    /// `rtspsrc` sends its first request while it changes its state. The server here would answer it with a status.
    @Test("RTSP is held to it as well, before anything is sent")
    func rtsp() throws {
        let server = try MediaServer(folder: Fixtures.directory)
        defer { server.stop() }
        let uri = "rtsp" + server.uri("tone.flac").dropFirst(4)
        let permissions = ResourceRule.Permissions(schemes: ["rtsp"])
        let rebound = Self.rule(item: uri, firstAddress: [93, 184, 216, 34])
        let refusal = try Self.outcome(of: uri, under: rebound, source: "rtspsrc")
        #expect(refusal?.hasPrefix("It is on a public server that leads to 127.0.0.1") == true, "\(refusal ?? "")")
        // What a list on a public server names.
        let named = ResourceRule(
            item: uri, namedBy: ResourceRule(item: "http://93.184.216.34/list.m3u", permissions: permissions),
            permissions: permissions)
        let other = try Self.outcome(of: uri, under: named, source: "rtspsrc")
        #expect(other?.hasPrefix("It is on a public server and names 127.0.0.1") == true, "\(other ?? "")")
        #expect(try !server.requests().contains { $0.method == "OPTIONS" })
        // Its own server is reached.
        let own = try Self.outcome(of: uri, under: ResourceRule(item: uri, permissions: permissions), source: "rtspsrc")
        #expect(own?.hasPrefix("It is") == false, "\(own ?? "nothing")")
    }

    @Test("a server of this machine is reached as always")
    func ownServer() throws {
        let server = try MediaServer(folder: Fixtures.directory)
        defer { server.stop() }
        let uri = server.uri("tone.flac")
        #expect(try Self.outcome(of: uri, under: Self.rule(item: uri, firstAddress: [127, 0, 0, 1])) == nil)
        #expect(try Self.outcome(of: uri, under: ResourceRule(item: uri, permissions: .init(schemes: ["http"]))) == nil)
    }

    @Test("a redirection reaches addresses of this network only from there")
    func redirections() {
        func refusal(_ address: [UInt8], as host: String, by item: String, localAddresses: Bool = false) -> String? {
            ResourceRule(
                item: item, permissions: .init(schemes: ["http"], localAddresses: localAddresses),
                resolve: { $0.hasPrefix("192.") ? [[192, 168, 1, 1]] : [[93, 184, 216, 34]] }
            ).refusal(ofConnectionTo: address, as: host)
        }
        let router: [UInt8] = [192, 168, 1, 1]
        #expect(refusal(router, as: "192.168.1.1", by: "http://example.org/a.mp3") != nil)
        #expect(refusal(router, as: "router.example.org", by: "http://example.org/a.mp3") != nil)
        #expect(refusal([8, 8, 4, 4], as: "cdn.example.org", by: "http://example.org/a.mp3") == nil)
        #expect(refusal(router, as: "192.168.1.1", by: "http://example.org/a", localAddresses: true) == nil)
        #expect(refusal(router, as: "192.168.1.1", by: "file:///a/list.m3u8") == nil)
        // A person may name a server at home, in any form.
        #expect(refusal(router, as: "NAS.example.org.", by: "http://nas.example.org/a") == nil)
        #expect(
            refusal(
                [0xFE, 0x80] + [UInt8](repeating: 1, count: 14), as: "fe80::1%eth0", by: "http://[fe80::1%25eth0]/")
                == nil)
        #expect(refusal(router, as: "nas.example.org", by: "http://nas.example.org/a") == nil)
    }
}
