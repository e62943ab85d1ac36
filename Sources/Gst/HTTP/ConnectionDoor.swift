internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Asks a ``ResourceRule`` before a source of an item connects to a server: about the address itself, where ``SourceDoor``
/// asked about the name.
///
/// A server may redirect a request to another host, and a name may lead elsewhere the second time that it is resolved (DNS
/// rebinding). Only libsoup knows where a request goes in the end. It tells of each connection that it is about to make, and
/// one whose socket is closed at that moment is not made.
enum ConnectionDoor {
    /// A source, and what it may open.
    private final class Visit: Sendable {
        let address: HTTPAddress
        let rule: ResourceRule
        let source: WeakElement

        init(address: HTTPAddress, rule: ResourceRule, source: WeakElement) {
            (self.address, self.rule, self.source) = (address, rule, source)
        }

        var isOver: Bool { source.with { _ in true } == nil }
        func isOf(_ element: UnsafeMutablePointer<GstElement>) -> Bool { source.with { $0 == element } ?? false }
    }

    /// The sources that may have sent a request: an item is opened while mediad reads it as a list.
    private final class Visits: Sendable {
        let all: [Visit]
        init(_ all: [Visit]) { self.all = all }
    }

    /// The sources that opened an address, the newest last; one entry a source.
    private static let visits = Mutex<[Visit]>([])
    /// From this number of entries on, those of sources that are gone are removed.
    private static let manyVisits = 64
    private static let key = "mediad-connection-rule"

    /// The hooks are added once and stay: sources come and go on many threads.
    private static let hooks: Void = {
        guard let soup = Soup.loaded else { return }
        g_signal_add_emission_hook(soup.requestQueued, 0, queued, nil, nil)
        g_signal_add_emission_hook(soup.networkEvent, 0, connecting, nil, nil)
    }()

    /// Remembers the rule of a source that is about to ask for `uri`.
    static func expect(
        _ uri: String, from source: UnsafeMutablePointer<GstElement>, under rule: ResourceRule
    ) {
        guard let address = HTTPAddress(uri) else { return }
        hooks
        let visit = Visit(address: address, rule: rule, source: WeakElement(source))
        visits.withLock { visits in
            visits.removeAll { $0.isOf(source) }
            if visits.count >= manyVisits { visits.removeAll { $0.isOver } }
            visits.append(visit)
        }
    }

    /// Gives a request the rules of the sources that may send it, before it is sent anywhere.
    private static let queued: GSignalEmissionHook = { _, count, values, _ in
        guard count > 1, let message = Soup.object(values, at: 1),
            let address = Soup.loaded?.address(message).flatMap({ HTTPAddress($0) })
        else { return 1 }
        let senders = Visits(visits.withLock { $0.filter { $0.address == address } })
        guard !senders.all.isEmpty else { return 1 }
        g_object_set_data_full(
            message.assumingMemoryBound(to: GObject.self), key, Unmanaged.passRetained(senders as AnyObject).toOpaque(),
            releaseContext)
        return 1
    }

    /// Closes a connection that is about to be made to where one of the rules leads nobody.
    private static let connecting: GSignalEmissionHook = { _, count, values, _ in
        guard count > 2, let values, g_value_get_enum(values + 1) == Int32(G_SOCKET_CLIENT_CONNECTING.rawValue),
            let message = Soup.object(values, at: 0), let connection = Soup.object(values, at: 2),
            let data = g_object_get_data(message.assumingMemoryBound(to: GObject.self), key),
            let address = remoteAddress(of: connection),
            let host = Soup.loaded?.address(message).flatMap({ HTTPAddress($0) })?.host
        else { return 1 }
        var isRefused = false
        for visit in Unmanaged<Visits>.fromOpaque(data).takeUnretainedValue().all where !visit.isOver {
            guard let refusal = visit.rule.refusal(ofConnectionTo: address, as: host) else { continue }
            isRefused = true
            _ = visit.source.with { SourceDoor.refuse($0, because: refusal) }
        }
        guard isRefused else { return 1 }
        g_io_stream_close(connection.assumingMemoryBound(to: GIOStream.self), nil, nil)
        return 1
    }

    /// Where a connection is about to go, 4 or 16 bytes; nil for what is no address of the internet, and for a proxy, which
    /// resolves names itself.
    static func remoteAddress(of connection: UnsafeMutableRawPointer) -> [UInt8]? {
        let instance = connection.assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, g_socket_connection_get_type()) != 0,
            let socketAddress = g_socket_connection_get_remote_address(
                connection.assumingMemoryBound(to: GSocketConnection.self), nil)
        else { return nil }
        defer { g_object_unref(socketAddress) }
        let pointer = UnsafeMutableRawPointer(socketAddress)
        let type = pointer.assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(type, g_inet_socket_address_get_type()) != 0,
            g_type_check_instance_is_a(type, g_proxy_address_get_type()) == 0,
            let address = g_inet_socket_address_get_address(pointer.assumingMemoryBound(to: GInetSocketAddress.self)),
            let bytes = g_inet_address_to_bytes(address)
        else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(g_inet_address_get_native_size(address))))
    }
}
