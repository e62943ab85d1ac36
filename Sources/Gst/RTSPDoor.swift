internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Asks a ``ResourceRule`` before an RTSP source connects, as ``ConnectionDoor`` does for HTTP.
///
/// `rtspsrc` follows redirections by itself, opens before it has asked anybody (its first request leaves while it changes its
/// state), and sends packets to whatever address the server names for its sound (UDP).
enum RTSPDoor {
    /// A source, and what it may open.
    private final class Visit: Sendable {
        let host: String?
        let rule: ResourceRule
        let source: WeakElement

        init(host: String?, rule: ResourceRule, source: WeakElement) {
            (self.host, self.rule, self.source) = (host, rule, source)
        }

        var isOver: Bool { source.with { _ in true } == nil }
        func isOf(_ element: UnsafeMutablePointer<GstElement>) -> Bool { source.with { $0 == element } ?? false }
    }

    /// One entry a source.
    private static let visits = Mutex<[Visit]>([])

    /// Added once, and stays.
    private static let hook: Void = {
        let type = g_socket_client_get_type()
        // The signals of a class exist once it does.
        guard g_type_class_ref(type) != nil else { return }
        g_signal_add_emission_hook(g_signal_lookup("event", type), 0, connecting, nil, nil)
    }()

    /// Whether an address is one of RTSP, in any form that GStreamer knows (`rtsps:`, `rtspt:` …).
    static func isRTSP(_ uri: String) -> Bool { uri.prefix(4).lowercased() == "rtsp" }

    /// Remembers the rule of a source that is about to open `uri`.
    static func expect(_ uri: String, from source: UnsafeMutablePointer<GstElement>, under rule: ResourceRule) {
        guard isRTSP(uri) else { return }
        hook
        let visit = Visit(host: NetworkAddress.host(of: uri), rule: rule, source: WeakElement(source))
        visits.withLock { visits in
            visits.removeAll { $0.isOver || $0.isOf(source) }
            visits.append(visit)
        }
        // Where the rule refuses what UDP arrives at, the same connection carries the sound.
        let isTunnel = uri.prefix(5).lowercased() == "rtsph"
        if !isTunnel, rule.refusal(of: "udp://0.0.0.0:1") != nil {
            let object = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self)
            gst_util_set_object_arg(object, "protocols", "tcp")
            // A server may choose UDP all the same, and name whose ports get the packets that open a way through a router.
            gst_util_set_object_arg(object, "nat-method", "none")
        }
    }

    /// Closes a connection that is about to be made to where a rule leads nobody. After a redirection, its host says nothing of
    /// the source: then the rules of all are asked.
    private static let connecting: GSignalEmissionHook = { _, count, values, _ in
        guard count > 3, let values, g_value_get_enum(values + 1) == Int32(G_SOCKET_CLIENT_CONNECTING.rawValue),
            let target = Soup.object(values, at: 2), let host = host(of: target),
            let connection = Soup.object(values, at: 3), let address = ConnectionDoor.remoteAddress(of: connection)
        else { return 1 }
        let all = visits.withLock { $0.filter { !$0.isOver } }
        let named = all.filter { $0.host == host }
        var isRefused = false
        for visit in named.isEmpty ? all : named {
            guard let refusal = visit.rule.refusal(ofConnectionTo: address, as: host) else { continue }
            isRefused = true
            _ = visit.source.with { SourceDoor.refuse($0, because: refusal) }
        }
        if isRefused { g_io_stream_close(connection.assumingMemoryBound(to: GIOStream.self), nil, nil) }
        return 1
    }

    /// The host of a connection of RTSP; nil for those of others.
    private static func host(of target: UnsafeMutableRawPointer) -> String? {
        guard
            g_type_check_instance_is_a(
                target.assumingMemoryBound(to: GTypeInstance.self), g_network_address_get_type()) != 0,
            case let address = target.assumingMemoryBound(to: GNetworkAddress.self),
            let scheme = g_network_address_get_scheme(address),
            isRTSP(String(cString: scheme)), let name = g_network_address_get_hostname(address)
        else { return nil }
        let text = String(cString: name)
        return NetworkAddress.host(of: text.contains(":") ? "rtsp://[\(text)]" : "rtsp://\(text)")
    }
}
