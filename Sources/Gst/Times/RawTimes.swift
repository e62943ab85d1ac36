internal import CGStreamer
internal import Synchronization

/// Counts the times of sound that needs no decoder in samples, as ``SoundTrim`` has decoders do it: those of the container are
/// rounded to a millisecond, and the next item joins where the last one ends.
final class RawTimes: Sendable {
    private struct State {
        /// Nil for streams that are not raw sound.
        var audio: AudioLayout?
        /// Where counting began; nil: with the next buffer.
        var origin: GstClockTime?
        /// Bytes since then.
        var counted = 0
    }

    private let state = Mutex(State())

    private init() {}

    /// Corrects the times of a demuxer that has rounded ones; does nothing to other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "matroskademux") != 0 || cgst_factory_is(element, "flvdemux") != 0 else {
            return
        }
        element.observePads { pad in
            let times = RawTimes()
            pad.filter([.buffers, .events, .flushes]) { times.take($0) }
        }
    }

    private func take(_ passing: PassingData) -> PadVerdict {
        if let event = passing.event {
            switch cgst_event_type(event) {
            case GST_EVENT_CAPS:
                let audio = AudioLayout(of: event)
                state.withLock { ($0.audio, $0.origin) = (audio, nil) }
            case GST_EVENT_SEGMENT, GST_EVENT_FLUSH_STOP: state.withLock { $0.origin = nil }
            default: break
            }
            return .pass
        }
        guard let buffer = passing.buffer, cgst_buffer_pts(buffer) != .max else { return .pass }
        let time = cgst_buffer_pts(buffer)
        let counted: (start: GstClockTime, duration: GstClockTime)? = state.withLock { state in
            guard let audio = state.audio else { return nil }
            let expected = state.origin.map { $0.plus(audio.duration(ofBytes: state.counted)) }
            let isNear = expected.map { max($0, time) - min($0, time) <= GstClockTime(SoundTrim.rounding) } ?? false
            if !isNear { (state.origin, state.counted) = (time, 0) }
            let size = Int(gst_buffer_get_size(buffer))
            defer { state.counted += size }
            return (isNear ? expected ?? time : time, audio.duration(ofBytes: size))
        }
        guard let counted, let writable = cgst_buffer_writable(buffer) else { return .pass }
        cgst_buffer_set_times(writable, counted.start, counted.duration)
        passing.pass(writable)
        return .pass
    }
}
