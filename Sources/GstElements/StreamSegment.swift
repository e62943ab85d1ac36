package import CGStreamer

/// A GstSegment as a value. `@unchecked` because the C struct ends in reserved pointers that are never set.
package struct StreamSegment: @unchecked Sendable {
    package var native = GstSegment()

    package init() {}

    package init(_ native: GstSegment) { self.native = native }

    /// A time segment that begins at 0, in nanoseconds.
    package static var time: StreamSegment {
        var segment = StreamSegment()
        gst_segment_init(&segment.native, GST_FORMAT_TIME)
        return segment
    }

    /// Copies the segment of a SEGMENT event.
    package init(of event: UnsafeMutablePointer<GstEvent>) { gst_event_copy_segment(event, &native) }

    package var isTime: Bool { native.format == GST_FORMAT_TIME }

    /// The signed running time of a stream position, in nanoseconds; nil if the segment has no times.
    package func runningTime(_ time: GstClockTime) -> Int64? {
        guard isTime else { return nil }
        var result: guint64 = 0
        let sign = withUnsafePointer(to: native) {
            gst_segment_to_running_time_full($0, GST_FORMAT_TIME, time, &result)
        }
        guard sign != 0 else { return nil }
        return sign > 0 ? Int64(clamping: result) : -Int64(clamping: result)
    }

    /// The running time at which data from `start` to `end` begins to be heard, in nanoseconds; nil if all of it lies
    /// before the segment.
    package func firstRunningTime(from start: GstClockTime, to end: GstClockTime) -> Int64? {
        guard isTime, native.rate > 0, start < native.start else { return runningTime(start) }
        return end > native.start ? runningTime(native.start) : nil
    }

    /// The signed media time of a stream position, in nanoseconds; nil if the segment has no times.
    package func mediaTime(_ time: GstClockTime) -> Int64? {
        guard isTime, time != .max else { return nil }
        var result: guint64 = 0
        let sign = withUnsafePointer(to: native) {
            gst_segment_to_stream_time_full($0, GST_FORMAT_TIME, time, &result)
        }
        guard sign != 0 else { return nil }
        return sign > 0 ? Int64(clamping: result) : -Int64(clamping: result)
    }

    /// The same media, delayed by `shift` nanoseconds of running time.
    package func shifted(by shift: Int64) -> StreamSegment {
        var moved = self
        let base = Int64(clamping: native.base).plus(shift)
        if base >= 0 {
            moved.native.base = guint64(base)
        } else {
            // Running time cannot be negative. The part before 0 is treated as elapsed inside the segment.
            moved.native.base = 0
            let elapsed = guint64(saturating: Double(base.magnitude) * abs(native.rate))
            moved.native.offset = native.offset.plus(elapsed)
        }
        return moved
    }

    /// The same media at another rate, and after what came before it at that rate.
    package func played(at rate: Double) -> StreamSegment {
        guard rate > 0 else { return self }
        var changed = self
        changed.native.rate = native.rate * rate
        changed.native.base = guint64(saturating: Double(native.base) / rate)
        return changed
    }

    /// Which samples of a buffer are in the segment, if its end is within the buffer; nil if it is not.
    ///
    /// A decoder cuts there, but rounds up (GstAudioDecoder, 1.22).
    package func rounded(from time: GstClockTime, count: Int, rate: Int) -> Range<Int>? {
        guard isTime, native.rate > 0, native.stop != .max, time != .max, time < native.stop else { return nil }
        let samples = (Double(native.stop - time) * Double(rate) / 1e9).rounded()
        return samples > 0 && samples < Double(count) ? 0..<Int(samples) : nil
    }

    /// The same media, whose times begin at a media time of this segment, in nanoseconds: what is before it is left out.
    package func beginning(at start: Int64) -> StreamSegment {
        var moved = self
        let time = Int64(clamping: native.time)
        let skipped = guint64(max(0, start.minus(time)))
        moved.native.start = native.start.plus(skipped)
        moved.native.position = max(native.position, moved.native.start)
        if native.stop != .max { moved.native.stop = max(native.stop, moved.native.start) }
        moved.native.time = guint64(max(0, time.minus(start)))
        return moved
    }

    /// The running time of the segment's start, in nanoseconds.
    package var runningStart: Int64 { Int64(clamping: native.base) }

    /// The media time at ``runningStart``, in nanoseconds.
    package var mediaStart: Int64 {
        Int64(clamping: native.time).plus(Int64(saturating: Double(native.offset) * abs(native.applied_rate)))
    }

    /// The time of a media time in the buffers of this segment, in nanoseconds; 0 for times before all buffers, nil
    /// if the segment has no times.
    package func bufferTime(_ media: Int64) -> GstClockTime? {
        let rate = abs(native.applied_rate)
        guard isTime, rate > 0 else { return nil }
        let inside = Double(media.minus(Int64(clamping: native.time))) / rate
        let time = Double(native.start) + inside.rounded()
        return time < 9e18 ? GstClockTime(max(0, time)) : nil
    }

    /// A SEGMENT event like `original` with this segment.
    package func event(like original: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        let event = withUnsafePointer(to: native) { gst_event_new_segment($0) }
        if let event { gst_event_set_seqnum(event, cgst_event_seqnum(original)) }
        return event
    }
}
