internal import CGStreamer
internal import GLibLoop
internal import GstWorkarounds
internal import MediaContainers
internal import Synchronization

/// A `souphttpsrc` whose source pad is linked to a bare pad. All requests share one session, so that connections, TLS
/// and proxies are the same as for playback.
///
/// Blocks, for one thread at a time; no loop is involved.
final class HTTPTransfer {
    private let element: UnsafeMutablePointer<GstElement>
    private let pad: UnsafeMutablePointer<GstPad>
    private let bus: UnsafeMutablePointer<GstBus>
    private let inbox: HTTPInbox
    private let host: String?
    /// What is still to be asked before the first request: a name server may take longer than the caller has time.
    private var unasked: (rule: ResourceRule, uri: String)?
    /// A transfer that did not end in time is left to the closing thread and not used again.
    private var isUsable = true

    /// GStreamer objects that are passed to the thread that closes them, which is their only owner.
    private struct Remains: @unchecked Sendable {
        let element: UnsafeMutablePointer<GstElement>
        let pad: UnsafeMutablePointer<GstPad>
        let bus: UnsafeMutablePointer<GstBus>
    }

    /// - Parameters:
    ///   - rule: which servers are asked; nil permits all.
    ///   - timeout: the time without a response after which the server is considered unreachable, in seconds.
    init(uri: String, under rule: ResourceRule?, userAgent: String?, timeout: UInt32) throws(HTTPFailure) {
        do throws(GstFailure) { try Gst.initialize() } catch {
            throw HTTPFailure(.unavailable, error.message)
        }
        Soup.load(for: uri)
        guard let element = gst_element_factory_make("souphttpsrc", nil) else {
            throw HTTPFailure(
                .unavailable, "the GStreamer element souphttpsrc is not installed: install gstreamer1.0-plugins-good")
        }
        gst_object_ref_sink(element)
        SoupGuard.attach(to: element)
        guard let bus = gst_bus_new(), let pad = gst_pad_new("sink", GST_PAD_SINK) else {
            preconditionFailure("GStreamer is not initialised")
        }
        gst_object_ref_sink(pad)
        self.element = element
        self.bus = bus
        self.pad = pad
        inbox = HTTPInbox()
        host = HTTPAddress(uri)?.host
        cgst_set_string(element, "location", uri)
        cgst_set_int(element, "timeout", gint(clamping: min(max(timeout, 1), 3600)))
        cgst_set_int(element, "retries", 0)
        cgst_set_int(element, "blocksize", 64 << 10)
        cgst_set_bool(element, "iradio-mode", 0)
        if let userAgent { cgst_set_string(element, "user-agent", userAgent) }
        gst_element_set_bus(element, bus)
        if let rule {
            SourceDoor.attach(rule, to: element)
            unasked = (rule, uri)
        }
        gst_pad_set_chain_function_full(
            pad, httpChain, Unmanaged.passRetained(inbox as AnyObject).toOpaque(), releaseContext)
        gst_pad_set_event_function_full(
            pad, httpEvent, Unmanaged.passRetained(inbox as AnyObject).toOpaque(), releaseContext)
        guard let source = gst_element_get_static_pad(element, "src") else {
            preconditionFailure("souphttpsrc has no source pad")
        }
        gst_pad_link_full(source, pad, GST_PAD_LINK_CHECK_NOTHING)
        gst_object_unref(source)
    }

    deinit {
        let remains = Remains(element: element, pad: pad, bus: bus)
        // The state change joins the threads of the element, which may still hang in a host name lookup.
        SideThread.run("http closing") {
            gst_element_set_state(remains.element, GST_STATE_NULL)
            gst_pad_set_active(remains.pad, 0)
            gst_element_set_bus(remains.element, nil)
            gst_object_unref(remains.pad)
            gst_object_unref(remains.element)
            gst_object_unref(remains.bus)
        }
    }

