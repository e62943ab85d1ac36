internal import CGStreamer
public import GLibLoop

/// Delivers the bus messages of a pipeline as values on the media loop, until it is released or cancelled.
@MediaActor
public final class BusWatch {
    private final class Handler {
        let body: @MediaActor (PipelineMessage) -> Void
        init(_ body: @escaping @MediaActor (PipelineMessage) -> Void) { self.body = body }
    }

    /// GLib locks sources: they may be destroyed on any thread, and so in `deinit`.
    private nonisolated(unsafe) let source: UnsafeMutablePointer<GSource>?

    public init(_ pipeline: Element, _ body: @escaping @MediaActor (PipelineMessage) -> Void) {
        guard let bus = gst_element_get_bus(pipeline.pointer), let source = gst_bus_create_watch(bus) else {
            source = nil
            return
        }
        cgst_drop_unread_messages(bus)
        gst_object_unref(bus)
        let callback: GstBusFunc = { _, message, data in
            guard let message, let data else { return 1 }
            // Reading it waits for the locks of the elements it comes from.
            MediaActor.loop.during("a message from GStreamer") {
                guard let value = PipelineMessage(message) else { return }
                // The source is attached to the context of the media loop, so this runs on the loop.
                let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
                MediaActor.assumeIsolated { handler.body(value) }
            }
            return 1
        }
        // GLib accepts every callback as a GSourceFunc; a bus source calls it as the GstBusFunc that it is.
        g_source_set_callback(
            source, unsafeBitCast(callback, to: GSourceFunc.self),
            Unmanaged.passRetained(Handler(body)).toOpaque(),
            releaseContext)
        g_source_attach(source, MediaActor.loop.context)
        self.source = source
    }

    deinit {
        if let source {
            g_source_destroy(source)
            g_source_unref(source)
        }
    }

    public func cancel() {
        if let source { g_source_destroy(source) }
    }
}
