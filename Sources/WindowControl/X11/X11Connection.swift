internal import CXCB
internal import GLibLoop
internal import Glibc

/// A connection to an X server, with a Swift interface for properties, messages and events.
///
/// It uses xcb and not Xlib: if the server goes away, xcb returns an error, whereas Xlib ends the process.
@WindowActor
final class X11Connection {
    let raw: OpaquePointer
    private(set) var isOpen = true
    private var watch: LoopSource?
    private var onEvents: (@Sendable @WindowActor () -> Void)?
    private var isLookScheduled = false
    private var names: [xcb_atom_t: X11Atom] = [:]
    private var atoms: [X11Atom: xcb_atom_t] = [:]

    let root: xcb_window_t
    let blackPixel: UInt32
    /// The depth of the root window, and therefore of mediad's window, in bits per pixel.
    let depth: UInt8
    /// Whether the server stores pixels as four bytes, lowest byte first.
    let takesPixels: Bool
    /// Whether the server can list its monitors.
    let hasMonitors: Bool

    /// - Parameter display: a display name as in `DISPLAY`.
    init(display: String) throws(WindowFault) {
        var preferredScreen: Int32 = 0
        // Never nil: a failed connection is an object in an error state that must be freed like any other.
        guard let raw = xcb_connect(display, &preferredScreen) else { throw .refused(display: display) }
        let error = xcb_connection_has_error(raw)
        guard error == 0 else {
            xcb_disconnect(raw)
            // XCB_CONN_CLOSED_PARSE_ERR and …INVALID_SCREEN, which are macros that Swift does not import.
            throw error == 5 || error == 6 ? .badDisplayName(display) : .refused(display: display)
        }
        var screens = xcb_setup_roots_iterator(xcb_get_setup(raw))
        for _ in 0..<preferredScreen where screens.rem > 1 { xcb_screen_next(&screens) }
        guard screens.rem > 0, let screen = screens.data else {
            xcb_disconnect(raw)
            throw .badDisplayName(display)
        }
        self.raw = raw
        root = screen.pointee.root
        blackPixel = screen.pointee.black_pixel
        depth = screen.pointee.root_depth
        takesPixels = Self.storesFourBytes(raw, depth: screen.pointee.root_depth)
        hasMonitors = Self.offersMonitors(raw)
        internAtoms()
    }