    /// Sends a request and returns up to `limit` bytes of the body; the rest is not transferred. Returns no data of a
    /// radio station.
    ///
    /// - Parameters:
    ///   - range: requested with a `Range` header; nil requests the whole resource.
    ///   - headers: additional headers.
    ///   - deadline: by which the response must be complete, on the clock of ``MonotonicClock``, in microseconds.
    func request(
        range: Range<Int64>? = nil, limit: Int, headers: [String: String] = [:], deadline: Int64
    ) throws(HTTPFailure) -> HTTPAnswer {
        guard isUsable else { throw HTTPFailure(.timedOut, "the server did not respond before") }
        try askRule(deadline)
        setHeaders(headers)
        inbox.begin(limit: limit, endsAtLimit: range == nil)
        gst_pad_set_active(pad, 1)
        gst_element_set_state(element, GST_STATE_READY)
        if let range, range.lowerBound > 0 || range.upperBound < .max {
            // The source keeps the seek until it starts, so that the first request is for the right bytes.
            gst_element_send_event(
                element,
                gst_event_new_seek(
                    1, GST_FORMAT_BYTES, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, gint64(range.lowerBound),
                    GST_SEEK_TYPE_SET, gint64(range.upperBound)))
        }
        let change = gst_element_set_state(element, GST_STATE_PAUSED)
        let isOver = change == GST_STATE_CHANGE_FAILURE || inbox.waitForEnd(until: deadline)
        guard isOver else {
            isUsable = false
            inbox.close()
            throw HTTPFailure(.timedOut, "the server does not respond in time")
        }
        // In the READY state, the connection is kept for the next request.
        gst_element_set_state(element, GST_STATE_READY)
        gst_pad_set_active(pad, 0)
        var answer = inbox.take()
        let error = takeError()
        if answer.status == 0, let status = error?.httpStatus { answer.status = status }
        if let error, answer.status < 300 {
            // souphttpsrc (1.22) says nothing of a name server that does not answer.
            let isUnknown = answer.status == 0 && host.map { NetworkAddress.resolved($0).isEmpty } ?? false
            throw isUnknown ? HTTPFailure.noServer : HTTPFailure(error, answer)
        }
        // souphttpsrc treats an interrupted connection as an ordinary end.
        if answer.isComplete, answer.status < 300, answer.bytes.count < limit,
            let length = answer.headers["content-length"].flatMap({ Int($0) }), answer.bytes.count < length
        {
            throw HTTPFailure(.interrupted, "the connection was interrupted")
        }
        // The source ends the stream at the end of the requested range, whatever the server sends.
        if range != nil, answer.bytes.count >= limit { answer.isComplete = false }
        if change == GST_STATE_CHANGE_FAILURE { throw HTTPFailure(.unreachable, "the address cannot be opened") }
        return answer
    }

    /// Asks whether the address may be opened. ``SourceDoor`` asks as well, and finds the names resolved.
    private func askRule(_ deadline: Int64) throws(HTTPFailure) {
        guard let (rule, uri) = unasked else { return }
        let answer = Answer()
        SideThread.run("http rule") {
            answer.refusal.withLock { $0 = rule.refusal(of: uri) }
            answer.given.give()
        }
        guard answer.given.isGiven(by: deadline) else {
            throw HTTPFailure(.timedOut, "the name of the server cannot be resolved in time")
        }
        if let refusal = answer.refusal.withLock({ $0 }) { throw HTTPFailure(refusal: refusal) }
        unasked = nil
    }

    private final class Answer: Sendable {
        let refusal = Mutex<String?>(nil)
        let given = Notice()
    }

    private func setHeaders(_ headers: [String: String]) {
        guard let structure = gst_structure_new_empty("extra-headers") else { return }
        for (name, text) in headers {
            var value = GValue()
            g_value_init(&value, cgst_type_string())
            g_value_set_string(&value, text)
            gst_structure_set_value(structure, name, &value)
            g_value_unset(&value)
        }
        cgst_set_pointer(element, "extra-headers", UnsafeMutableRawPointer(structure))
        gst_structure_free(structure)
    }

