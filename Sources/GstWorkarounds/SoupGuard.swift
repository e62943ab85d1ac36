package import CGStreamer
internal import GstElements
internal import Synchronization

extension Workaround {
    static let soupClose = Workaround("close of an ended message", in: .libsoup, fixedIn: LibraryVersion(3, 6, 6))
}

/// Prevents a crash of libsoup when a request is cancelled at the moment of its response.
///
/// - Component: libsoup (`soup_message_io_skip`).
/// - Versions: seen with 3.2.3; the same up to 3.6.5. 3.6.6 and 3.7.1 ask first.
/// - Upstream: bd3f16bd, for https://gitlab.gnome.org/GNOME/libsoup/-/issues/418
/// - Without it: `soup_session_send_async` drops the response's stream after the message has ended. Closing the stream reads the
///   connection state of the message, which is already gone: a null pointer in `soup_client_message_io_run_until_finish`. A seek
///   in HLS and `next` during a download cancel requests; about one cancellation in a thousand crashed.
/// - Test: `SoupGuardTests`
///
/// The guard leaves out the close for messages that have ended, when nothing is left to do.
package enum SoupGuard {
    private typealias Close =
        @convention(c) (
            UnsafeMutablePointer<GInputStream>?, UnsafeMutablePointer<GCancellable>?,
            UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
        ) -> gboolean

    /// `@unchecked`: a function of libsoup, which is never unloaded.
    private struct Original: @unchecked Sendable { let close: Close }

    private static let original = Mutex<Original?>(nil)
    private static let mark = g_quark_from_string("mediad-message-ended")

    /// Installs the guard with the first response of an HTTP source; does nothing to other elements.
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard HTTPSource.isOne(element), Workaround.soupClose.isOn, original.withLock({ $0 == nil }) else { return }
        element.withPad("src") { pad in
            pad.filter(.buffers) { _ in
                install()
                return .passAndEnd
            }
        }
    }

    /// libsoup's types exist after its first response.
    private static func install() {
        original.withLock { original in
            guard original == nil else { return }
            let (stream, message) = (g_type_from_name("SoupClientInputStream"), g_type_from_name("SoupMessage"))
            guard stream != 0, message != 0, let type = g_type_class_peek(stream), g_type_class_peek(message) != nil,
                let property = g_object_class_find_property(type.assumingMemoryBound(to: GObjectClass.self), "message"),
                property.pointee.flags.rawValue & G_PARAM_READABLE.rawValue != 0
            else { return }
            let (starting, finished) = (g_signal_lookup("starting", message), g_signal_lookup("finished", message))
            let methods = type.assumingMemoryBound(to: GInputStreamClass.self)
            guard starting != 0, finished != 0, let close = methods.pointee.close_fn else { return }
            _ = g_signal_add_emission_hook(starting, 0, begun, nil, nil)
            _ = g_signal_add_emission_hook(finished, 0, ended, nil, nil)
            original = Original(close: close)
            methods.pointee.close_fn = guarded
        }
    }

    private static let begun: GSignalEmissionHook = { _, _, values, _ in
        if let message = values.flatMap(g_value_get_object) {
            g_object_set_qdata(message.assumingMemoryBound(to: GObject.self), mark, nil)
        }
        return 1
    }

    private static let ended: GSignalEmissionHook = { _, _, values, _ in
        if let message = values.flatMap(g_value_get_object) {
            // Any pointer but null.
            g_object_set_qdata(
                message.assumingMemoryBound(to: GObject.self), mark, UnsafeMutableRawPointer(bitPattern: 1))
        }
        return 1
    }

    private static let guarded: Close = { stream, cancellable, error in
        guard let stream, let original = original.withLock({ $0 }) else { return 1 }
        return hasEnded(stream) ? 1 : original.close(stream, cancellable, error)
    }

    private static func hasEnded(_ stream: UnsafeMutablePointer<GInputStream>) -> Bool {
        var value = GValue()
        g_value_init(&value, g_type_from_name("SoupMessage"))
        defer { g_value_unset(&value) }
        g_object_get_property(
            UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self), "message", &value)
        guard let message = g_value_get_object(&value) else { return false }
        return g_object_get_qdata(message.assumingMemoryBound(to: GObject.self), mark) != nil
    }
}
