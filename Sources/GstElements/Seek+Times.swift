package import CGStreamer

extension Seek {
    /// A SEEK event in the times of an element further upstream, which counts from another point.
    ///
    /// - Parameters:
    ///   - later: the same time there, in nanoseconds.
    ///   - stop: the same for the end; nil if it is changed likewise.
    /// - Returns: nil if the event is not about times.
    package static func event(
        _ event: UnsafeMutablePointer<GstEvent>, later: (Int64) -> Int64, stop laterStop: ((Int64) -> Int64)? = nil
    ) -> UnsafeMutablePointer<GstEvent>? {
        var (rate, format, flags) = (1.0, GST_FORMAT_UNDEFINED, GST_SEEK_FLAG_NONE)
        var (startType, stopType) = (GST_SEEK_TYPE_NONE, GST_SEEK_TYPE_NONE)
        var (start, stop): (gint64, gint64) = (0, 0)
        gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
        guard format == GST_FORMAT_TIME else { return nil }
        if startType == GST_SEEK_TYPE_SET, start >= 0 { start = gint64(later(Int64(start))) }
        if stopType == GST_SEEK_TYPE_SET, stop >= 0 { stop = gint64(laterStop?(Int64(stop)) ?? later(Int64(stop))) }
        let moved = gst_event_new_seek(rate, format, flags, startType, start, stopType, stop)
        if let moved { gst_event_set_seqnum(moved, cgst_event_seqnum(event)) }
        return moved
    }
}
