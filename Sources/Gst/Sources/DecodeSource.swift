internal import CGStreamer
public import GLibLoop
internal import GstWorkarounds
public import MediaContainers
internal import Synchronization

/// A `uridecodebin`: converts a URI to decoded streams, each of which is held back until the loop has linked it.
@MediaActor
public final class DecodeSource {
    /// Settings of network sources.
    public struct Options: Sendable {
        /// The time without a response after which a network source fails, in seconds.
        public var networkTimeout: UInt32
        public var userAgent: String?
        /// What items may name.
        public var resources: ResourceRule.Permissions

        public init(
            networkTimeout: UInt32 = 15, userAgent: String? = nil,
            resources: ResourceRule.Permissions = .init(schemes: ["file", "http", "https"])
        ) {
            self.networkTimeout = networkTimeout
            self.userAgent = userAgent
            self.resources = resources
        }
    }

    /// Collects pads on streaming threads, from where the loop takes them.
    ///
    /// `@unchecked`: GObject pointers are only stored here, under the lock, and used on the loop.
    private final class Mailbox: @unchecked Sendable {
        /// The held pads and their probes; nil when no more pads are taken.
        private let pads = Mutex<[UInt: UInt]?>([:])
        let uri: String
        let options: Options
        /// What the item may name.
        let resources: ResourceRule
        /// Whether the element is a `parsebin`, which sends events on the thread that announces its pads, and does
        /// not report when they are complete: the first buffer of any of them does.
        let isParser: Bool
        let descriptionType: DescriptionType?
        let periods = PeriodCount()
        let frameTimes = FrameTimes()
        /// What is heard of an MP4 file.
        let movie: MovieEdits
        /// What is heard of a Matroska file.
        let matroska = MatroskaDelay()
        let deliver: @Sendable () -> Void
        private let forbidsSeeking = Atomic<Bool>(false)
        /// Waits at the end of a file that is being written.
        let growing = Mutex<GrowingRead?>(nil)
        /// Whether titles are interleaved with the audio, as from a radio station.
        let isStation = Atomic<Bool>(false)
        /// Whether a container was found.
        let hasContainer = Atomic<Bool>(false)

        var isSeekingForbidden: Bool { forbidsSeeking.load(ordering: .relaxed) }

        func forbidSeeking() { forbidsSeeking.store(true, ordering: .relaxed) }

        init(
            uri: String, options: Options, _ resources: ResourceRule, decoding: Bool, isParser: Bool,
            deliver: @escaping @Sendable () -> Void
        ) {
            self.uri = uri
            self.options = options
            self.resources = resources
            self.isParser = isParser
            movie = MovieEdits(movesSound: !decoding)
            descriptionType = DescriptionType(uri: uri)
            self.deliver = deliver
        }

        /// - Returns: whether the pad will be taken.
        func append(_ pad: UnsafeMutablePointer<GstPad>, probe: gulong) -> Bool {
            pads.withLock { pads in
                guard pads != nil else { return false }
                pads?[UInt(bitPattern: pad)] = UInt(probe)
                return true
            }
        }

        /// Returns the last pads; later ones are not held.
        func close() -> [(UnsafeMutablePointer<GstPad>, gulong)] { take(leaving: nil) }

        func take() -> [(UnsafeMutablePointer<GstPad>, gulong)] { take(leaving: [:]) }

        private func take(leaving rest: [UInt: UInt]?) -> [(UnsafeMutablePointer<GstPad>, gulong)] {
            pads.withLock { pads in
                defer { if pads != nil { pads = rest } }
                return (pads ?? [:]).sorted { $0.key < $1.key }.compactMap { address, probe in
                    UnsafeMutablePointer<GstPad>(bitPattern: address).map { ($0, gulong(probe)) }
                }
            }
        }

        /// Pads that the loop never took: the item was closed while it was being opened.
        deinit { for (pad, _) in take() { gst_object_unref(pad) } }
    }

    /// A decoded stream that is held until ``release()``.
    @MediaActor
    public final class Stream {
        public let pad: Pad
        private var probe: gulong
        fileprivate var isHeld: Bool { probe != 0 }

        fileprivate init(pad: Pad, probe: gulong) {
            self.pad = pad
            self.probe = probe
        }

