package import CGStreamer

/// Applies ``StreamEdits`` to the buffers of a stream: per sample for audio, per frame for video.
package struct StreamEditor: Sendable {
    package enum Result {
        /// The buffer is unchanged.
        case unchanged
        /// A replacement for the buffer; the caller owns it.
        case replaced(UnsafeMutablePointer<GstBuffer>)
        /// The buffer is after the end.
        case isBehindEnd
        /// The buffer is hidden, but later ones are not.
        case isHidden
    }

    package var edits = StreamEdits()
    /// An earlier end that applies until the next flush; see ``StreamGate/keepEndUntilFlush()``.
    package var endBeforeFlush: Int64?
    /// Nil for anything but audio.
    package var audio: AudioLayout?

    package init() {}

    /// The end in the time of a segment's buffers; nil if there is none.
    package func end(in segment: StreamSegment) -> GstClockTime? {
        [edits.end, endBeforeFlush].compactMap { $0 }.min().flatMap(segment.bufferTime)
    }

    /// Edits a buffer that its pad still owns.
    package func edit(_ buffer: UnsafeMutablePointer<GstBuffer>, in segment: StreamSegment) -> Result {
        let result = cut(buffer, in: segment)
        guard let audio, edits.gain != .none else { return result }
        let edited: UnsafeMutablePointer<GstBuffer>
        switch result {
        case .unchanged: edited = gst_buffer_ref(buffer)
        case .replaced(let replacement): edited = replacement
        case .isBehindEnd, .isHidden: return result
        }
        guard let writable = cgst_buffer_writable(edited) else { return .isHidden }
        audio.amplify(writable, by: edits.gain)
        return .replaced(writable)
    }

    /// Applies the edits that depend on time.
    private func cut(_ buffer: UnsafeMutablePointer<GstBuffer>, in segment: StreamSegment) -> Result {
        let start = cgst_buffer_pts(buffer)
        guard start != .max, segment.isTime else { return .unchanged }
        var edited: UnsafeMutablePointer<GstBuffer>?
        if let end = end(in: segment) {
            guard start < end else { return .isBehindEnd }
            if let audio, start.plus(audio.duration(ofBytes: Int(gst_buffer_get_size(buffer)))) > end {
                guard let clipped = audio.clipped(buffer, at: end, in: segment) else { return .isBehindEnd }
                edited = clipped
            }
        }
        if audio == nil, isHidden(start, segment) { return .isHidden }
        if let shortened = shortened(edited ?? buffer, segment) {
            if let edited { gst_buffer_unref(edited) }
            edited = shortened
        }
        let stretches = silence(in: edited ?? buffer, segment)
        if let audio, !stretches.isEmpty {
            guard let writable = cgst_buffer_writable(edited ?? gst_buffer_ref(buffer)) else { return .isHidden }
            audio.silence(stretches, of: writable)
            edited = writable
        }
        return edited.map(Result.replaced) ?? .unchanged
    }

    /// Replaces an implausible duration of a buffer: sinks wait for the end of the last buffer.
    private func shortened(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ segment: StreamSegment
    ) -> UnsafeMutablePointer<GstBuffer>? {
        let (start, duration) = (cgst_buffer_pts(buffer), cgst_buffer_duration(buffer))
        let believed = StreamReach.duration(
            duration, from: start, in: segment, length: edits.length,
            heard: audio?.duration(ofBytes: Int(gst_buffer_get_size(buffer))))
        guard believed != duration else { return nil }
        return cgst_buffer_at(buffer, start, cgst_buffer_dts(buffer), believed)
    }

    /// Whether a frame is in a blank stretch.
    private func isHidden(_ time: GstClockTime, _ segment: StreamSegment) -> Bool {
        edits.blanks.contains { range in
            guard let from = segment.bufferTime(range.lowerBound), let to = segment.bufferTime(range.upperBound)
            else { return false }
            return from <= time && time < to
        }
    }

    /// The parts of a buffer to silence, in bytes.
    private func silence(in buffer: UnsafeMutablePointer<GstBuffer>, _ segment: StreamSegment) -> [Range<Int>] {
        guard let audio, !edits.blanks.isEmpty else { return [] }
        let start = cgst_buffer_pts(buffer)
        let size = Int(gst_buffer_get_size(buffer))
        return edits.blanks.compactMap { range in
            guard let from = segment.bufferTime(range.lowerBound), let to = segment.bufferTime(range.upperBound),
                to > start
            else { return nil }
            let first = from > start ? audio.bytes(in: from - start, limit: size) : 0
            let last = audio.bytes(in: to - start, limit: size)
            return first < last ? first..<last : nil
        }
    }
}
