internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Prevents `scaletempo` from playing data that must not be heard.
///
/// At rates other than 1 it looks about 50 ms ahead, so that silence must be applied before it. It also keeps that
/// much over a flush: after a seek it begins with data from before the seek (GStreamer 1.22).
public final class TempoGuard: Sendable {
    /// The sum of its default search, stride and overlap, in nanoseconds.
    private static let memory = 56_000_000.0

    private struct State {
        var segment = StreamSegment()
        var editor = StreamEditor()
        /// The number of stale bytes; nil until the segment after a flush reports the rate.
        var stale: Int? = 0
        /// The end of the input so far, in nanoseconds of media time; nil if there is none since the last segment.
        var taken: Int64?
    }

    private let state = Mutex(State())

    private init() {}

    /// Attaches to both sides of the element.
    @MediaActor
    public static func attach(input: Pad, output: Pad) -> TempoGuard {
        let tempo = TempoGuard()
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        gst_pad_add_probe(
            input.pointer, GstPadProbeType(rawValue: mask), tempoInputProbe, Unmanaged.passRetained(tempo).toOpaque(),
            releaseContext)
        gst_pad_add_probe(
            output.pointer, GstPadProbeType(rawValue: mask | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue),
            tempoOutputProbe, Unmanaged.passRetained(tempo).toOpaque(), releaseContext)
        return tempo
    }

    /// Sets the stretches of the input that are silenced from now on: nanoseconds of media time, sorted.
    public func silence(_ stretches: [Range<Int64>]) { state.withLock { $0.editor.edits.blanks = stretches } }

    /// The end of the input since the last segment, in nanoseconds of media time; nil if there is none.
    public var taken: Int64? { state.withLock { $0.taken } }

    func handleInput(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            guard let buffer = cgst_probe_buffer(info) else { return }
            let (editor, segment) = state.withLock { state in
                if let start = state.segment.mediaTime(cgst_buffer_pts(buffer)), let audio = state.editor.audio {
                    let length = audio.duration(ofBytes: Int(gst_buffer_get_size(buffer)))
                    state.taken = start.plus(Int64(clamping: length))
                }
                return (state.editor, state.segment)
            }
            guard case .replaced(let edited) = editor.edit(buffer, in: segment) else { return }
            cgst_probe_set_buffer(info, edited)
            gst_buffer_unref(buffer)
        } else if let event = cgst_probe_event(info) {
            switch cgst_event_type(event) {
            case GST_EVENT_SEGMENT:
                let segment = StreamSegment(of: event)
                state.withLock { state in
                    state.segment = segment
                    state.taken = nil
                }
            case GST_EVENT_CAPS:
                let layout = AudioLayout(of: event)
                state.withLock { $0.editor.audio = layout }
            default: break
            }
        }
    }

    func handleOutput(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            if let buffer = cgst_probe_buffer(info) { silenceStale(buffer, info) }
        } else if let event = cgst_probe_event(info) {
            switch cgst_event_type(event) {
            case GST_EVENT_FLUSH_STOP: state.withLock { $0.stale = nil }
            case GST_EVENT_SEGMENT:
                let rate = abs(StreamSegment(of: event).native.applied_rate)
                state.withLock { state in
                    guard state.stale == nil else { return }
                    let length = rate == 1 || rate == 0 ? 0 : GstClockTime(Self.memory / rate)
                    state.stale = state.editor.audio?.bytes(in: length, limit: .max) ?? 0
                }
            default: break
            }
        }
    }

    private func silenceStale(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ info: UnsafeMutablePointer<GstPadProbeInfo>
    ) {
        let size = Int(gst_buffer_get_size(buffer))
        let (audio, count) = state.withLock { state in
            let count = min(size, state.stale ?? 0)
            if count > 0 { state.stale = (state.stale ?? 0) - count }
            return (state.editor.audio, count)
        }
        guard count > 0, let audio, let writable = cgst_buffer_writable(buffer) else { return }
        audio.silence([0..<count], of: writable)
        cgst_probe_set_buffer(info, writable)
    }
}
