internal import GLibLoop
internal import Gst

/// One kind of output: converters and the sink, inside the output pipeline.
///
/// While no item feeds it, it is parked outside the pipeline, its sink opened: the other chain pre-rolls and plays without
/// waiting for it.
@MediaActor
final class OutputChain {
    let kind: StreamKind
    let bin: Element
    let rung: SinkLadder.Rung
    /// Where an item's stream is linked.
    let entryPad: Pad
    private let volume: Element?
    /// Watches a stream at a PulseAudio server.
    private let renewal: StreamRenewal?
    /// What the sound's device says of the formats it takes.
    private let answers: SinkAnswers?
    /// Says how large the picture is, for a sink that shows it as it comes.
    private let scaler: PictureScaler?
    /// Where cards are drawn, and the picture makes room for them; nil for sound, and without the element that does it.
    let overlay: PictureOverlay?
    let shrinker: PictureShrinker?
    /// The element that draws over pictures; part of gst-plugins-base, but as a plugin of its own.
    static let overlayName = "overlaycomposition"
    /// The one sink that does not scale.
    private static let unscaled = "ximagesink"
    /// Whether it is outside the pipeline.
    var isParked = true
    /// The branch whose stream flows here.
    private(set) var branch: StreamBranch?

    /// Builds the chain around a sink that was opened beforehand.
    ///
    /// - Parameters:
    ///   - lines: knows the lines of subtitles.
    ///   - shapeChanged: called on a streaming thread when frames of another size come.
    ///   - timeLost: called on any thread when the sound server's time is of no use any more: nothing is heard then.
    init(
        kind: StreamKind, rung: SinkLadder.Rung, sink: Element, lines: SubtitleScreen? = nil,
        shapeChanged: @escaping @Sendable (FrameShape) -> Void = { _ in },
        timeLost: @escaping @Sendable () -> Void = {}
    ) throws(GstFailure) {
        self.kind = kind
        self.rung = rung
        bin = Element.bin(name: "\(kind)-output")
        let first: Element
        switch kind {
        case .audio:
            let convert = try Element("audioconvert")
            let resample = try Element("audioresample")
            let volume = try Element("volume")
            bin.add(convert, resample, volume, sink)
            self.volume = volume
            try Element.link(convert, resample, volume)
            try Element.link(volume, toDevice: sink)
            (scaler, overlay, shrinker) = (nil, nil, nil)
            first = convert
            renewal = sink.descendants.first { $0.factoryName == "pulsesink" }
                .flatMap { StreamRenewal.attach(to: $0, timeLost: timeLost) }
            answers = SinkAnswers.attach(to: sink)
            sink.descendants.first { $0.factoryName == "pipewiresink" }.map(SinkPool.activateEarly)
        case .video:
            // As far ahead as a sound server is: what joins behind an item or a cut is known to have ended in time, and not
            // one picture before it is due.
            let queue = try Element("queue")
            queue.set("max-size-buffers", int: 12)
            queue.set("max-size-bytes", int: 64 << 20)
            queue.set("max-size-time", uint64: 200_000_000)
            let convert = try Element("videoconvert")
            let drawing = try? Element(Self.overlayName)
            var parts = [queue, convert]
            if rung.name == Self.unscaled {
                let scale = try Element("videoscale")
                let size = try Element("capsfilter")
                // Behind the scaling, where words are as sharp as the window.
                parts = [queue, scale, convert, size] + [drawing].compactMap { $0 }
                scaler = scale.pad("sink").map { PictureScaler.attach(size, before: $0) }
            } else {
                if let drawing { parts.insert(drawing, at: 1) }
                scaler = nil
            }
            for part in parts + [sink] { bin.add(part) }
            for (upstream, downstream) in zip(parts, parts.dropFirst()) { try Element.link(upstream, downstream) }
            try Element.link(parts[parts.count - 1], toDevice: sink)
            let shrinker = drawing?.pad("sink").map(PictureShrinker.attach)
            self.shrinker = shrinker
            let source = lines.map { lines in { @Sendable (moment: PictureMoment) in lines.drawing(over: moment) } }
            overlay = drawing.map {
                PictureOverlay($0, shrinker: shrinker, lines: source, shapeChanged: shapeChanged)
            }
            (volume, renewal, answers) = (nil, nil, nil)
            first = queue
        }
        guard let inside = first.pad("sink") else { throw GstFailure(message: "\(first.name) has no sink pad") }
        bin.addGhostPad("sink", for: inside)
        guard let entryPad = bin.pad("sink") else { throw GstFailure(message: "no ghost pad") }
        self.entryPad = entryPad
    }

    /// Whether the message comes from here, or from the crossing that brings its stream.
    func contains(_ message: PipelineMessage) -> Bool {
        message.isFrom(bin.identity) || branch.map { message.isFrom($0.proxySource.identity) } ?? false
    }

    /// Whether the device refuses all sound: its server is gone, and nobody was told.
    var takesNothing: Bool { answers?.takesNothing ?? false }

    func setVolume(_ value: Double) { volume?.set("volume", value) }

    /// Scales the picture to the window from the next frame on, with borders where it has another shape.
    func scale(width: Int, height: Int) {
        scaler?.scale(width: width, height: height)
        // It was told not to listen to its window, so it does not know either.
        if kind == .video { OffLoop.redraw(bin) }
    }

    /// What flows here is heard or seen from now on.
    func started() { renewal?.lookSoon() }

    /// How many frames or stretches of sound came too late.
    var droppedBuffers: UInt64 { bin.droppedBuffers }

    /// Takes over a branch: empties the chain, so that it pre-rolls on what comes.
    func attach(_ new: StreamBranch, fresh: Bool, _ attendant: Attendant) throws(GstFailure) {
        if let branch { unlink(branch) }
        if fresh {
            attendant.startFlush(entryPad)
            attendant.stopFlush(entryPad)
        }
        try new.exitPad.linkUnasked(to: entryPad)
        branch = new
    }

    /// Lets go of the branch; with `flushing` at once, else when what is inside has been heard.
    func detach(flushing: Bool, _ attendant: Attendant) {
        guard let branch else { return }
        branch.gate.close(branch.exitPad)
        if flushing { attendant.startFlush(entryPad) }
        unlink(branch)
        if flushing { attendant.stopFlush(entryPad) }
    }

    /// Lets go of the branch where nothing here returns from a call any more.
    func abandon() {
        guard let branch else { return }
        branch.gate.close(branch.exitPad)
        unlink(branch)
    }

    private func unlink(_ old: StreamBranch) {
        old.exitPad.unlink(from: entryPad)
        branch = nil
    }
}
