internal import CGStreamer

/// Tags as they travel. Unchecked: counted atomically, never changed.
public final class PacketTags: @unchecked Sendable {
    let event: UnsafeMutablePointer<GstEvent>

    init(_ event: UnsafeMutablePointer<GstEvent>) {
        gst_event_ref(event)
        self.event = event
    }

    deinit { gst_event_unref(event) }
}
