internal import GLibLoop
internal import Gst

/// The pipeline that writes a file: an inlet and a chain for each stream, the muxer, and the file sink.
@MediaActor
final class FileWriter {
    struct Stream {
        let format: StreamFormat
        /// The elements before the muxer, in the notation of gst-launch.
        let chain: String
    }

    enum Event: Sendable {
        /// The file is complete.
        case finished
        case failed(GstError)
    }

    let inlets: [PacketInlet]
    private let pipeline: Element
    private let heads: [Element]
    private var watch: BusWatch?

    /// - Parameters:
    ///   - profile: the profile of GStreamer's encodebin, which replaces chains and muxer.
    ///   - path: the path of an existing, empty file.
    ///   - headerChange: changes the headers of copied streams.
    /// - Throws: ``GstFailure`` if an element is not installed or does not fit.
    init(
        streams: [Stream], muxer: String?, profile: String? = nil, path: String,
        headerChange: PacketInlet.HeaderChange? = nil,
        owner: @escaping @MediaActor (Event) -> Void
    ) throws(GstFailure) {
        pipeline = Element.pipeline(name: "file")
        let sink = try Element("filesink")
        sink.set("location", path)
        sink.set("sync", false)
        sink.set("async", false)
        sink.set("buffer-size", int: 1 << 20)
        sink.set("buffer-mode", text: "full")
        pipeline.add(sink)
        var heads: [Element] = []
        var joint = sink
        if let profile {
            joint = try Element("encodebin")
            joint.set("profile", text: profile)
        } else if let muxer {
            joint = try Element(muxer)
            // Limits how far streams may be ahead of each other. The feed limits the amount of waiting data of copied
            // streams, and encoded data is small.
            if joint.has("latency") { joint.set("latency", uint64: 3_600_000_000_000) }
        }
        if joint !== sink {
            pipeline.add(joint)
            if profile == nil { try Element.link(joint, sink) }
            heads.append(joint)
        }
        var inlets: [PacketInlet] = []
        for stream in streams {
            let exit = try Self.entry(of: joint, for: stream.format, isMuxer: joint !== sink)
            // A single thread may deliver all streams, so no stream may block here for data of another one.
            let waiting = joint === sink || joint.has("latency") ? "" : Self.room
            let text = [waiting, stream.chain].filter { !$0.isEmpty }.joined(separator: " ! ")
            guard !text.isEmpty else {
                inlets.append(try PacketInlet(into: exit, caps: stream.format.capsInFile, headerChange: headerChange))
                continue
            }
            let chain = try Element.bin(describedBy: text)
            pipeline.add(chain)
            heads.append(chain)
            if let rate = stream.format.rate { Self.cutPriming(in: chain, rate: rate) }
            guard let entry = chain.pad("sink"), let end = chain.pad("src") else {
                throw GstFailure(message: "\(text) has no pads")
            }
            try end.link(to: exit)
            inlets.append(try PacketInlet(into: entry, caps: stream.format.capsInFile, headerChange: headerChange))
        }
        if profile != nil { try Element.link(joint, sink) }
        self.inlets = inlets
        self.heads = heads
        watch = BusWatch(pipeline) { message in
            switch message.content {
            case .endOfStream: owner(.finished)
            case .error(let error): owner(.failed(error))
            default: break
            }
        }
    }

    private static let room = "queue max-size-buffers=0 max-size-bytes=268435456 max-size-time=0"

    /// The delay of FFmpeg's AAC encoder is one frame of 1,024 samples; at other sample rates than these it differs.
    private static func cutPriming(in chain: Element, rate: Int64) {
        for element in chain.descendants where element.factoryName == "avenc_aac" {
            guard let pad = element.pad("src"), [32_000, 44_100, 48_000, 88_200, 96_000].contains(rate) else {
                continue
            }
            ExportPriming.attach(to: pad, length: 1_024 * 1_000_000_000 / rate)
        }
    }

    /// The pad where a stream enters the muxer or the file sink.
    private static func entry(of joint: Element, for format: StreamFormat, isMuxer: Bool) throws(GstFailure) -> Pad {
        let template =
            switch format.kind {
            case .video: "video_%u"
            case .audio: "audio_%u"
            case .subtitles: "subtitle_%u"
            }
        guard let pad = isMuxer ? joint.requestPad(template) : joint.pad("sink") else {
            throw GstFailure(message: "\(format.name) cannot be added to the file")
        }
        return pad
    }

    /// Sets the chapters and tags of the file.
    func describe(chapters: [ChapterMark], comments: [String], frames: [[UInt8]], tags: [PacketTags]) {
        for head in heads { head.describe(chapters: chapters, comments: comments, frames: frames, tags: tags) }
    }

    func start() { pipeline.setState(.playing) }

    /// Closes the file, and waits until it is closed.
    func stop() {
        watch?.cancel()
        pipeline.setState(.null)
    }
}
