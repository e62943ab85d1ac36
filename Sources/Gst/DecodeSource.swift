internal import CGStreamer
public import GLibLoop
internal import Synchronization

/// A `uridecodebin`: from a URI to decoded streams, each held back until the loop has linked it.
@MediaActor
public final class DecodeSource {
    /// Tuning of network sources.
    public struct Options: Sendable {
        /// Seconds without an answer before a network source gives up.
        public var networkTimeout: UInt32
        public var userAgent: String?

        public init(networkTimeout: UInt32 = 15, userAgent: String? = nil) {
            self.networkTimeout = networkTimeout
            self.userAgent = userAgent
        }
    }

    /// Collects pads on streaming threads; the loop takes them from here.
    ///
    /// Unchecked: GObject pointers are only carried here, under the lock, and used on the loop.
    private final class Mailbox: @unchecked Sendable {
        /// Held pads and their probes; nil once nobody takes pads any more.
        private let pads = Mutex<[UInt: UInt]?>([:])
        let options: Options
        /// `parsebin` sends events on the thread that makes its pads known, and does not say that those were all: the first
        /// piece of any of them does.
        let isParser: Bool
        let descriptionType: DescriptionType?
        let deliver: @Sendable () -> Void
        private let forbidsSeeking = Atomic<Bool>(false)
        /// Whether titles come between the sound, as from a station.
        let isStation = Atomic<Bool>(false)

        var isSeekingForbidden: Bool { forbidsSeeking.load(ordering: .relaxed) }

        func forbidSeeking() { forbidsSeeking.store(true, ordering: .relaxed) }

        init(uri: String, options: Options, isParser: Bool, deliver: @escaping @Sendable () -> Void) {
            self.options = options
            self.isParser = isParser
            descriptionType = DescriptionType(uri: uri)
            self.deliver = deliver
        }

        /// - Returns: whether somebody will take the pad.
        func append(_ pad: UnsafeMutablePointer<GstPad>, probe: gulong) -> Bool {
            pads.withLock { pads in
                guard pads != nil else { return false }
                pads?[UInt(bitPattern: pad)] = UInt(probe)
                return true
            }
        }

        /// The last pads; later ones are not held.
        func close() -> [(UnsafeMutablePointer<GstPad>, gulong)] {
            let last = take()
            pads.withLock { $0 = nil }
            return last
        }

        func take() -> [(UnsafeMutablePointer<GstPad>, gulong)] {
            pads.withLock { pads in
                defer { if pads != nil { pads = [:] } }
                return (pads ?? [:]).sorted { $0.key < $1.key }.compactMap { address, probe in
                    UnsafeMutablePointer<GstPad>(bitPattern: address).map { ($0, gulong(probe)) }
                }
            }
        }
    }

    /// A decoded stream that waits for ``release()``.
    @MediaActor
    public final class Stream {
        public let pad: Pad
        private var probe: gulong
        fileprivate var isHeld: Bool { probe != 0 }

        fileprivate init(pad: Pad, probe: gulong) {
            self.pad = pad
            self.probe = probe
        }

        /// Lets the stream flow; link it first.
        public func release() {
            guard probe != 0 else { return }
            gst_pad_remove_probe(pad.pointer, probe)
            probe = 0
        }
    }

    public let element: Element
    /// Taken and not released yet.
    private var held: [Stream] = []
    private let mailbox: Mailbox

    /// What streams leave as they are stored, once a parser made them pieces that can be written.
    private static let stored = """
        video/x-h264,parsed=true;video/x-h265,parsed=true;video/mpeg,parsed=true;video/x-av1,parsed=true;\
        video/x-vp8;video/x-vp9;video/x-theora;audio/mpeg,mpegversion=4,framed=true;audio/mpeg,mpegversion=2,framed=true;\
        audio/mpeg,mpegversion=1,parsed=true;audio/x-opus;audio/x-vorbis;audio/x-flac,framed=true;\
        audio/x-ac3,framed=true;audio/x-eac3,framed=true;audio/x-dts,framed=true;audio/x-raw;text/x-raw;\
        application/x-ass;application/x-ssa;subpicture/x-dvd;subpicture/x-pgs
        """

    /// What brings the bytes where ``element`` does not fetch them itself: to be added to the pipeline, and linked to it.
    public let feeder: Element?

