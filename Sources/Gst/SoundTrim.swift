internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Leaves out what encoders add before and after the sound, right behind its decoder, so that the next item joins without
/// a gap.
///
/// Media times begin with the sound, and seeks are moved the other way. Only what the decoder does not leave out itself is
/// cut: `mpegaudioparse` marks it (GstAudioClippingMeta) if LAME itself wrote the header, and newer demuxers do so, too.
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
    /// Whether the packets come from no container.
    private let isBare: Bool

    private init(
        _ stated: @escaping @Sendable () -> SoundBounds?, _ padding: @escaping @Sendable (Int64, Int64) -> Int64?,
        isBare: Bool
    ) {
        (self.stated, self.padding) = (stated, padding)
        self.isBare = isBare
    }

    /// Cuts the sound of a decoder; does nothing to other elements.
    ///
    /// - Parameters:
    ///   - stated: returns what the container says.
    ///   - padding: returns what it says of data at a time and of a duration, in nanoseconds as the decoder counts: how much
    ///     of the end is not heard, or below zero of the beginning.
    ///   - isBare: whether there is none.
    static func attach(
        to element: UnsafeMutablePointer<GstElement>, stated: @escaping @Sendable () -> SoundBounds?,
        padding: @escaping @Sendable (Int64, Int64) -> Int64?, isBare: Bool
    ) {
        let kind = Element.factoryClass(of: element)
        guard kind.contains("Decoder"), kind.contains("Audio"), let input = gst_element_get_static_pad(element, "sink")
        else { return }
        defer { gst_object_unref(input) }
        guard let output = gst_element_get_static_pad(element, "src") else { return }
        defer { gst_object_unref(output) }
        let trim = Unmanaged.passRetained(SoundTrim(stated, padding, isBare: isBare))
        let data = GST_PAD_PROBE_TYPE_BUFFER.rawValue
        gst_pad_add_probe(
            input, GstPadProbeType(rawValue: data | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue), inputProbe,
            trim.retain().toOpaque(), releaseContext)
        let answers = GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue
        gst_pad_add_probe(
            output,
            GstPadProbeType(rawValue: data | GST_PAD_PROBE_TYPE_EVENT_BOTH.rawValue),
            outputProbe, trim.retain().toOpaque(), releaseContext)
        gst_pad_add_probe(
            output, GstPadProbeType(rawValue: answers), answerProbe, trim.toOpaque(), releaseContext)
    }

    private static let inputProbe: GstPadProbeCallback = { _, info, data in
        if let info, let data { Unmanaged<SoundTrim>.fromOpaque(data).takeUnretainedValue().take(info) }
        return GST_PAD_PROBE_OK
    }

    private static let outputProbe: GstPadProbeCallback = { _, info, data in
        guard let info, let data else { return GST_PAD_PROBE_OK }
        return Unmanaged<SoundTrim>.fromOpaque(data).takeUnretainedValue().give(info)
    }

    private static let answerProbe: GstPadProbeCallback = { _, info, data in
        if let info, let data { Unmanaged<SoundTrim>.fromOpaque(data).takeUnretainedValue().answer(info) }
        return GST_PAD_PROBE_OK
    }

    // MARK: What the packets say

    private func take(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            if let buffer = cgst_probe_buffer(info) { begin(with: buffer) }
        } else if let event = cgst_probe_event(info) {
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
            if let bounds = stated() {
                state.bounds = bounds
                return
            }
            if isBare, state.aacRate > 0 {
                state.bounds = SoundBounds(bareAAC: state.aacRate)
                return
            }
            // What is before the packets is marked in them: the decoder cuts it.
            guard state.isLayer3, cgst_buffer_is_clipped(buffer) == 0 else { return }
            var bytes = [UInt8](repeating: 0, count: Int(min(gst_buffer_get_size(buffer), 4_096)))
            bytes.removeLast(bytes.count - Int(gst_buffer_extract(buffer, 0, &bytes, gsize(bytes.count))))
            guard let frame = MPEGFrame(bytes) else { return }
            let header = XingHeader(frame, bytes)
            guard let silence = header?.silence ?? state.tag else { return }
            let samples = header?.frames.map { $0 * UInt64(frame.samples) }
            state.bounds = SoundBounds(silence, samples: samples, rate: frame.sampleRate)
        }
    }

    // MARK: What is heard

    private func give(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 { return cut(info) }
        guard let event = cgst_probe_event(info) else { return GST_PAD_PROBE_OK }
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
            cgst_probe_set_event(info, moved)
            gst_event_unref(event)
        }
        return GST_PAD_PROBE_OK
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

    private func cut(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        guard let buffer = cgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
        let (bounds, segment, audio) = state.withLock { ($0.bounds, $0.segment, $0.audio) }
        guard let audio else { return GST_PAD_PROBE_OK }
        let (count, start) = (Int(gst_buffer_get_size(buffer)) / audio.frameSize, cgst_buffer_pts(buffer))
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
        guard let heard else { return GST_PAD_PROBE_OK }
        guard !heard.isEmpty, let kept = audio.part(heard, of: buffer) else { return GST_PAD_PROBE_DROP }
        cgst_probe_set_buffer(info, kept)
        gst_buffer_unref(buffer)
        return GST_PAD_PROBE_OK
    }

    // MARK: How long it is

    private func answer(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let query = cgst_probe_query(info), cgst_query_type(query) == GST_QUERY_DURATION else { return }
        guard let bounds = state.withLock({ $0.bounds }) else { return }
        var (format, duration) = (GST_FORMAT_UNDEFINED, gint64(0))
        gst_query_parse_duration(query, &format, &duration)
        guard format == GST_FORMAT_TIME, duration > 0 else { return }
        gst_query_set_duration(query, format, gint64(bounds.heard(of: Int64(duration))))
    }
}
