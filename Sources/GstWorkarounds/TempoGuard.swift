internal import CGStreamer
internal import GLibLoop
public import GstElements
internal import Synchronization

extension Workaround {
    static let tempo = Workaround("stale data of another tempo", in: .gstreamer)
}

/// Prevents `scaletempo` from playing data that must not be heard, and lets it play the rest in time.
///
/// - Component: `scaletempo` of GStreamer.
/// - Versions: measured with 1.22.0; 1.29.2 keeps its queue over a flush, too (gstscaletempo.c has other changes only).
/// - Upstream: none found.
/// - Without it: at rates other than 1 it keeps about 50 ms over a flush: after a seek it begins with data from before the seek.
///   That data is dropped. The times of its first buffers after a flush are all that of the segment's start; all following data
///   would be late by what it kept. Therefore the times are counted here.
/// - Test: `TempoGuardTests`
///
/// It looks as far ahead, so that silence must be applied before it. That is no fault, and is done with every version.
public final class TempoGuard: Sendable {
    /// The sum of its default search, stride and overlap, in nanoseconds of media time: its times are not more exact.
    fileprivate static let memory = 56_000_000.0
    /// Its defaults for what it puts out at once, and for the part of it that it fades in from the one before, in nanoseconds.
    fileprivate static let (stride, overlap) = (30_000_000.0, 6_000_000.0)
    /// What is missing in the stream by more than this is a gap, in nanoseconds of media time.
    fileprivate static let gap = 100_000_000.0

    fileprivate struct State {
        var segment = StreamSegment()
        var editor = StreamEditor()
        /// The bytes that it has taken and not passed yet. Negative: so many of the next ones it will skip.
        var kept = 0.0
        var rate = 1.0
        /// Whether it has played at another rate than 1 before: only then it keeps anything.
        var hasPlayed = false
        /// The number of stale bytes of output; nil until the segment after a flush reports the rate.
        var stale: Int? = 0
        /// The time of the next output in nanoseconds of the segment; nil at rate 1.
        var next: Double?
        /// The end of the input so far, in nanoseconds of media time; nil if there is none since the last segment.
        var taken: Int64?
    }

    private let state = Mutex(State())

    private init() {}

    /// Attaches to both sides of the element.
    @MediaActor
    public static func attach(input: Pad, output: Pad) -> TempoGuard {
        let tempo = TempoGuard()
        input.pointer.observe([.buffers, .events]) { tempo.noteInput($0) }
        if Workaround.tempo.isOn { output.pointer.filter([.buffers, .events, .flushes]) { tempo.judgeOutput($0) } }
        return tempo
    }

    /// Sets the stretches of the input that are silenced from now on: nanoseconds of media time, sorted.
    public func silence(_ stretches: [Range<Int64>]) { state.withLock { $0.editor.edits.blanks = stretches } }

    /// The end of the input since the last segment, in nanoseconds of media time; nil if there is none.
    public var taken: Int64? { state.withLock { $0.taken } }

    private func noteInput(_ passing: PassingData) {
        if let buffer = passing.buffer {
            let (editor, segment) = state.withLock { state in
                if abs(state.segment.native.rate) != 1 { state.kept += Double(gst_buffer_get_size(buffer)) }
                if let start = state.segment.mediaTime(cgst_buffer_pts(buffer)), let audio = state.editor.audio {
                    if state.taken == nil { state.skip(to: start) }
                    let length = audio.duration(ofBytes: Int(gst_buffer_get_size(buffer)))
                    state.taken = start.plus(Int64(clamping: length))
                }
                return (state.editor, state.segment)
            }
            guard case .replaced(let edited) = editor.edit(buffer, in: segment) else { return }
            passing.pass(edited)
            gst_buffer_unref(buffer)
        } else if let event = passing.event {
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

    private func judgeOutput(_ passing: PassingData) -> PadVerdict {
        if let buffer = passing.buffer { return correct(buffer, passing) }
        guard let event = passing.event else { return .pass }
        switch cgst_event_type(event) {
        case GST_EVENT_FLUSH_STOP: state.withLock { $0.stale = nil }
        case GST_EVENT_SEGMENT:
            let segment = StreamSegment(of: event)
            state.withLock { $0.begin(segment) }
        default: break
        }
        return .pass
    }

    /// Drops what is stale, and gives the rest its time.
    private func correct(_ buffer: UnsafeMutablePointer<GstBuffer>, _ passing: PassingData) -> PadVerdict {
        let size = Int(gst_buffer_get_size(buffer))
        let time = cgst_buffer_pts(buffer)
        let (stale, times) = state.withLock { $0.take(size, at: time) }
        guard stale < size else { return .drop }
        guard let times, let writable = cgst_buffer_writable(buffer) else { return .pass }
        if stale > 0 { gst_buffer_resize(writable, stale, size - stale) }
        let (start, end) = (GstClockTime(saturating: times.lowerBound), GstClockTime(saturating: times.upperBound))
        cgst_buffer_set_times(writable, start, end - start)
        passing.pass(writable)
        return .pass
    }
}

extension TempoGuard.State {
    /// Takes in a segment of the output. Its rate is the one that was applied.
    fileprivate mutating func begin(_ segment: StreamSegment) {
        let applied = abs(segment.native.applied_rate)
        let changed = applied != rate
        rate = applied > 0 ? applied : 1
        guard stale == nil else { return }
        // With another rate, it forgets what it would skip.
        if changed || rate == 1 { kept = max(kept, 0) }
        guard rate != 1, let audio = editor.audio else {
            (stale, next) = (0, nil)
            return
        }
        // Its output is whole strides of input: those that begin with stale data go, and the fading behind them. What
        // follows is that much into the input.
        let stale = audio.nanoseconds(ofBytes: max(kept, 0)) / rate
        let strides = (stale / TempoGuard.stride).rounded(.up)
        let dropped = hasPlayed ? strides * TempoGuard.stride + TempoGuard.overlap : 0
        self.stale = audio.bytes(in: GstClockTime(dropped), limit: .max)
        next = Double(segment.native.start) + dropped - audio.nanoseconds(ofBytes: kept) / rate
    }

    /// Takes in where the input begins: a seek may reach the middle of a block whose beginning is not sent. Nothing is missing
    /// in the output for that, which is to begin as much later.
    fileprivate mutating func skip(to start: Int64) {
        guard let next, let origin = segment.mediaTime(segment.native.start) else { return }
        self.next = next + Double(max(0, start - origin)) / rate
    }

    /// Takes in output. Returns how many bytes of it are stale, and the times of what follows them, in nanoseconds of the
    /// segment; nil if it keeps its own.
    fileprivate mutating func take(_ size: Int, at time: GstClockTime) -> (stale: Int, times: ClosedRange<Double>?) {
        if rate != 1 {
            kept -= Double(size) * rate
            hasPlayed = true
        }
        let dropped = min(size, stale ?? 0)
        if dropped > 0 { stale = (stale ?? 0) - dropped }
        guard let start = next, let audio = editor.audio, dropped < size else { return (dropped, nil) }
        let far = (TempoGuard.memory + TempoGuard.gap) / rate
        let isFar = time != .max && abs(Double(time) - start) > far
        let begin = isFar ? Double(time) : start
        let end = begin + audio.nanoseconds(ofBytes: Double(size - dropped))
        next = end
        return (dropped, begin...end)
    }
}