    private static func storesFourBytes(_ raw: OpaquePointer, depth: UInt8) -> Bool {
        guard let setup = xcb_get_setup(raw),
            setup.pointee.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue), depth >= 24
        else { return false }
        var formats = xcb_setup_pixmap_formats_iterator(setup)
        while formats.rem > 0, let format = formats.data {
            if format.pointee.depth == depth { return format.pointee.bits_per_pixel == 32 }
            xcb_format_next(&formats)
        }
        return false
    }

    /// Whether RandR has GetMonitors, which was introduced with version 1.5.
    private static func offersMonitors(_ raw: OpaquePointer) -> Bool {
        // A request to a missing extension would close the connection.
        guard let facts = xcb_get_extension_data(raw, cxcb_randr()), facts.pointee.present != 0,
            let version = xcb_randr_query_version_reply(raw, xcb_randr_query_version(raw, 1, 5), nil)
        else { return false }
        defer { free(version) }
        return (version.pointee.major_version, version.pointee.minor_version) >= (1, 5)
    }

    private func internAtoms() {
        let cookies = X11Atom.allCases.map { atom in
            (atom, xcb_intern_atom(raw, 0, UInt16(atom.rawValue.utf8.count), atom.rawValue))
        }
        for (atom, cookie) in cookies {
            guard let reply = xcb_intern_atom_reply(raw, cookie, nil) else { continue }
            atoms[atom] = reply.pointee.atom
            names[reply.pointee.atom] = atom
            free(reply)
        }
    }

    /// Closes the connection, which destroys all its objects on the server.
    func close() {
        guard isOpen else { return }
        isOpen = false
        stopWatching()
        xcb_disconnect(raw)
    }

    isolated deinit { close() }

    /// The reason why the connection is unusable; nil while it works.
    var failure: String? {
        guard isOpen else { return "closed" }
        let error = xcb_connection_has_error(raw)
        return error == 0 ? nil : "the X server hung up (xcb error \(error))"
    }

    /// Calls `body` on the actor whenever there may be events.
    func watchEvents(_ body: @escaping @Sendable @WindowActor () -> Void) {
        guard isOpen else { return }
        onEvents = body
        watch = LoopSource.watch(
            on: WindowActor.loop, descriptor: xcb_get_file_descriptor(raw), for: [.readable, .hangup, .error]
        ) { _ in WindowActor.assumeIsolated(body) }
    }

    /// Stops calling the closure that was passed to ``watchEvents(_:)``.
    func stopWatching() {
        watch = nil
        onEvents = nil
    }

    /// Must be called for every reply that is waited for: earlier events are in xcb's queue then, and the socket will
    /// not signal them.
    func noteAnswer() {
        guard onEvents != nil, !isLookScheduled else { return }
        isLookScheduled = true
        WindowActor.post { [weak self] in
            guard let self else { return }
            isLookScheduled = false
            onEvents?()
        }
    }

    /// The next event, including those that arrived while a reply was waited for; nil if there is none.
    ///
    /// Irrelevant events are skipped.
    func nextEvent() -> X11Event? {
        guard isOpen else { return nil }
        while let event = xcb_poll_for_event(raw) {
            defer { free(event) }
            if let value = X11Event(event) { return value }
        }
        return nil
    }

    func flush() { if isOpen { xcb_flush(raw) } }

    /// The number of an atom on this server; 0 (None) if it has none.
    func atom(_ atom: X11Atom) -> xcb_atom_t { atoms[atom] ?? 0 }

    /// The known atom with this number.
    func name(of atom: xcb_atom_t) -> X11Atom? { names[atom] }

    // MARK: Properties

    /// The 32-bit words of a property; nil if it does not exist.
    func words(_ property: X11Atom, of window: xcb_window_t) -> [UInt32]? {
        read(property, of: window, format: 32) { value, count in
            (0..<count / 4).map { value.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
    }

    /// The text of a property; nil if it does not exist.
    func text(_ property: X11Atom, of window: xcb_window_t) -> String? {
        read(property, of: window, format: 8) { value, count in
            String(decoding: UnsafeRawBufferPointer(start: value, count: count), as: UTF8.self)
        }
    }

    private func read<Value>(
        _ property: X11Atom, of window: xcb_window_t, format: UInt8, _ body: (UnsafeRawPointer, Int) -> Value
    ) -> Value? {
        guard isOpen else { return nil }
        // At most 64 KiB: no relevant property is longer.
        let cookie = xcb_get_property(raw, 0, window, atom(property), 0, 0, 16_384)
        noteAnswer()
        guard let reply = xcb_get_property_reply(raw, cookie, nil) else { return nil }
        defer { free(reply) }
        guard reply.pointee.format == format, let value = xcb_get_property_value(reply) else { return nil }
        return body(value, Int(xcb_get_property_value_length(reply)))
    }

    /// - Parameter type: the type of the property, as the number of an atom: `XCB_ATOM_CARDINAL` and so on.
    func set(_ property: X11Atom, of window: xcb_window_t, type: xcb_atom_t, words: [UInt32]) {
        set(atom(property), of: window, type: type, words: words)
    }

    func set(_ property: xcb_atom_t, of window: xcb_window_t, type: xcb_atom_t, words: [UInt32]) {
        guard isOpen else { return }
        xcb_change_property(
            raw, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 32, UInt32(words.count), words)
    }

    func set(_ property: xcb_atom_t, of window: xcb_window_t, type: xcb_atom_t, text: String) {
        guard isOpen else { return }
        let bytes = Array(text.utf8)
        xcb_change_property(
            raw, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 8, UInt32(bytes.count), bytes)
    }

    func remove(_ property: X11Atom, of window: xcb_window_t) {
        if isOpen { xcb_delete_property(raw, window, atom(property)) }
    }

    // MARK: Messages

    /// Sends a client message about `window` to the window manager.
    func ask(_ message: X11Atom, about window: xcb_window_t, _ data: [UInt32]) {
        sendToManager(clientMessage(atom(message), window, data))
    }

    /// Returns a `_NET_WM_PING`: the window responds.
    func answerPing(_ data: [UInt32]) { sendToManager(clientMessage(atom(.wmProtocols), root, data)) }

    private func clientMessage(_ type: xcb_atom_t, _ window: xcb_window_t, _ data: [UInt32]) -> [UInt8] {
        var event = [UInt8](repeating: 0, count: 32)
        event[0] = UInt8(XCB_CLIENT_MESSAGE)
        event[1] = 32
        event.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: window, toByteOffset: 4, as: xcb_window_t.self)
            bytes.storeBytes(of: type, toByteOffset: 8, as: xcb_atom_t.self)
            for (index, word) in data.prefix(5).enumerated() {
                bytes.storeBytes(of: word, toByteOffset: 12 + 4 * index, as: UInt32.self)
            }
        }
        return event
    }

    /// - Parameter event: the 32 bytes of an event.
    func sendToManager(_ event: [UInt8]) {
        guard isOpen else { return }
        let mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
        event.withUnsafeBytes { bytes in
            _ = xcb_send_event(raw, 0, root, mask, bytes.bindMemory(to: CChar.self).baseAddress)
        }
    }
}