        /// Lets the stream flow. It must be linked before.
        public func release() {
            guard probe != 0 else { return }
            gst_pad_remove_probe(pad.pointer, probe)
            probe = 0
        }
    }

    public let element: Element
    /// Streams that were taken but not released.
    private var held: [Stream] = []
    private let mailbox: Mailbox

    /// The caps of stored streams, in the forms that parsers produce and files can contain.
    private static let stored = """
        video/x-h264,parsed=true;video/x-h265,parsed=true;video/mpeg,parsed=true;video/x-av1,parsed=true;\
        video/x-vp8;video/x-vp9;video/x-theora;audio/mpeg,mpegversion=4,framed=true;audio/mpeg,mpegversion=2,framed=true;\
        audio/mpeg,mpegversion=1,parsed=true;audio/x-opus;audio/x-vorbis;audio/x-flac,framed=true;\
        audio/x-ac3,framed=true;audio/x-eac3,framed=true;audio/x-dts,framed=true;audio/x-raw;text/x-raw;\
        application/x-ass;application/x-ssa;subpicture/x-dvd;subpicture/x-pgs
        """

    /// The source element if ``element`` does not fetch the data itself. It must be added to the pipeline and linked
    /// to ``element``.
    public let feeder: Element?

    /// - Parameters:
    ///   - item: the URI that was chosen, if another one is opened: a variant of it, or one with a login.
    ///   - origin: the list on a server that names the item.
    ///   - decoding: whether streams are decoded; otherwise they are parsed but stay as stored.
    ///   - keepsScripts: whether ASS subtitles keep their styles; otherwise they become text.
    ///   - streamsFound: called on the loop when all streams are known, and again if the source changes them.
    /// - Throws: ``GstFailure`` if `uridecodebin` is not installed.
    public init(
        uri: String, of item: String? = nil, namedBy origin: String? = nil, options: Options, isNetwork: Bool,
        decoding: Bool = true,
        keepsScripts: Bool = false,
        streamsFound: @escaping @Sendable @MediaActor () -> Void
    ) throws(GstFailure) {
        Soup.load(for: uri)
        // FLV announces its streams only as it proceeds, which requires the queues of a decodebin.
        let isDecoder = decoding || isNetwork || StoredContainer.isFlash(uri: uri)
        let permissions = options.resources
        let resources = ResourceRule(
            item: item ?? uri, namedBy: origin.map { ResourceRule(item: $0, permissions: permissions) },
            permissions: permissions)
        mailbox = Mailbox(uri: uri, options: options, resources, decoding: decoding, isParser: !isDecoder) {
            MediaActor.post(streamsFound)
        }
        if isDecoder {
            element = try Element("uridecodebin")
            feeder = nil
            element.set("uri", uri)
            if !decoding { element.set("caps", caps: Self.stored) }
            if keepsScripts { cgst_add_caps(element.pointer, "application/x-ass;application/x-ssa") }
        } else {
            // Without queues: a single thread reads and passes on whole batches. Streams in good containers need no
            // parser either. Not a decodebin: if it ends at the parser of a file (FLAC), its data may precede its own
            // pads.
            let demuxer = StoredContainer(uri: uri)?.demuxer
            element = try Element(demuxer ?? "parsebin")
            feeder = try Element.source(of: uri)
            if demuxer != nil { Self.correct(element.pointer, mailbox) }
            if demuxer == nil, let feeder { FLACJoin.attach(to: feeder.pointer, uri: uri) }
        }
        if isNetwork {
            element.set("use-buffering", true)
            element.set("buffer-duration", int64: 5_000_000_000)
        }
        // GLib's type for all handlers. Each has the signature of its signal.
        element.connect("pad-added", unsafeBitCast(Self.padAdded, to: GCallback.self), context: mailbox)
        element.connect("no-more-pads", unsafeBitCast(Self.noMorePads, to: GCallback.self), context: mailbox)
        if feeder == nil {
            element.connect("source-setup", unsafeBitCast(Self.sourceSetup, to: GCallback.self), context: mailbox)
        }
        // A demuxer by itself contains none.
        if cgst_is_bin(cgst_object(element.pointer)) != 0 {
            element.connect(
                "deep-element-added", unsafeBitCast(Self.elementAdded, to: GCallback.self), context: mailbox)
        }
    }

