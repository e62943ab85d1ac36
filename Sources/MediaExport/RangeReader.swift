internal import GLibLoop
internal import Gst
internal import PlayerCore
internal import Synchronization

/// The pipeline that an export reads from: the streams of an item, stored or decoded, from any position.
@MediaActor
final class RangeReader {
    enum Event: Sendable {
        /// All streams are known, and the item can seek.
        case found([StreamFormat])
        case failed(GstError)
    }

    /// Receives packets; called on streaming threads.
    typealias Outlet = @Sendable (_ stream: Int, _ epoch: Int, PacketTap.Event) -> Void

    private let pipeline: Element
    private let source: DecodeSource
    private var watch: BusWatch?
    private var taps: [PacketTap] = []
    /// The only pad that receives seeks, on a video stream if there is one. Not every demuxer recognises a seek that
    /// arrives again through each of its streams.
    private var entry: Pad?
    /// The formats of the known streams, until the first data arrives.
    private var formats: [StreamFormat]?
    private let outlet: Outlet
    private let owner: @MediaActor (Event) -> Void
    private(set) var missingPlugins: [String] = []

    init(
        uri: String, decoding: Bool, options: DecodeSource.Options, outlet: @escaping Outlet,
        owner: @escaping @MediaActor (Event) -> Void
    ) throws(GstFailure) {
        self.outlet = outlet
        self.owner = owner
        pipeline = Element.pipeline(name: "item")
        let box = WeakReader()
        source = try DecodeSource(
            uri: uri, options: options, isNetwork: !uri.lowercased().hasPrefix("file:"), decoding: decoding,
            streamsFound: { box.reader?.streamsFound() })
        pipeline.add(source.element)
        if let feeder = source.feeder {
            pipeline.add(feeder)
            try Element.link(feeder, source.element)
        }
        box.reader = self
        watch = BusWatch(pipeline) { [weak self] message in
            switch message.content {
            case .missingPlugin(let description, _): self?.missingPlugins.append(description)
            case .error(let error): self?.owner(.failed(error))
            default: break
            }
        }
    }

    func open() { pipeline.setState(.playing) }

    private func streamsFound() {
        guard taps.isEmpty else { return }
        let streams = source.takeStreams()
        var formats: [StreamFormat] = []
        let box = WeakReader()
        box.reader = self
        do throws(GstFailure) {
            for (index, stream) in streams.enumerated() {
                formats.append(StreamFormat(caps: stream.pad.caps))
                let sink = try Element("fakesink")
                sink.set("sync", false)
                sink.set("async", false)
                pipeline.add(sink)
                guard let pad = sink.pad("sink") else { throw GstFailure(message: "fakesink has no pad") }
                taps.append(
                    PacketTap.attach(to: stream.pad) { [outlet] epoch, event in
                        guard case .began = event else { return outlet(index, epoch, event) }
                        MediaActor.post { box.reader?.began() }
                    })
                try stream.pad.link(to: pad)
                sink.syncStateWithParent()
                if entry == nil || formats[index].kind == .video,
                    !formats.dropLast().contains(where: { $0.kind == .video })
                {
                    entry = pad
                }
            }
        } catch {
            return owner(.failed(GstError(domain: .core, code: 0, message: error.message)))
        }
        self.formats = formats
        for stream in streams { stream.release() }
    }

    private func began() {
        guard let formats else { return }
        self.formats = nil
        owner(.found(formats))
    }

    /// Seeks to a media time in nanoseconds, or to the last key frame before it.
    ///
    /// - Parameter epoch: distinguishes the packets after this seek from those before.
    /// - Returns: false if the item cannot seek.
    func seek(to start: Int64, isAccurate: Bool, epoch: Int) -> Bool {
        for tap in taps { tap.awaitSeek(epoch: epoch) }
        var seek = Seek(to: start, rate: 1, isAccurate: isAccurate)
        seek.snapsBack = !isAccurate
        return entry?.sendSeek(seek) ?? false
    }

    /// Stops reading. Threads that wait in an outlet must be released before.
    func stop() {
        watch?.cancel()
        source.abandon()
        pipeline.setState(.null)
    }
}

/// A weak reference to the reader for its streams.
private final class WeakReader: Sendable {
    @MediaActor weak var reader: RangeReader?
    @MediaActor init() {}
}
