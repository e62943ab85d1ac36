internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Leaves out what encoders add before and after the sound, right behind its decoder, so that the next item joins without
/// a gap.
///
/// Media times begin with the sound, and seeks are moved the other way. Only what the decoder does not leave out itself is
/// cut: `mpegaudioparse` marks it (GstAudioClippingMeta) if LAME itself wrote the header, and newer demuxers do so, too.
///
/// The times are counted in samples: those of a container may be rounded, and the next item joins where the last one ends.
final class SoundTrim: Sendable {
    private struct State {
        /// Whether the first packet was seen.
        var hasBegun = false
        /// Whether the packets are MPEG audio of layer 3.
        var isLayer3 = false
        /// The rate of packets of AAC; 0 for others.
        var aacRate = 0
        /// The value of the tag `iTunSMPB`.
        var tag: EncoderSilence?
        var bounds: SoundBounds?
        /// The segment as the decoder sent it.
        var segment = StreamSegment()
        var audio: AudioLayout?
    }

    private let state = Mutex(State())

    /// What the container says.
    private let stated: @Sendable () -> SoundBounds?
    /// How much of the end of decoded data is not heard, or below zero of its beginning, see ``MatroskaDelay``.
    private let padding: @Sendable (_ time: Int64, _ duration: Int64) -> Int64?
    /// Whether the packets come from a container.
    private let hasContainer: Bool
    /// Whether it says nothing of what precedes the sound.
    private let isSilent: @Sendable () -> Bool

    /// By how much the times of a container may differ from those that are counted in samples, in nanoseconds: Matroska and FLV
    /// round them to a millisecond, and so may be off by one between two packets; FFmpeg lets all but the first packet of Opus
    /// be one later. What differs more is a gap.
    static let rounding: Int64 = 2_000_000

    private init(
        _ stated: @escaping @Sendable () -> SoundBounds?, _ padding: @escaping @Sendable (Int64, Int64) -> Int64?,
        hasContainer: Bool, isSilent: @escaping @Sendable () -> Bool
    ) {
        (self.stated, self.padding) = (stated, padding)
        (self.hasContainer, self.isSilent) = (hasContainer, isSilent)
    }

    /// Cuts the sound of a decoder; does nothing to other elements.
    ///
    /// - Parameters:
    ///   - stated: returns what the container says.
    ///   - padding: returns what it says of data at a time and of a duration, in nanoseconds as the decoder counts: how much
    ///     of the end is not heard, or below zero of the beginning.
    ///   - hasContainer: whether there is one.
    ///   - isSilent: returns whether it says nothing of what precedes the sound.
    static func attach(
        to element: UnsafeMutablePointer<GstElement>, stated: @escaping @Sendable () -> SoundBounds?,
        padding: @escaping @Sendable (Int64, Int64) -> Int64?, hasContainer: Bool,
        isSilent: @escaping @Sendable () -> Bool
    ) {
        let kind = Element.factoryClass(of: element)
        guard kind.contains("Decoder"), kind.contains("Audio"), let input = gst_element_get_static_pad(element, "sink")
        else { return }
        defer { gst_object_unref(input) }
        guard let output = gst_element_get_static_pad(element, "src") else { return }
        defer { gst_object_unref(output) }
        // Of GstAudioDecoder.
        if cgst_has_property(element, "tolerance") != 0 { cgst_set_int64(element, "tolerance", gint64(rounding)) }
        let trim = SoundTrim(stated, padding, hasContainer: hasContainer, isSilent: isSilent)
        input.observe([.buffers, .events]) { trim.take($0) }
        output.filter([.buffers, .events, .upstreamEvents]) { trim.give($0) }
        output.observe([.upstreamQueries, .pulled]) { trim.answer($0) }
    }

    // MARK: What the packets say

    private func take(_ passing: PassingData) {
        if passing.buffer != nil {
            if let buffer = passing.buffer { begin(with: buffer) }
        } else if let event = passing.event {
            switch cgst_event_type(event) {
            case GST_EVENT_STREAM_START: state.withLock { $0 = State() }
            case GST_EVENT_CAPS:
                let isLayer3 = cgst_caps_event_is_layer3(event) != 0
                let aacRate = Int(cgst_caps_event_aac_rate(event))
                state.withLock { ($0.isLayer3, $0.aacRate) = (isLayer3, aacRate) }
            case GST_EVENT_TAG:
                var list: UnsafeMutablePointer<GstTagList>?
                gst_event_parse_tag(event, &list)
                guard let list, let tag = Self.silence(in: TagSet(list)) else { return }
                state.withLock { $0.tag = tag }
            default: break
            }
        }
    }

