internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The subtitles in the item itself. Text is collected and drawn over the output; pictures are drawn onto the video.
@MediaActor
final class SubtitleBranch {
    struct Input {
        /// The id of the track.
        var id: UInt32
        var stream: DecodeSource.Stream
        var way: Way
    }

    /// The destination of a stream.
    enum Way {
        case lines(EmbeddedLines)
        /// The pad of the selector.
        case pictures(Pad)
    }

    private let video: StreamBranch
    private let pipeline: Element
    /// The selector between picture streams and the overlay.
    private var selector: Element?
    private(set) var inputs: [Input] = []
    private var style = SubtitleStyle()
    private var linesBefore: [UInt32: EmbeddedLines]

    /// - Parameters:
    ///   - video: the branch that pictures are drawn onto.
    ///   - linesBefore: lines from another pipeline of the same item, by track.
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
        // Pictures may be minutes apart: a stream that waits for the selected one would block the demuxer.
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

    /// The lines of a text track; nil if the track has pictures or is not in this branch.
    func lines(of id: UInt32) -> EmbeddedLines? {
        guard let input = inputs.first(where: { $0.id == id }), case .lines(let lines) = input.way else { return nil }
        return lines
    }

    /// The collected lines of all text tracks.
    var allLines: [UInt32: EmbeddedLines] {
        inputs.reduce(into: [:]) { all, input in if case .lines(let lines) = input.way { all[input.id] = lines } }
    }

    /// Whether a track is drawn onto the video before the output.
    func isDrawnEarly(_ id: UInt32) -> Bool {
        guard let input = inputs.first(where: { $0.id == id }), case .pictures = input.way else { return false }
        return true
    }

    /// Removes ended streams, which others replace.
    func dropEnded() {
        for input in inputs where input.stream.pad.isRemoved {
            if case .pictures(let pad) = input.way { selector?.releasePad(pad) }
        }
        inputs.removeAll { $0.stream.pad.isRemoved }
    }

    /// Shows a picture track; nil or any other track shows none.
    func select(_ id: UInt32?) {
        let input = inputs.first { $0.id == id }
        guard let input, case .pictures(let pad) = input.way else {
            video.overlay?.set("silent", true)
            return
        }
        video.overlay?.set("silent", false)
        selector?.set("active-pad", pad: pad)
    }

    /// Applies a style from the next picture on.
    func apply(_ new: SubtitleStyle) {
        if new.delay != style.delay { selector?.pad("src")?.delay(by: new.delay.nanoseconds) }
        style = new
    }
}