    /// The first error of this request; later errors are its consequences.
    private func takeError() -> GstError? {
        var first: GstError?
        while let message = gst_bus_pop(bus) {
            if first == nil, cgst_message_type(message) == GST_MESSAGE_ERROR {
                first = GstError(message, isError: true)
            }
            gst_message_unref(message)
        }
        return first
    }
}

/// Passes data from the streaming thread to the reading thread.
final class HTTPInbox: Sendable {
    private struct State {
        var answer = HTTPAnswer()
        var limit = 0
        var endsAtLimit = false
        var isOver = true
    }
    private let state = Mutex(State())
    private let ended = Notice()

    /// - Parameter endsAtLimit: whether the request ends with the last requested byte. Otherwise it ends with the end
    ///   of the stream that follows it: the connection of a completely read response can be reused.
    func begin(limit: Int, endsAtLimit: Bool) {
        // An unconsumed signal belongs to an earlier request.
        ended.takeBack()
        state.withLock { $0 = State(limit: max(0, limit), endsAtLimit: endsAtLimit, isOver: false) }
    }

    /// - Returns: whether the request ended in time.
    func waitForEnd(until deadline: Int64) -> Bool { ended.isGiven(by: deadline) }

    /// Accepts no more data.
    func close() { state.withLock { $0 = State() } }

    func take() -> HTTPAnswer {
        state.withLock { state in
            defer { state = State() }
            return state.answer
        }
    }

    /// - Returns: whether more data is wanted.
    func receive(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        let size = Int(clamping: gst_buffer_get_size(buffer))
        let isOver = state.withLock { state in
            guard !state.isOver else { return true }
            let count = min(size, state.limit - state.answer.bytes.count)
            let piece = [UInt8](unsafeUninitializedCapacity: count) { space, filled in
                filled = Int(clamping: gst_buffer_extract(buffer, 0, space.baseAddress, gsize(count)))
            }
            state.answer.bytes += piece
            state.isOver = size > count || (state.endsAtLimit && state.answer.bytes.count >= state.limit)
            return state.isOver
        }
        if isOver { ended.give() }
        return !isOver
    }

    func receive(_ event: UnsafeMutablePointer<GstEvent>) {
        switch cgst_event_type(event) {
        case GST_EVENT_EOS:
            state.withLock { state in
                if !state.isOver { state.answer.isComplete = true }
                state.isOver = true
            }
            ended.give()
        case GST_EVENT_CUSTOM_DOWNSTREAM_STICKY:
            guard let structure = gst_event_get_structure(event),
                gst_structure_has_name(structure, "http-headers") != 0
            else { return }
            let (status, headers) = Self.headers(structure)
            let location = gst_structure_get_string(structure, "redirection-uri").map { String(cString: $0) }
            let isOver = state.withLock { state in
                guard !state.isOver else { return false }
                state.answer.status = status
                state.answer.headers = headers
                state.answer.location = location
                state.isOver = state.answer.isStation
                return state.isOver
            }
            if isOver { ended.give() }
        default: break
        }
    }

    private static func headers(_ structure: UnsafePointer<GstStructure>) -> (Int32, [String: String]) {
        var status: guint = 0
        gst_structure_get_uint(structure, "http-status-code", &status)
        var headers: [String: String] = [:]
        if let value = gst_structure_get_value(structure, "response-headers"),
            let boxed = g_value_get_boxed(value)
        {
            let inner = UnsafePointer(boxed.assumingMemoryBound(to: GstStructure.self))
            for index in 0..<max(0, gst_structure_n_fields(inner)) {
                guard let name = gst_structure_nth_field_name(inner, UInt32(index)),
                    let text = gst_structure_get_string(inner, name)
                else { continue }
                guard strlen(text) <= HTTPAnswer.longestHeader else { continue }
                headers[String(cString: name).lowercased()] = String(cString: text)
            }
        }
        return (Int32(clamping: status), headers)
    }
}
