internal import Gst
/// The pipeline that writes a file: an inlet and a chain a stream, what puts them together, and the file.
@MediaActor
final class FileWriter {
    struct Stream {
        let format: StreamFormat
        /// Elements before the muxer, as gst-launch takes them.
        let chain: String
    }

    enum Event: Sendable {
        /// Everything is in the file.
        case finished
        case failed(GstError)
    }

    let inlets: [PacketInlet]
    private let pipeline: Element
    private let heads: [Element]
    private var watch: BusWatch?

    /// - Parameters:
    ///   - profile: what GStreamer's encodebin is to make of the streams, instead of chains and a muxer.
    ///   - path: the file's; it is there, and empty.
    /// - Throws: ``GstFailure`` where something is not installed or does not fit.
    init(
        streams: [Stream], muxer: String?, profile: String? = nil, path: String,
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
        }
        if joint !== sink {
            pipeline.add(joint)
            if profile == nil { try Element.link(joint, sink) }
            heads.append(joint)
        }
        var inlets: [PacketInlet] = []
        for stream in streams {
            let inlet = try PacketInlet(caps: stream.format.caps)
            pipeline.add(inlet.element)
            var exit = inlet.element
            if !stream.chain.isEmpty {
                exit = try Element.bin(describedBy: stream.chain)
                pipeline.add(exit)
                try Element.link(inlet.element, exit)
                heads.append(exit)
            }
            if joint === sink {
                try Element.link(exit, sink)
            } else {
                try Self.link(exit, to: joint, stream.format)
            }
            inlets.append(inlet)
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

    private static func link(_ exit: Element, to muxer: Element, _ format: StreamFormat) throws(GstFailure) {
        let template =
            switch format.kind {
            case .video: "video_%u"
            case .audio: "audio_%u"
            case .subtitles: "subtitle_%u"
            }
        guard let entry = muxer.requestPad(template), let pad = exit.pad("src") else {
            throw GstFailure(message: "there is no place for \(format.name) in it")
        }
        try pad.link(to: entry)
    }

    /// What the file says of itself.
    func describe(chapters: [ChapterMark], comments: [String], tags: [PacketTags]) {
        for head in heads { head.describe(chapters: chapters, comments: comments, tags: tags) }
    }

    func start() { pipeline.setState(.playing) }

    /// Closes the file; waits for it.
    func stop() {
        watch?.cancel()
        pipeline.setState(.null)
    }
}
