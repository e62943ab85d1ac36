internal import GLibLoop
internal import Gst
internal import GstWorkarounds

/// One kind of output: converters and the sink, in the output pipeline.
///
/// While no item feeds the chain, it is parked outside the pipeline with its sink opened, so that the other chain
/// prerolls and plays without waiting for it.
@MediaActor
final class OutputChain {
    let kind: StreamKind
    let bin: Element
    let choice: SinkFallbacks.Choice
    /// The pad that an item's stream is linked to.
    let entryPad: Pad
    private let volume: Element?
    /// Watches a stream on a PulseAudio server.
    private let renewal: StreamRenewal?
    /// Records the replies of the sink to queries for its formats.
    private let answers: SinkAnswers?
    /// Sets the size of the video, for a sink that shows it unscaled.
    private let scaler: PictureScaler?
    /// Cuts the video so that it fills the window; nil for audio, and if the element is not installed.
    private let cropper: PictureCropper?
    /// Draws cards, and makes room for them in the video; nil for audio, and if the element is not installed.
    let overlay: PictureOverlay?
    let shrinker: PictureShrinker?
    /// The last frame before the drawing; nil for audio.
    private let shown: ShownFrame?
    /// The element that draws over video; part of gst-plugins-base, but in a separate plugin.
    static let overlayName = "overlaycomposition"
    /// The only sink that does not scale.
    private static let unscaled = "ximagesink"
    /// How much later than its time everything is shown, in nanoseconds.
    private var delay: Int64 = 0
    /// Whether the video fills the window.
    private var isFilled = false
    /// Whether the chain is outside the pipeline.
    var isParked = true
    /// The branch whose stream feeds the chain.
    private(set) var branch: StreamBranch?

