package import CGStreamer
internal import GstElements

extension Workaround {
    static let settling = Workaround("lost state changes of bins", in: .gstreamer)
}

/// Sets the state of a bin that would wait for it forever.
///
/// - Component: the core of GStreamer (`gst_element_set_state_func`, `gst_bin_continue_func`, `gst_bin_element_set_state`).
/// - Versions: seen with 1.22.0; the functions are the same in 1.29.2. 1.24 repairs another loss (merge request 3490).
/// - Upstream: none found.
/// - Without it: a state change of a bin is lost that is requested after the last of its sinks has received its first data, and
///   before the bin continues to PLAYING: the bin regards itself as busy, and the continuation as outdated. A bin that waits for
///   a child does not change its state, even if the child's message was lost. Playback stands still.
/// - Test: `StateTests`, `LeftOutputTests`
package enum BinState {
    /// Completes a change of state if all children of a bin have reached the state, but no message will follow.
    ///
    /// - Returns: whether that was the case. No message reports the paused state then.
    @discardableResult
    package static func settle(_ bin: UnsafeMutablePointer<GstElement>, in state: GstState) -> Bool {
        guard Workaround.settling.isOn else { return false }
        g_rec_mutex_lock(&bin.pointee.state_lock)
        defer { g_rec_mutex_unlock(&bin.pointee.state_lock) }
        completeChildren(of: bin)
        guard isLeftWaiting(bin) else { return false }
        gst_element_abort_state(bin)
        gst_element_set_state(bin, state)
        return true
    }

    /// Whether a bin is on its way to a state, and waits for nothing in it to get there: no ASYNC_START without its ASYNC_DONE.
    private static func isLeftWaiting(_ bin: UnsafeMutablePointer<GstElement>) -> Bool {
        g_mutex_lock(&bin.pointee.object.lock)
        defer { g_mutex_unlock(&bin.pointee.object.lock) }
        return bin.pointee.last_return == GST_STATE_CHANGE_ASYNC && bin.pointee.pending_state != GST_STATE_VOID_PENDING
            && awaited(by: bin).isEmpty
    }

    /// Reports that the children are done that a bin still waits for although they no longer change their state: their
    /// message was lost. A bin never sets such a child to a higher state.
    private static func completeChildren(of bin: UnsafeMutablePointer<GstElement>) {
        g_mutex_lock(&bin.pointee.object.lock)
        let done = awaited(by: bin).compactMap { source -> UnsafeMutablePointer<GstElement>? in
            let instance = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GTypeInstance.self)
            guard g_type_check_instance_is_a(instance, gst_element_get_type()) != 0, let child = cgst_element(source)
            else { return nil }
            g_mutex_lock(&child.pointee.object.lock)
            defer { g_mutex_unlock(&child.pointee.object.lock) }
            guard child.pointee.last_return != GST_STATE_CHANGE_ASYNC else { return nil }
            gst_object_ref(child)
            return child
        }
        g_mutex_unlock(&bin.pointee.object.lock)
        // The last one first, as they began.
        for child in done.reversed() {
            gst_element_post_message(child, gst_message_new_async_done(cgst_object(child), .max))
            gst_object_unref(child)
        }
    }

    /// What a bin has an ASYNC_START of. Its lock must be held.
    private static func awaited(by bin: UnsafeMutablePointer<GstElement>) -> [UnsafeMutablePointer<GstObject>] {
        var found: [UnsafeMutablePointer<GstObject>] = []
        var node = cgst_bin(bin).pointee.messages
        while let here = node {
            let message = here.pointee.data.assumingMemoryBound(to: GstMessage.self)
            if cgst_message_type(message) == GST_MESSAGE_ASYNC_START, let source = cgst_message_source(message) {
                found.append(source)
            }
            node = here.pointee.next
        }
        return found
    }
}
