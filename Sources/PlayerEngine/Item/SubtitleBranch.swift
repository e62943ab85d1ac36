internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The subtitles in an item itself. Text is collected, and drawn over what is shown; pictures are drawn onto the video.
@MediaActor
final class SubtitleBranch {
    struct Input {
        /// Of the track.
        var id: UInt32
        var stream: DecodeSource.Stream
        var way: Way
    }

    /// Where a stream goes.
    enum Way {
        case lines(EmbeddedLines)
        /// The selector's pad.
        case pictures(Pad)
    }

    private let video: StreamBranch
    private let pipeline: Element
    /// Between the streams of pictures and what draws them.
    private var selector: Element?
    private(set) var inputs: [Input] = []
    private var style = SubtitleStyle()
    private var linesBefore: [UInt32: EmbeddedLines]

    /// - Parameters:
    ///   - video: what pictures are drawn onto.
    ///   - linesBefore: what came by in another pipeline of the same item, by track.
    init(video: StreamBranch, pipeline: Element, linesBefore: [UInt32: EmbeddedLines]) {
        self.video = video
        self.pipeline = pipeline
        self.linesBefore = linesBefore
    }

    func add(_ stream: DecodeSource.Stream) throws(GstFailure) {
        let way: Way
        if LineTap.takes(stream.pad.mediaType) {
            let lines = linesBefore.removeValue(forKey: UInt32(inputs.count)) ?? EmbeddedLines()
            let sink = try Element.readingNothing(in: pipeline)
            LineTap.attach(to: stream.pad, formatKnown: { lines.begin($0) }, { lines.add($0) })
            try stream.pad.link(to: sink)
            way = .lines(lines)
        } else {
            let selector = try pictureSelector()
            guard let pad = selector.requestPad("sink_%u") else {
                throw GstFailure(message: "input-selector gives no pad")
            }
            try stream.pad.link(to: pad)
            if !hasPictures { selector.set("active-pad", pad: pad) }
            way = .pictures(pad)
        }
        inputs.append(Input(id: UInt32(inputs.count), stream: stream, way: way))
    }

    private var hasPictures: Bool { inputs.contains { if case .pictures = $0.way { true } else { false } } }

    private func pictureSelector() throws(GstFailure) -> Element {
        if let selector { return selector }
        guard let overlay = video.overlay else { throw GstFailure(message: "there is no video") }
        let made = try Element("input-selector")
        // Pictures are minutes apart: a stream that waits for the chosen one would hold up the demuxer.
        made.set("sync-streams", false)
        pipeline.add(made)
        guard let inside = overlay.pad("subtitle_sink"), let out = made.pad("src") else {
            throw GstFailure(message: "subtitleoverlay has no pad for subtitles")
        }
        video.bin.addGhostPad("subtitles", for: inside)
        guard let ghost = video.bin.pad("subtitles") else { throw GstFailure(message: "no ghost pad") }
        try out.link(to: ghost)
        made.syncStateWithParent()
        selector = made
        out.delay(by: style.delay.nanoseconds)
        return made
    }

    /// What collects the lines of a track; nil where it is pictures, or elsewhere.
    func lines(of id: UInt32) -> EmbeddedLines? {
        guard let input = inputs.first(where: { $0.id == id }), case .lines(let lines) = input.way else { return nil }
        return lines
    }

    /// What came by of every track of text.
    var allLines: [UInt32: EmbeddedLines] {
        inputs.reduce(into: [:]) { all, input in if case .lines(let lines) = input.way { all[input.id] = lines } }
    }

    /// Whether a track is drawn onto the video before it is shown.
    func isDrawnEarly(_ id: UInt32) -> Bool {
        guard let input = inputs.first(where: { $0.id == id }), case .pictures = input.way else { return false }
        return true
    }

    /// Lets go of the streams that ended: others follow in their place.
    func dropEnded() {
        for input in inputs where input.stream.pad.isRemoved {
            if case .pictures(let pad) = input.way { selector?.releasePad(pad) }
        }
        inputs.removeAll { $0.stream.pad.isRemoved }
    }

    /// Shows one of the tracks of pictures; nil, and any other track, shows none.
    func select(_ id: UInt32?) {
        let input = inputs.first { $0.id == id }
        guard let input, case .pictures(let pad) = input.way else {
            video.overlay?.set("silent", true)
            return
        }
        video.overlay?.set("silent", false)
        selector?.set("active-pad", pad: pad)
    }

    /// From the next picture on.
    func apply(_ new: SubtitleStyle) {
        if new.delay != style.delay { selector?.pad("src")?.delay(by: new.delay.nanoseconds) }
        style = new
    }
}
