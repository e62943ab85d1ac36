internal import CGStreamer

/// The functions and signals of libsoup 3 that ``HTTPRequestRules`` and ``ConnectionDoor`` need. Nothing here links to the
/// library: only items on servers need it.
///
/// The library is loaded here before GStreamer's plugins can load it. Its constructor calls `g_module_open` to look for
/// libsoup 2, while the loader's lock is held. The plugins' plain `dlopen` therefore waits for ever if another thread
/// loads a plugin at that moment: that one holds GModule's lock and waits for the loader's. Once the library is there, its
/// constructor does not run again.
struct Soup {
    typealias Headers = OpaquePointer
    private typealias TypeFunction = @convention(c) () -> GType

    /// Nil if libsoup 3 is not installed.
    static let loaded = Soup()

    /// The signal `SoupSession::request-queued`.
    let requestQueued: guint
    /// The signal `SoupMessage::restarted`, for requests that are redirected or repeated with a login.
    let restarted: guint
    /// The signal `SoupMessage::network-event`, for each step of a connection that is made for a request.
    let networkEvent: guint
    let address: @convention(c) (UnsafeMutableRawPointer) -> OpaquePointer?
    let headers: @convention(c) (UnsafeMutableRawPointer) -> Headers?
    let replace: @convention(c) (Headers, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
    let remove: @convention(c) (Headers, UnsafePointer<CChar>) -> Void

    /// Loads the library if GStreamer may need it for `uri`: for whatever is not a file, and for lists of segments, which
    /// may lie on a server.
    static func load(for uri: String) {
        let name = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        guard !name.hasPrefix("file:") || name.hasSuffix(".m3u8") || name.hasSuffix(".mpd") else { return }
        _ = loaded
    }

    private init?() {
        // The library that GStreamer's plugin would choose itself, through GModule: its lock comes before the loader's.
        guard let library = g_module_open("libsoup-3.0.so.0", G_MODULE_BIND_LOCAL) else { return nil }
        // It is never unloaded, since its types are not either.
        g_module_make_resident(library)
        /// - Parameter type: the type of the function in libsoup 3.
        func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
            var symbol: UnsafeMutableRawPointer?
            guard g_module_symbol(library, name, &symbol) != 0, let symbol else { return nil }
            return unsafeBitCast(symbol, to: type)
        }
        guard let session = function("soup_session_get_type", TypeFunction.self),
            let message = function("soup_message_get_type", TypeFunction.self),
            let address = function(
                "soup_message_get_uri", (@convention(c) (UnsafeMutableRawPointer) -> OpaquePointer?).self),
            let headers = function(
                "soup_message_get_request_headers", (@convention(c) (UnsafeMutableRawPointer) -> Headers?).self),
            let replace = function(
                "soup_message_headers_replace",
                (@convention(c) (Headers, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void).self),
            let remove = function(
                "soup_message_headers_remove", (@convention(c) (Headers, UnsafePointer<CChar>) -> Void).self)
        else { return nil }
        // Signals exist as soon as their class is created, and as long as it exists.
        g_type_class_ref(session())
        g_type_class_ref(message())
        requestQueued = g_signal_lookup("request-queued", session())
        restarted = g_signal_lookup("restarted", message())
        networkEvent = g_signal_lookup("network-event", message())
        (self.address, self.headers, self.replace, self.remove) = (address, headers, replace, remove)
    }

    /// The object in a signal's value.
    static func object(_ values: UnsafePointer<GValue>?, at index: Int) -> UnsafeMutableRawPointer? {
        values.flatMap { g_value_get_object($0 + index) }
    }
}
