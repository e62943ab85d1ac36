internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The subtitles in the item itself. Text and pictures are collected and drawn over the output; other streams are drawn
/// onto the video by GStreamer.
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
        case pictures(EmbeddedPictures)
        /// The pad of the selector: a stream that only GStreamer's overlay can draw.
        case overlay(Pad)
    }

    private let video: StreamBranch
    private let pipeline: Element
    /// The selector between streams and GStreamer's overlay.
    private var selector: Element?
    private(set) var inputs: [Input] = []
    private var style = SubtitleStyle()
    private var before: Collected

    /// What was collected of the tracks so far, by track.
    struct Collected {
        var lines: [UInt32: EmbeddedLines] = [:]
        var pictures: [UInt32: EmbeddedPictures] = [:]
    }

    /// - Parameters:
    ///   - video: the branch that subtitles are drawn onto.
    ///   - before: what another pipeline of the same item has collected.
    init(video: StreamBranch, pipeline: Element, before: Collected) {
        self.video = video
        self.pipeline = pipeline
        self.before = before
    }

    func add(_ stream: DecodeSource.Stream) throws(GstFailure) {
        let way: Way
        let id = UInt32(inputs.count)
        if let format = EmbeddedPictures.format(stream.pad.mediaType) {
            let old = before.pictures.removeValue(forKey: id)
            let pictures = old?.format == format ? old : nil
            let taken = pictures ?? EmbeddedPictures(format, plane: plane)
            let sink = try Element.readingNothing(in: pipeline)
            SubtitlePictureTap.attach(to: stream.pad) { taken.take($0) }
            try stream.pad.link(to: sink)
            way = .pictures(taken)
        } else if LineTap.takes(stream.pad.mediaType) {
            let lines = before.lines.removeValue(forKey: id) ?? EmbeddedLines()
            let sink = try Element.readingNothing(in: pipeline)
            LineTap.attach(to: stream.pad, formatKnown: { lines.begin($0) }, { lines.add($0) })
            try stream.pad.link(to: sink)
            way = .lines(lines)
        } else {
            let selector = try overlaySelector()
            guard let pad = selector.requestPad("sink_%u") else {
                throw GstFailure(message: "input-selector gives no pad")
            }
            try stream.pad.link(to: pad)
            if !hasOverlay { selector.set("active-pad", pad: pad) }
            way = .overlay(pad)
        }
        inputs.append(Input(id: id, stream: stream, way: way))
    }

    /// The size of the video on DVDs, for subtitles whose header does not tell it.
    private var plane: (width: Int, height: Int) {
        let height = video.inputs.first?.stream.pad.frameShape?.height ?? 576
        return (720, [480, 576].contains(height) ? height : 576)
    }

    private var hasOverlay: Bool { inputs.contains { if case .overlay = $0.way { true } else { false } } }

    private func overlaySelector() throws(GstFailure) -> Element {
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

    /// The lines of a text track; nil if the track has no text or is not in this branch.
    func lines(of id: UInt32) -> EmbeddedLines? {
        guard let input = inputs.first(where: { $0.id == id }), case .lines(let lines) = input.way else { return nil }
        return lines
    }

    /// The pictures of a track; nil if the track has none or is not in this branch.
    func pictures(of id: UInt32) -> EmbeddedPictures? {
        guard let input = inputs.first(where: { $0.id == id }), case .pictures(let pictures) = input.way else {
            return nil
        }
        return pictures
    }

    /// What was collected of all tracks.
    var collected: Collected {
        inputs.reduce(into: Collected()) { all, input in
            switch input.way {
            case .lines(let lines): all.lines[input.id] = lines
            case .pictures(let pictures): all.pictures[input.id] = pictures
            case .overlay: break
            }
        }
    }

    /// Whether a track is drawn onto the video before the output.
    func isDrawnEarly(_ id: UInt32) -> Bool {
        guard let input = inputs.first(where: { $0.id == id }), case .overlay = input.way else { return false }
        return true
    }

    /// Removes ended streams, which others replace.
    func dropEnded() {
        for input in inputs where input.stream.pad.isRemoved {
            if case .overlay(let pad) = input.way { selector?.releasePad(pad) }
        }
        inputs.removeAll { $0.stream.pad.isRemoved }
    }

    /// Has GStreamer show a track; nil or any other track shows none.
    func select(_ id: UInt32?) {
        let input = inputs.first { $0.id == id }
        guard let input, case .overlay(let pad) = input.way else {
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