    /// - Parameters:
    ///   - decoding: whether streams are decoded; else they leave as they are stored, parsed.
    ///   - keepsScripts: whether subtitles in ASS leave with their styles; else they are text.
    ///   - streamsFound: called on the loop when every stream is known, and again if the source changes them.
    /// - Throws: ``GstFailure`` when `uridecodebin` is not installed.
    public init(
        uri: String, options: Options, isNetwork: Bool, decoding: Bool = true, keepsScripts: Bool = false,
        streamsFound: @escaping @Sendable @MediaActor () -> Void
    ) throws(GstFailure) {
        // FLV says only as it goes on which streams there are: that takes the queues of a decodebin.
        let isDecoder = decoding || isNetwork || StoredContainer.isFlash(uri: uri)
        mailbox = Mailbox(uri: uri, options: options, isParser: !isDecoder) { MediaActor.post(streamsFound) }
        if isDecoder {
            element = try Element("uridecodebin")
            feeder = nil
            element.set("uri", uri)
            if !decoding { element.set("caps", caps: Self.stored) }
            if keepsScripts { cgst_add_caps(element.pointer, "application/x-ass;application/x-ssa") }
        } else {
            // Without queues: one thread reads, and hands on whole batches. What well-kept containers have in them needs no
            // parser, either. Not a decodebin: one that ends at a parser of a file (FLAC) may run ahead of its own pads.
            element = try Element(StoredContainer(uri: uri)?.demuxer ?? "parsebin")
            feeder = try Element.source(of: uri)
        }
        if isNetwork {
            element.set("use-buffering", true)
            element.set("buffer-duration", int64: 5_000_000_000)
        }
        // GLib's one type for all handlers; each has the shape that its signal calls.
        element.connect("pad-added", unsafeBitCast(Self.padAdded, to: GCallback.self), context: mailbox)
        element.connect("no-more-pads", unsafeBitCast(Self.noMorePads, to: GCallback.self), context: mailbox)
        if feeder == nil {
            element.connect("source-setup", unsafeBitCast(Self.sourceSetup, to: GCallback.self), context: mailbox)
            element.connect(
                "deep-element-added", unsafeBitCast(Self.elementAdded, to: GCallback.self), context: mailbox)
        }
    }

    /// Lets the demuxer read anywhere in a network resource, through a ring of this many bytes, instead of only onwards.
    ///
    /// Before it runs, and only where the server gives byte ranges: else it waits for ever for what does not come.
    public func readAnywhere(through bytes: Int64) { element.set("ring-buffer-max-size", int64: bytes) }

    /// Tells everybody who asks that the server gives no byte ranges, as it has refused one; before it runs.
    ///
    /// Demuxers seek by themselves, to find an end (oggdemux) or an index.
    public func forbidSeeking() { mailbox.forbidSeeking() }

    private nonisolated static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            _, pad, data in
            // Held here and now: without a link the first buffer would end the stream with an error.
            let mailbox = Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue()
            let held = mailbox.isParser ? GST_PAD_PROBE_TYPE_BUFFER : GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM
            let mask = GstPadProbeType(rawValue: GST_PAD_PROBE_TYPE_BLOCK.rawValue | held.rawValue)
            let probe =
                mailbox.isParser
                ? gst_pad_add_probe(pad, mask, announce, Unmanaged.passRetained(mailbox).toOpaque(), releaseContext)
                : gst_pad_add_probe(pad, mask, holdBack, nil, nil)
            gst_object_ref(pad)
            guard !mailbox.append(pad, probe: probe) else { return }
            gst_pad_remove_probe(pad, probe)
            gst_object_unref(pad)
        }
    private nonisolated static let announce: GstPadProbeCallback = { _, _, data in
        if let data { Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue().deliver() }
        return GST_PAD_PROBE_OK
    }
    private nonisolated static let noMorePads: @convention(c) (UnsafeMutablePointer<GstElement>, gpointer) -> Void = {
        _, data in
        Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue().deliver()
    }
    private nonisolated static let sourceSetup:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstElement>, gpointer) -> Void = {
            _, source, data in
            // Properties of an element that is not running yet: no call into a live pipeline.
            let options = Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue().options
            if HTTPSource.isOne(source) {
                cgst_set_int(source, "timeout", gint(clamping: options.networkTimeout))
                if let agent = options.userAgent { cgst_set_string(source, "user-agent", agent) }
                if cgst_has_property(source, "retries") != 0 { cgst_set_int(source, "retries", 1) }
            }
        }

    private nonisolated static let elementAdded:
        @convention(c) (
            UnsafeMutablePointer<GstBin>, UnsafeMutablePointer<GstBin>, UnsafeMutablePointer<GstElement>, gpointer
        ) -> Void = { _, _, element, data in
            DemuxerLimit.attach(to: element)
            ReadLimit.attach(to: element)
            let mailbox = Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue()
            mailbox.descriptionType?.attach(to: element)
            if cgst_factory_is(element, "icydemux") != 0 { mailbox.isStation.store(true, ordering: .relaxed) }
            if mailbox.isSeekingForbidden { SeekRefusal.attach(to: element) }
        }

    /// Whether it is a station: titles come between its sound (ICY), and it has no end.
    public var isStation: Bool { mailbox.isStation.load(ordering: .relaxed) }

    /// The streams that appeared since the last call, in the order in which the source made them.
    public func takeStreams() -> [Stream] {
        let streams = mailbox.take().map { Stream(pad: Pad(adopting: $0.0), probe: $0.1) }
            .sorted { left, right in
                // src_2 before src_10.
                let (left, right) = (left.pad.name, right.pad.name)
                return left.count == right.count ? left < right : left.count < right.count
            }
        // A stream that flows is its pad's, which goes with it: a station has a new one with every song.
        held = held.filter(\.isHeld) + streams
        return streams
    }

    /// Holds nothing back any more: a thread that waits in a held pad would keep the source from stopping.
    public func abandon() {
        for (pad, probe) in mailbox.close() { Stream(pad: Pad(adopting: pad), probe: probe).release() }
        for stream in held { stream.release() }
        held = []
    }
}
