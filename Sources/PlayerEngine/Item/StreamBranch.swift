internal import GLibLoop
internal import Gst

/// What kind of stream leaves an item towards the output.
enum StreamKind: Hashable, CaseIterable, Sendable { case audio, video }

/// One kind of stream on its way from an item's decoders to the output: converters, and the crossing between pipelines.
///
/// The crossing is a `proxysink` in the item's pipeline and its `proxysrc`, which belongs to the output's. The queue
/// inside the `proxysrc` is what a waiting item has decoded ahead.
@MediaActor
final class StreamBranch {
    let kind: StreamKind
    /// Inside the item's pipeline: everything before the crossing.
    let bin: Element
    /// Inside the output's pipeline while attached.
    let proxySource: Element
    /// The `proxysink`'s pad: where seeks go upstream and queries are asked.
    let entryPad: Pad
    /// The `proxysrc`'s pad: where the gate is.
    let exitPad: Pad
    let tap: StreamTap
    let gate: StreamGate
    let selector: Element
    /// Around what changes the tempo; only for sound.
    let tempoGuard: TempoGuard?
    /// Draws subtitles; only where there is video.
    let overlay: Element?
    /// Whether ``proxySource`` is a child of the output's pipeline at the moment.
    var proxySourceIsInOutput = false

    /// The streams of this kind that the item has, with the selector's pad of each.
    private(set) var inputs: [Input] = []
    /// How many streams there were so far.
    private var added = 0

    /// Where what was selected goes.
    private let behindSelector: Pad
    /// What sound is converted to where it goes on in another stream.
    private var format: SoundFormat?

    /// A stream, and what leads it to the selector.
    struct Input {
        var stream: DecodeSource.Stream
        /// The selector's.
        var pad: Pad
        /// The bin's.
        var ghost: Pad
        /// Converts it to the format of the stream before it.
        var converter: Element?
    }

    /// - Parameter format: of the sound that goes on in this; nil where that is another matter.
    init(
        kind: StreamKind, generation: UInt64, format: SoundFormat? = nil,
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
            overlay = nil
            guard let input = tempo.pad("sink"), let output = tempo.pad("src"), let first = convert.pad("sink") else {
                throw GstFailure(message: "scaletempo has no pads")
            }
            behindSelector = first
            tempoGuard = TempoGuard.attach(input: input, output: output)
        case .video:
            let overlay = try Element("subtitleoverlay")
            overlay.set("silent", true)
            bin.add(overlay, proxySink)
            try Element.link(selector, overlay, proxySink)
            self.overlay = overlay
            tempoGuard = nil
            guard let first = overlay.pad("video_sink") else {
                throw GstFailure(message: "subtitleoverlay has no pads")
            }
            behindSelector = first
        }
        proxySource = try Element("proxysrc", name: "\(kind)-\(generation)-out")
        proxySource.set("proxysink", element: proxySink)
        guard let entryPad = proxySink.pad("sink"), let exitPad = proxySource.pad("src") else {
            throw GstFailure(message: "proxysink and proxysrc have no pads")
        }
        self.entryPad = entryPad
        self.exitPad = exitPad
        tap = StreamTap.attach(to: entryPad, tapped)
        gate = StreamGate.attach(to: exitPad, mark: kind == .video ? generation : nil, gated)
        // Driven by hand: seen by the output's pipeline it would count as live and spoil its pre-roll.
        proxySource.lockState(true)
    }

    /// Links one more decoded stream; the first one plays.
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

    /// Lets go of the streams that ended: others follow in their place.
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

    /// What a stream needs that goes on where another ended; nil where nothing goes on, and where it has the same format.
    private func converter(for stream: DecodeSource.Stream) throws(GstFailure) -> Element? {
        guard let format, let own = SoundFormat(of: stream.pad) else { return nil }
        let kept = format.kept(for: own)
        return kept == own ? nil : try Element.converter(to: kept)
    }

    /// Throws away what waits in the crossing and lets its thread run again after a flush downstream.
    func empty() { proxySource.flushThrough() }

    /// - Parameter attendant: flushes; without one, nothing is flushed. What was let in waits at a closed gate or a sink that stands. The thread that brought it would
    ///   wait there for ever, and whoever flushes it for that thread: the selector keeps flushes of a pad that is not active
    ///   any more to itself. A flush stops that thread, so a seek has to follow.
    func select(_ index: Int, flushingBy attendant: Attendant? = nil) {
        guard inputs.indices.contains(index) else { return }
        // Nothing of the old one gets in between.
        attendant?.startFlush(behindSelector)
        selector.set("active-pad", pad: inputs[index].pad)
        attendant?.stopFlush(behindSelector)
    }
}
