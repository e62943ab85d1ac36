internal import CGStreamer
internal import Synchronization

/// Rules for HTTP requests: headers of items, and trusted certificates.
///
/// GStreamer's adaptive demuxers load playlists, keys and segments through internal elements, so that properties of
/// sources do not reach all of them. All of them use libsoup, whose signals report each request in this process. The
/// signals are connected with the first rule.
///
/// Headers are sent only to the server that they are for (scheme, host and port), and not to servers that it
/// redirects to.
public final class HTTPRequestRules: Sendable {
    /// The maximum number of items whose headers are kept; the least recently used ones are dropped.
    public static let mostItems = 100

    private let table = HTTPRuleTable()
    private let hooks = Mutex<[(signal: guint, id: gulong)]>([])

    public init() {}

    deinit {
        for hook in hooks.withLock({ $0 }) { g_signal_remove_emission_hook(hook.signal, hook.id) }
    }

    /// Sets the headers of requests for a URI from now on; empty for none. A request for another URI on the same
    /// server gets the headers of the URI with the longest common prefix, and if there are several, those of the most
    /// recent one.
    ///
    /// - Throws: ``GstFailure`` if libsoup 3 is not installed.
    public func add(_ headers: [String: String], for uri: String) throws(GstFailure) {
        guard let address = HTTPAddress(uri) else { return }
        try watch()
        table.add(headers, for: address, most: Self.mostItems)
    }

    /// Accepts the certificates of these servers without checks. A server is a host, or a host and a port.
    ///
    /// - Throws: ``GstFailure`` if libsoup 3 is not installed.
    public func trust(_ hosts: Set<String>) throws(GstFailure) {
        if !hosts.isEmpty { try watch() }
        table.trust(Set(hosts.map { $0.lowercased() }))
    }

    private func watch() throws(GstFailure) {
        try hooks.withLock { hooks throws(GstFailure) in
            guard hooks.isEmpty else { return }
            guard let soup = Soup.loaded else {
                throw GstFailure(message: "libsoup 3 is not installed: install gstreamer1.0-plugins-good")
            }
            for (signal, hook) in [(soup.requestQueued, requestQueued), (soup.restarted, requestRestarted)] {
                let id = g_signal_add_emission_hook(
                    signal, 0, hook, Unmanaged.passRetained(table as AnyObject).toOpaque(), releaseContext)
                hooks.append((signal, id))
            }
        }
    }
}

/// The rules, shared with the threads that send requests.
private final class HTTPRuleTable: Sendable {
    private struct Item {
        let address: HTTPAddress
        let headers: [String: String]
    }
    private struct State {
        /// The items; the most recent one is last.
        var items: [Item] = []
        var trusted: Set<String> = []
    }
    private let state = Mutex(State())

    func add(_ headers: [String: String], for address: HTTPAddress, most: Int) {
        state.withLock { state in
            state.items.removeAll { $0.address == address }
            state.items.append(Item(address: address, headers: headers))
            if state.items.count > most { state.items.removeFirst() }
        }
    }

    func trust(_ hosts: Set<String>) { state.withLock { $0.trusted = hosts } }

    func headers(for address: HTTPAddress) -> [String: String] {
        state.withLock { state in
            if let item = state.items.last(where: { $0.address == address }) { return item.headers }
            let candidates = state.items.reversed().filter { $0.address.server == address.server }
            var best: (item: Item, length: Int)?
            for item in candidates {
                let length = item.address.lengthInCommon(with: address)
                if length > best?.length ?? -1 { best = (item, length) }
            }
            return best?.item.headers ?? [:]
        }
    }

    func trusts(_ address: HTTPAddress) -> Bool {
        state.withLock { $0.trusted.contains(address.host) || $0.trusted.contains("\(address.host):\(address.port)") }
    }
}

/// The headers that a rule has added to a request, attached to its message.
private final class AddedHeaders {
    static let key = "mediad-headers"
    let server: [String]
    let names: [String]

    init(server: [String], names: [String]) {
        self.server = server
        self.names = names
    }
}

extension Soup {
    /// Adds the headers for the server of a request, and removes those that were added for another server.
    fileprivate func apply(_ table: HTTPRuleTable, to message: UnsafeMutableRawPointer) {
        guard let headers = headers(message), let address = address(message).flatMap({ HTTPAddress($0) }) else {
            return
        }
        let object = message.assumingMemoryBound(to: GObject.self)
        if let data = g_object_get_data(object, AddedHeaders.key) {
            let added = Unmanaged<AddedHeaders>.fromOpaque(data).takeUnretainedValue()
            if added.server == address.server { return }
            for name in added.names { remove(headers, name) }
            g_object_set_data(object, AddedHeaders.key, nil)
        }
        let new = table.headers(for: address)
        guard !new.isEmpty else { return }
        for (name, text) in new { replace(headers, name, text) }
        let added = AddedHeaders(server: address.server, names: Array(new.keys))
        g_object_set_data_full(
            object, AddedHeaders.key, Unmanaged.passRetained(added as AnyObject).toOpaque(), releaseContext)
    }
}

/// Handles each request before it is sent, on the thread that sends it.
private let requestQueued: GSignalEmissionHook = { _, count, values, data in
    guard count > 1, let message = Soup.object(values, at: 1), let data, let soup = Soup.loaded else { return 1 }
    let table = Unmanaged<HTTPRuleTable>.fromOpaque(data).takeUnretainedValue()
    soup.apply(table, to: message)
    // GLib's type for all handlers. This one has the signature of its signal.
    g_signal_connect_data(
        message, "accept-certificate", unsafeBitCast(acceptCertificate, to: GCallback.self),
        Unmanaged.passRetained(table as AnyObject).toOpaque(), releaseSignalContext, GConnectFlags(rawValue: 0))
    return 1
}

/// Handles a request that is sent to another address.
private let requestRestarted: GSignalEmissionHook = { _, _, values, data in
    guard let message = Soup.object(values, at: 0), let data, let soup = Soup.loaded else { return 1 }
    soup.apply(Unmanaged<HTTPRuleTable>.fromOpaque(data).takeUnretainedValue(), to: message)
    return 1
}

/// Decides about a certificate that the system does not trust.
private let acceptCertificate:
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, guint, gpointer?) -> gboolean = {
        message, _, _, data in
        guard let data, let address = Soup.loaded?.address(message).flatMap({ HTTPAddress($0) }) else { return 0 }
        return Unmanaged<HTTPRuleTable>.fromOpaque(data).takeUnretainedValue().trusts(address) ? 1 : 0
    }
