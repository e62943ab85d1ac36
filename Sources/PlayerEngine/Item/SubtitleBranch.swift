internal import GLibLoop
internal import Gst
internal import PlayerCore

/// An item's subtitles: streams and files of text or pictures, one of which is drawn onto the video.
@MediaActor
final class SubtitleBranch {
    struct Input {
        /// Of the track; those of files lie behind ``ExternalSubtitles/firstID``.
        var id: UInt32
        var stream: DecodeSource.Stream
        /// The selector's.
        var pad: Pad
    }

    private let overlay: Element
    private let selector: Element
    private let exit: Pad
    private(set) var inputs: [Input] = []
    private var style = SubtitleStyle()

    /// - Parameters:
    ///   - overlay: the `subtitleoverlay` inside the video branch.
    ///   - bin: the video branch, whose pad takes the text.
    init(overlay: Element, videoBin: Element, pipeline: Element) throws(GstFailure) {
        self.overlay = overlay
        selector = try Element("input-selector")
        // Lines are minutes apart: a stream that waits for the chosen one would hold up the demuxer.
        selector.set("sync-streams", false)
        pipeline.add(selector)
        guard let inside = overlay.pad("subtitle_sink"), let out = selector.pad("src") else {
            throw GstFailure(message: "subtitleoverlay has no pad for subtitles")
        }
        exit = out
        videoBin.addGhostPad("subtitles", for: inside)
        guard let ghost = videoBin.pad("subtitles") else { throw GstFailure(message: "no ghost pad") }
        try out.link(to: ghost)
        selector.syncStateWithParent()
    }

    /// Those in the item itself.
    var embedded: [Input] { inputs.filter { $0.id < ExternalSubtitles.firstID } }

    /// - Parameter id: of the track; nil for one in the item, which is numbered.
    func add(_ stream: DecodeSource.Stream, id: UInt32? = nil) throws(GstFailure) {
        guard let pad = selector.requestPad("sink_%u") else { throw GstFailure(message: "input-selector gives no pad") }
        try stream.pad.link(to: pad)
        inputs.append(Input(id: id ?? UInt32(embedded.count), stream: stream, pad: pad))
        if inputs.count == 1 { selector.set("active-pad", pad: pad) }
    }

    /// Lets go of the streams that ended: others follow in their place.
    func dropEnded() {
        for input in inputs where input.stream.pad.isRemoved { selector.releasePad(input.pad) }
        inputs.removeAll { $0.stream.pad.isRemoved }
    }

    /// Shows one of the inputs; nil, and one that is not here, shows none.
    func select(_ id: UInt32?) {
        let input = inputs.first { $0.id == id }
        overlay.set("silent", input == nil)
        if let input { selector.set("active-pad", pad: input.pad) }
    }

    /// From the next line on.
    func apply(_ new: SubtitleStyle) {
        if new.delay != style.delay { exit.delay(by: new.delay.nanoseconds) }
        if new.scale != style.scale { overlay.set("font-desc", "serif \(Self.size * new.scale)") }
        style = new
    }

    /// What the overlay itself begins with (pango's "serif 12"), for a picture that is 640 wide.
    private static let size = 12.0
}
