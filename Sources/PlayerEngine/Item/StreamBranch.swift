internal import GLibLoop
internal import Gst
internal import GstWorkarounds

/// The kind of a stream that leaves an item towards the output.
enum StreamKind: Hashable, CaseIterable, Sendable { case audio, video }

/// The path of one kind of stream from an item's decoders to the output: converters, and the crossing between the
/// pipelines.
///
/// The crossing consists of a `proxysink` in the item's pipeline and its `proxysrc`, which belongs to the output's
/// pipeline. The queue inside the `proxysrc` contains the data that a waiting item has decoded ahead.
@MediaActor
final class StreamBranch {
    let kind: StreamKind
    /// The part before the crossing, in the item's pipeline.
    let bin: Element
    /// In the output's pipeline while attached.
    let proxySource: Element
    /// The pad of the `proxysink`, where seeks go upstream and queries are sent.
    let entryPad: Pad
    /// The pad of the `proxysrc`, where the gate is.
    let exitPad: Pad
    let tap: StreamTap
    let gate: StreamGate
    let selector: Element
    /// Guards the element that changes the tempo; only for audio.
    let tempoGuard: TempoGuard?
    /// What frames pass first; only for video.
    let filters: PictureFilters?
    /// Draws subtitles; only for video.
    let overlay: Element?
    /// Whether ``proxySource`` is a child of the output's pipeline.
    var proxySourceIsInOutput = false

    /// The item's streams of this kind, with their pads of the selector.
    private(set) var inputs: [Input] = []
    /// The number of streams so far.
    private var added = 0

    /// The sink pad after the selector.
    private let behindSelector: Pad
    /// The format that audio is converted to if it continues in another stream.
    private var format: SoundFormat?

    /// A stream and its path to the selector.
    struct Input {
        var stream: DecodeSource.Stream
        /// The pad of the selector.
        var pad: Pad
        /// The ghost pad of the bin.
        var ghost: Pad
        /// Converts the stream to the format of the previous one.
        var converter: Element?
    }

    /// - Parameters:
    ///   - format: the audio format to keep from the previous item; nil: there is none.
    ///   - deinterlace: which video is deinterlaced.
    init(
        kind: StreamKind, generation: UInt64, format: SoundFormat? = nil,
        deinterlace: EngineConfiguration.Deinterlace = .auto,
        tapped: @escaping @Sendable (StreamTap.Event) -> Void,
        gated: @escaping @Sendable (StreamGate.Event) -> Void
    ) throws(GstFailure) {
        self.kind = kind
        self.format = format
        bin = Element.bin(name: "\(kind)-\(generation)")
        selector = try Element("input-selector")
        let proxySink = try Element("proxysink")
        bin.add(selector)
        switch kind {
        case .audio:
            let convert = try Element("audioconvert")
            let tempo = try Element("scaletempo")
            bin.add(convert, tempo, proxySink)
            try Element.link(selector, convert, tempo, proxySink)
            (overlay, filters) = (nil, nil)
            guard let input = tempo.pad("sink"), let output = tempo.pad("src"), let first = convert.pad("sink") else {
                throw GstFailure(message: "scaletempo has no pads")
            }
            behindSelector = first
            tempoGuard = TempoGuard.attach(input: input, output: output)
        case .video:
            let overlay = try Element("subtitleoverlay")
            overlay.set("silent", true)
            bin.add(overlay, proxySink)
            try Element.link(overlay, proxySink)
            self.overlay = overlay
            tempoGuard = nil
            guard let entry = overlay.pad("video_sink") else {
                throw GstFailure(message: "subtitleoverlay has no pads")
            }
            let filters = try PictureFilters(from: selector, to: entry, in: bin, deinterlace)
            self.filters = filters
            behindSelector = filters.entry
        }
        FlushPoint.attach(to: behindSelector)
        proxySource = try Element("proxysrc", name: "\(kind)-\(generation)-out")
        proxySource.set("proxysink", element: proxySink)
        guard let entryPad = proxySink.pad("sink"), let exitPad = proxySource.pad("src") else {
            throw GstFailure(message: "proxysink and proxysrc have no pads")
        }
        self.entryPad = entryPad
        self.exitPad = exitPad
        tap = StreamTap.attach(to: entryPad, tapped)
        gate = StreamGate.attach(to: exitPad, mark: kind == .video ? generation : nil, gated)
        // Controlled manually: the output's pipeline would treat it as live, which prevents preroll.
        proxySource.lockState(true)
    }

    /// Links another decoded stream; the first one plays.
    func add(_ stream: DecodeSource.Stream) throws(GstFailure) {
        guard let inside = selector.requestPad("sink_%u") else {
            throw GstFailure(message: "input-selector gives no pad")
        }
        let name = "sink_\(added)"
        added += 1
        var first = inside
        let converter = try converter(for: stream)
        if let converter {
            bin.add(converter)
            guard let input = converter.pad("sink"), let output = converter.pad("src") else {
                throw GstFailure(message: "a converter has no pads")
            }
            try output.link(to: inside)
            converter.syncStateWithParent()
            first = input
        }
        bin.addGhostPad(name, for: first)
        guard let ghost = bin.pad(name) else { throw GstFailure(message: "no ghost pad") }
        try stream.pad.link(to: ghost)
        inputs.append(Input(stream: stream, pad: inside, ghost: ghost, converter: converter))
        if inputs.count == 1 { selector.set("active-pad", pad: inside) }
    }

    var hasEndedStreams: Bool { inputs.contains { $0.stream.pad.isRemoved } }

    /// Removes ended streams, which others replace.
    func dropEnded() {
        if kind == .audio { format = SoundFormat(of: entryPad) ?? format }
        for input in inputs where input.stream.pad.isRemoved {
            bin.removeGhostPad(input.ghost)
            selector.releasePad(input.pad)
            guard let converter = input.converter else { continue }
            converter.setState(.null)
            bin.remove(converter)
        }
        inputs.removeAll { $0.stream.pad.isRemoved }
    }

    /// The converter for a stream that continues after an ended one; nil if there was none, or if the format is the
    /// same.
    private func converter(for stream: DecodeSource.Stream) throws(GstFailure) -> Element? {
        guard let format, let own = SoundFormat(of: stream.pad) else { return nil }
        let kept = format.kept(for: own)
        return kept == own ? nil : try Element.converter(to: kept)
    }

    /// Drops the data in the crossing, and lets its thread run again after a downstream flush.
    func empty() { proxySource.flushThrough() }

    /// Selects a stream. Earlier data may wait at a closed gate or a paused sink. Its thread would wait there
    /// forever, and a flush would wait for that thread, because the selector does not forward flushes of an inactive
    /// pad.
    ///
    /// - Parameter timedCalls: flushes that data; nil: nothing is flushed. A flush stops the thread, so a seek must
    ///   follow.
    func select(_ index: Int, flushingBy timedCalls: TimedCalls? = nil) {
        guard inputs.indices.contains(index) else { return }
        // No data of the old stream gets in between.
        timedCalls?.startFlush(behindSelector)
        selector.set("active-pad", pad: inputs[index].pad)
        timedCalls?.stopFlush(behindSelector)
    }
}