    /// Lets the demuxer read anywhere in a network resource, through a ring buffer of the given number of bytes,
    /// instead of only forwards.
    ///
    /// Must be called before the start, and only if the server supports byte ranges: otherwise the demuxer waits
    /// forever.
    public func readAnywhere(through bytes: Int64) { element.set("ring-buffer-max-size", int64: bytes) }

    /// Reports to all elements that the server does not support byte ranges, because it refused one. Must be called
    /// before the start.
    ///
    /// Demuxers seek on their own to find an end (oggdemux) or an index.
    public func forbidSeeking() { mailbox.forbidSeeking() }

    /// Leaves out decoders, by the names of their factories. Must be called before the start.
    public func leaveOut(decoders factories: [String]) {
        guard feeder == nil, !factories.isEmpty else { return }
        DecoderChoice(leavingOut: factories).attach(to: element)
    }

    /// The factory of a decoder that has not put out anything; nil if there is none.
    ///
    /// decodebin (1.22) drops the errors of an element that fails while it is being started. The parser before it fails next,
    /// and says only that nobody takes its data.
    public var silentDecoder: String? {
        element.descendants.first { element in
            guard element.factoryClass.contains("Decoder"), let output = element.pad("src") else { return false }
            return !output.isNegotiated
        }?.factoryName
    }

    /// Whether a demuxer fetches the item by its playlist or manifest (HLS, DASH).
    public var isAdaptive: Bool {
        element.descendants.contains { $0.factoryClass.contains("Demuxer") && $0.factoryClass.contains("Adaptive") }
    }

    /// Lets the reader of a file wait at its end while it is being written. Must be called before the start.
    public func wait(with growing: GrowingRead) { mailbox.growing.withLock { $0 = growing } }