    /// Builds the chain around a sink that is already open.
    ///
    /// - Parameters:
    ///   - lines: provides the lines of subtitles.
    ///   - shapeChanged: called on a streaming thread when the frame size changes.
    ///   - timeLost: called on any thread when the sound server's time has become invalid, so that there is no sound.
    init(
        kind: StreamKind, choice: SinkFallbacks.Choice, sink: Element, lines: SubtitleScreen? = nil,
        shapeChanged: @escaping @Sendable (FrameShape) -> Void = { _ in },
        timeLost: @escaping @Sendable () -> Void = {}
    ) throws(GstFailure) {
        self.kind = kind
        self.choice = choice
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
            (scaler, cropper, overlay, shrinker, shown) = (nil, nil, nil, nil, nil)
            first = convert
            renewal = sink.descendants.first { $0.factoryName == "pulsesink" }
                .flatMap { StreamRenewal.attach(to: $0, timeLost: timeLost) }
            answers = SinkAnswers.attach(to: sink)
            sink.descendants.first { $0.factoryName == "pipewiresink" }.map(SinkPool.activateEarly)
        case .video:
            // As far ahead as a sound server: the end of the data before an item or a cut is known in time, and not
            // only one frame before it is due.
            let queue = try Element("queue")
            queue.set("max-size-buffers", int: 12)
            queue.set("max-size-bytes", int: 64 << 20)
            queue.set("max-size-time", uint64: 200_000_000)
            let convert = try Element("videoconvert")
            let drawing = try? Element(Self.overlayName)
            let cutting = Self.cutting()
            cropper = cutting.last.map(PictureCropper.attach)
            var parts = [queue] + cutting + [convert]
            if choice.name == Self.unscaled {
                let scale = try Element("videoscale")
                let size = try Element("capsfilter")
                // After the scaling, where text has the resolution of the window.
                parts = [queue] + cutting + [scale, convert, size] + [drawing].compactMap { $0 }
                scaler = scale.pad("sink").map { PictureScaler.attach(size, before: $0) }
            } else {
                if let drawing { parts.insert(drawing, at: parts.count - 1) }
                scaler = nil
            }
            for part in parts + [sink] { bin.add(part) }
            for (upstream, downstream) in zip(parts, parts.dropFirst()) { try Element.link(upstream, downstream) }
            try Element.link(parts[parts.count - 1], toDevice: sink)
            let shrinker = drawing?.pad("sink").map(PictureShrinker.attach)
            self.shrinker = shrinker
            let source = lines.map { lines in { @Sendable (moment: PictureMoment) in lines.drawing(over: moment) } }
            overlay = drawing.map { [scaler] in
                PictureOverlay(
                    $0, shrinker: shrinker, scaler: scaler, lines: source, shapeChanged: shapeChanged)
            }
            shown = queue.pad("src").map(ShownFrame.attach)
            (volume, renewal, answers) = (nil, nil, nil)
            first = queue
        }
        guard let inside = first.pad("sink") else { throw GstFailure(message: "\(first.name) has no sink pad") }
        bin.addGhostPad("sink", for: inside)
        guard let entryPad = bin.pad("sink") else { throw GstFailure(message: "no ghost pad") }
        self.entryPad = entryPad
        FlushPoint.attach(to: entryPad)
    }

    /// What cuts the video, the element that cuts it last; empty if it is not installed. Frames that stay whole pass as they
    /// are.
    private static func cutting() -> [Element] {
        guard let crop = try? Element("videocrop"), let convert = try? Element("videoconvert"),
            let filter = try? Element("capsfilter"), let formats = PictureCropper.formats(of: crop)
        else { return [] }
        filter.set("caps", caps: formats)
        return [convert, filter, crop]
    }

    /// Whether the message comes from the chain, or from the crossing of its stream.
    func contains(_ message: PipelineMessage) -> Bool {
        message.isFrom(bin.identity) || branch.map { message.isFrom($0.proxySource.identity) } ?? false
    }

    /// Whether the device refuses all data: its server is lost, without a notification.
    var takesNothing: Bool { answers?.takesNothing ?? false }

    func setVolume(_ value: Double) { volume?.set("volume", value) }

    /// Scales the video to the window from the next frame on. If its aspect ratio differs, it gets borders, or it is cut if it
    /// `fills` the window.
    func scale(width: Int, height: Int, fills: Bool) {
        scaler?.scale(width: width, height: height)
        cropper?.fill(fills ? (width, height) : nil)
        // Edges are whole pixels: what they miss of the shape would be a thin border.
        if isFilled != fills {
            isFilled = fills
            for property in ["add-borders", "force-aspect-ratio"] {
                for element in bin.descendants where element.has(property) { element.set(property, !fills) }
            }
        }
        // The sink does not listen to its window, so it must be notified.
        if kind == .video { OffLoop.redraw(bin) }
    }

    /// Sets whether playback waits for the first frame after a flush. Otherwise frames that come late are dropped.
    func waitsForData(_ waits: Bool) {
        for sink in bin.descendants where sink.has("async") { sink.set("async", waits) }
    }

    /// Sets how much later than its time everything is shown, in nanoseconds; negative: earlier.
    func delay(by nanoseconds: Int64) {
        // An offset of a configured sink stays until a person asks for another one.
        guard delay != nanoseconds else { return }
        delay = nanoseconds
        for sink in bin.descendants where sink.has("ts-offset") { sink.set("ts-offset", int64: nanoseconds) }
    }

    /// Called when the data of the chain is heard or seen from now on.
    func started() { renewal?.lookSoon() }

    /// Attaches a branch. Flushes the chain first if `fresh`, so that it prerolls on the new data.
    func attach(_ new: StreamBranch, fresh: Bool, _ timedCalls: TimedCalls) throws(GstFailure) {
        if let branch { unlink(branch) }
        if fresh {
            timedCalls.startFlush(entryPad)
            timedCalls.stopFlush(entryPad)
        }
        try new.exitPad.linkUnasked(to: entryPad)
        branch = new
    }

    /// Detaches the branch: immediately with `flushing`, otherwise after its data has been played.
    func detach(flushing: Bool, _ timedCalls: TimedCalls) {
        guard let branch else { return }
        branch.gate.close(branch.exitPad)
        if flushing { timedCalls.startFlush(entryPad) }
        unlink(branch)
        if flushing { timedCalls.stopFlush(entryPad) }
    }

    /// Whether a frame was shown that ``showAgain(_:)`` can show.
    var hasShown: Bool { shown?.isThere ?? false }

    /// The last frame, without what is drawn over it; nil: the chain shows none.
    var still: StillPicture? { isParked ? nil : shown?.still }

    /// The time of the last frame in its item, in nanoseconds.
    var shownTime: Int64? { shown?.mediaTime }

    /// Whether the frame after a flush is still on its way.
    var awaitsFrame: Bool { shown?.isOutdated == true }

    /// Shows the last frame again, with what is drawn over it now. Only without a branch.
    func showAgain(_ timedCalls: TimedCalls) {
        guard branch == nil, let shown, shown.isThere else { return }
        timedCalls.startFlush(entryPad)
        timedCalls.stopFlush(entryPad)
        shown.send(into: entryPad)
    }

    /// Releases the last frame.
    func forgetShown() { shown?.forget() }

    /// Detaches the branch of a chain whose calls no longer return.
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
