internal import GLibLoop
internal import Gst

/// An item's subtitles: streams and files of text or pictures, one of which is drawn onto the video.
@MediaActor
final class SubtitleBranch {
    private let overlay: Element
    private let selector: Element
    private(set) var inputs: [(stream: DecodeSource.Stream, pad: Pad)] = []

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
        videoBin.addGhostPad("subtitles", for: inside)
        guard let ghost = videoBin.pad("subtitles") else { throw GstFailure(message: "no ghost pad") }
        try out.link(to: ghost)
        selector.syncStateWithParent()
    }

    func add(_ stream: DecodeSource.Stream) throws(GstFailure) {
        guard let pad = selector.requestPad("sink_%u") else { throw GstFailure(message: "input-selector gives no pad") }
        try stream.pad.link(to: pad)
        inputs.append((stream, pad))
        if inputs.count == 1 { selector.set("active-pad", pad: pad) }
    }

    /// Lets go of the streams that ended: others follow in their place.
    func dropEnded() {
        for input in inputs where input.stream.pad.isRemoved { selector.releasePad(input.pad) }
        inputs.removeAll { $0.stream.pad.isRemoved }
    }

    /// Shows one of the inputs; nil shows none.
    func select(_ index: Int?) {
        overlay.set("silent", index == nil)
        guard let index, inputs.indices.contains(index) else { return }
        selector.set("active-pad", pad: inputs[index].pad)
    }
}
