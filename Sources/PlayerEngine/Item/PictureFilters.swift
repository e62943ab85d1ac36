internal import GLibLoop
internal import Gst
internal import GstWorkarounds

/// What the frames of an item pass before anything is drawn on them: a deinterlacer, and what turns frames that are stored
/// on their side.
///
/// Progressive and upright frames pass as they are. A few formats that `videoflip` does not take are converted.
@MediaActor
final class PictureFilters {
    /// The pad behind the selector.
    let entry: Pad
    /// Nil if the element is not installed.
    let turner: PictureTurner?

    private let deinterlacer: Element?

    /// How far behind the target of a seek the first frame is that passes, in nanoseconds: a deinterlacer that works needs
    /// the frame before.
    var lag: Int64 {
        guard let stored = deinterlacer?.pad("sink")?.frameDuration,
            let shown = deinterlacer?.pad("src")?.frameDuration, shown < stored
        else { return 0 }
        return stored
    }

    /// Links `source` through the filters to `exit`.
    init(
        from source: Element, to exit: Pad, in bin: Element, _ wish: EngineConfiguration.Deinterlace
    ) throws(GstFailure) {
        var parts: [Element] = []
        var found: Element?
        if wish != .off, let deinterlacer = try? Element("deinterlace") {
            deinterlacer.set("mode", text: wish == .on ? "interlaced" : "auto")
            // A frame for each field, as a television set shows them.
            deinterlacer.set("fields", text: "all")
            deinterlacer.set("method", text: "yadif")
            FirstField.leaveOut(behind: deinterlacer)
            parts.append(deinterlacer)
            found = deinterlacer
        }
        deinterlacer = found
        if let flip = try? Element("videoflip") {
            parts += [try Element("videoconvert"), flip]
            turner = PictureTurner.attach(to: flip)
        } else {
            turner = nil
        }
        for part in parts { bin.add(part) }
        for (upstream, downstream) in zip([source] + parts, parts) { try Element.link(upstream, downstream) }
        guard let out = (parts.last ?? source).pad("src"), let entry = parts.first.map({ $0.pad("sink") }) ?? exit
        else {
            throw GstFailure(message: "the filters of pictures have no pads")
        }
        self.entry = entry
        FrameCopies.hideMetadata(at: entry)
        try out.link(to: exit)
    }
}