    /// The comment in which iTunes stores what its encoder added.
    private static func silence(in tags: TagSet) -> EncoderSilence? {
        for comment in tags.strings[GST_TAG_EXTENDED_COMMENT] ?? [] where comment.hasPrefix("iTunSMPB") {
            if let value = comment.split(separator: "=", maxSplits: 1).dropFirst().first {
                return EncoderSilence(iTunSMPB: value)
            }
        }
        return nil
    }

    private func begin(with buffer: UnsafeMutablePointer<GstBuffer>) {
        state.withLock { state in
            guard !state.hasBegun else { return }
            state.hasBegun = true
            // What precedes the sound is marked in its packets: the decoder cuts it.
            guard cgst_buffer_is_clipped(buffer) == 0 else { return }
            if let bounds = stated() {
                state.bounds = bounds
                return
            }
            if state.aacRate > 0, !hasContainer || isSilent() {
                state.bounds = SoundBounds(bareAAC: state.aacRate)
                return
            }
            guard state.isLayer3 else { return }
            var bytes = [UInt8](repeating: 0, count: Int(min(gst_buffer_get_size(buffer), 4_096)))
            bytes.removeLast(bytes.count - Int(gst_buffer_extract(buffer, 0, &bytes, gsize(bytes.count))))
            guard let frame = MPEGFrame(bytes) else { return }
            let header = XingHeader(frame, bytes)
            guard let silence = header?.silence ?? state.tag else { return }
            let samples = header?.frames.map { $0 * UInt64(frame.samples) }
            let bounds = SoundBounds(silence, samples: samples, rate: frame.sampleRate)
            // A container has stored the frame of the header as any other, so that its times count that, too.
            state.bounds =
                hasContainer && header != nil
                ? bounds.later(by: UInt64(frame.samples), rate: UInt64(frame.sampleRate)) : bounds
        }
    }

    // MARK: What is heard

    private func give(_ passing: PassingData) -> PadVerdict {
        if passing.buffer != nil { return cut(passing) }
        guard let event = passing.event else { return .pass }
        let moved: UnsafeMutablePointer<GstEvent>?
        switch cgst_event_type(event) {
        case GST_EVENT_SEGMENT: moved = earlier(event)
        case GST_EVENT_SEEK:
            let start = state.withLock { $0.bounds?.start ?? 0 }
            // From the start of the stream, the first sample is counted off exactly.
            moved = start > 0 ? Seek.event(event) { $0 > 0 ? $0.plus(start) : 0 } : nil
        case GST_EVENT_CAPS:
            let layout = AudioLayout(of: event)
            state.withLock { $0.audio = layout }
            moved = nil
        default: moved = nil
        }
        if let moved {
            passing.replace(event, by: moved)
        }
        return .pass
    }

    /// The segment with media times from the first sample of the sound on; nil if they need not change.
    private func earlier(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        let segment = StreamSegment(of: event)
        let bounds = state.withLock { state in
            state.segment = segment
            return state.bounds
        }
        guard let bounds, segment.isTime, segment.native.rate > 0 else { return nil }
        return segment.beginning(at: bounds.start).event(like: event)
    }

    private func cut(_ passing: PassingData) -> PadVerdict {
        guard let buffer = passing.buffer else { return .pass }
        let (bounds, segment, audio) = state.withLock { ($0.bounds, $0.segment, $0.audio) }
        guard let audio else { return .pass }
        let (count, start) = (audio.samples(of: buffer), cgst_buffer_pts(buffer))
        var heard =
            if let bounds, let time = segment.mediaTime(start) {
                bounds.heard(from: time, count: count, rate: audio.rate)
            } else {
                segment.rounded(from: start, count: count, rate: audio.rate)
            }
        if let padding = padding(
            Int64(clamping: start), Int64(clamping: audio.duration(ofBytes: count * audio.frameSize)))
        {
            let samples = Int((Double(padding.magnitude) * Double(audio.rate) / 1e9).rounded())
            let rest = padding > 0 ? 0..<max(0, count - samples) : min(count, samples)..<count
            heard = (heard ?? 0..<count).clamped(to: rest)
        }
        guard let heard else { return .pass }
        guard !heard.isEmpty, let kept = audio.part(heard, of: buffer) else { return .drop }
        passing.pass(kept)
        gst_buffer_unref(buffer)
        return .pass
    }

    // MARK: How long it is

    private func answer(_ passing: PassingData) {
        guard let query = passing.query, cgst_query_type(query) == GST_QUERY_DURATION else { return }
        guard let bounds = state.withLock({ $0.bounds }) else { return }
        var (format, duration) = (GST_FORMAT_UNDEFINED, gint64(0))
        gst_query_parse_duration(query, &format, &duration)
        guard format == GST_FORMAT_TIME, duration > 0 else { return }
        gst_query_set_duration(query, format, gint64(bounds.heard(of: Int64(duration))))
    }
}