    private nonisolated static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            _, pad, data in
            // Blocked immediately: without a link the first buffer would end the stream with an error.
            let mailbox = Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue()
            let probe =
                mailbox.isParser
                ? pad.observe([.buffers, .blocking]) { _ in mailbox.deliver() } : pad.block(.data)
            gst_object_ref(pad)
            guard !mailbox.append(pad, probe: probe) else { return }
            gst_pad_remove_probe(pad, probe)
            gst_object_unref(pad)
        }
    private nonisolated static let noMorePads: @convention(c) (UnsafeMutablePointer<GstElement>, gpointer) -> Void = {
        _, data in
        Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue().deliver()
    }
    private nonisolated static let sourceSetup:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstElement>, gpointer) -> Void = {
            _, source, data in
            // Sets properties of an element that has not been started: no call into a running pipeline.
            let mailbox = Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue()
            mailbox.growing.withLock { $0 }?.attach(to: source)
            FLACJoin.attach(to: source, uri: mailbox.uri)
            let options = mailbox.options
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
            let mailbox = Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue()
            SourceDoor.attach(mailbox.resources, to: element)
            correct(element, mailbox)
        }

    /// Attaches to an element of the source what keeps its limits and corrects its times.
    private nonisolated static func correct(_ element: UnsafeMutablePointer<GstElement>, _ mailbox: Mailbox) {
        DemuxerLimit.attach(to: element)
        DemuxerTimes.correct(element)
        ReadLimit.attach(to: element)
        SoupGuard.attach(to: element)
        if let growing = mailbox.growing.withLock({ $0 }) {
            growing.mind(element)
            GrowingWave.attach(to: element, reading: growing)
        }
        mailbox.movie.attach(to: element)
        mailbox.matroska.attach(to: element)
        RawTimes.attach(to: element)
        let kind = Element.factoryClass(of: element)
        if kind.contains("Demuxer"), !kind.contains("Metadata") {
            mailbox.hasContainer.store(true, ordering: .relaxed)
        }
        SoundTrim.attach(
            to: element,
            stated: { [movie = mailbox.movie, matroska = mailbox.matroska] in movie.bounds ?? matroska.bounds },
            padding: { [matroska = mailbox.matroska] in matroska.padding(at: $0, of: $1) },
            hasContainer: mailbox.hasContainer.load(ordering: .relaxed),
            isSilent: { [movie = mailbox.movie, matroska = mailbox.matroska] in movie.isBare || matroska.isBare })
        mailbox.descriptionType?.attach(to: element)
        mailbox.periods.attach(to: element)
        SegmentLengths().attach(to: element) { demuxer in
            gst_element_message_full(
                demuxer, GST_MESSAGE_ERROR, gst_stream_error_quark(), GstError.damaged,
                g_strdup("its segments have no length"), nil, #fileID, #function, Int32(#line))
        }
        mailbox.frameTimes.attach(to: element)
        EarlyTags.attach(to: element)
        if cgst_factory_is(element, "icydemux") != 0 { mailbox.isStation.store(true, ordering: .relaxed) }
        if mailbox.isSeekingForbidden { SeekRefusal.attach(to: element) }
    }

    /// Whether the source is a radio station: titles are interleaved with its audio (ICY), and it has no end.
    public var isStation: Bool { mailbox.isStation.load(ordering: .relaxed) }

    /// Whether the source is a DASH manifest with several periods, in which GStreamer's demuxer cannot be sought.
    public var hasSeveralPeriods: Bool { mailbox.periods.areSeveral }

    /// Whether the demuxer accepts seeks and does nothing.
    public var ignoresSeeks: Bool { mailbox.movie.ignoresSeeks }

    /// The time of the last stored picture that was decoded since the last seek, in nanoseconds of media time; nil if there
    /// was none, or if the pictures are stored as they are.
    public var lastPicture: Int64? { mailbox.frameTimes.last }

    /// Where a step from frame to frame leads, see ``FrameTimes/step(from:by:)``; times in nanoseconds.
    public func step(from shown: Int64, by count: Int) -> FrameTimes.Step? {
        mailbox.frameTimes.step(from: shown, by: count)
    }

    /// How much of the item waits for the demuxer and the decoders, in nanoseconds.
    ///
    /// - Parameter duration: of the item, in nanoseconds; bytes before the demuxer are a share of it.
    public func storedAhead(of duration: Int64?) -> Int64 {
        let elements = element.descendants
        let stored = elements.filter { $0.factoryName == "queue2" }.compactMap { queue -> Int64? in
            var size: gint64 = 0
            guard let duration, gst_element_query_duration(queue.pointer, GST_FORMAT_BYTES, &size) != 0, size > 0 else {
                return nil
            }
            return Int64(saturating: Double(queue.uint("current-level-bytes")) / Double(size) * Double(duration))
        }.max()
        let parsed = elements.filter { $0.factoryName == "multiqueue" }.compactMap { queue -> Int64? in
            let pads = (0..<Int(queue.pointer.pointee.numsrcpads)).compactMap { queue.pad("src_\($0)") }
            // Subtitles have gaps.
            let streams = pads.filter { $0.mediaType.hasPrefix("audio/") || $0.mediaType.hasPrefix("video/") }
            return streams.map { Int64(clamping: cgst_get_uint64($0.pointer, "current-level-time")) }.min()
        }.max()
        return (stored ?? 0).plus(parsed ?? 0)
    }

    /// Whether a demuxer has stopped reading without having found a stream.
    ///
    /// decodebin (1.22) keeps back the errors of an element until it has changed its state, and drops them then. A
    /// demuxer that finds its file broken before that never says so again.
    public var hasGivenUp: Bool {
        element.descendants.contains { element in
            guard element.factoryClass.contains("Demuxer"), element.pointer.pointee.numsrcpads == 0,
                let input = element.pad("sink")
            else { return false }
            return input.pointer.pointee.mode == GST_PAD_MODE_PULL
                && gst_pad_get_task_state(input.pointer) != GST_TASK_STARTED
        }
    }

    /// Returns the streams that have appeared since the last call, in the order of their creation.
    public func takeStreams() -> [Stream] {
        let streams = mailbox.take().map { Stream(pad: Pad(adopting: $0.0), probe: $0.1) }
            .sorted { left, right in
                // src_2 before src_10.
                let (left, right) = (left.pad.name, right.pad.name)
                return left.count == right.count ? left < right : left.count < right.count
            }
        // A released stream lives as long as its pad: a radio station creates a new one for every song.
        held = held.filter(\.isHeld) + streams
        return streams
    }

    /// Holds back no more data: a thread that waits in a held pad would prevent the source from stopping.
    public func abandon() {
        for (pad, probe) in mailbox.close() { Stream(pad: Pad(adopting: pad), probe: probe).release() }
        for stream in held { stream.release() }
        held = []
    }
}
