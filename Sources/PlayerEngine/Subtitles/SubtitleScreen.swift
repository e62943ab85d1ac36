internal import Gst
internal import PlayerCore
internal import Synchronization

/// The scripts that are drawn over the video of each item; queried by streaming threads.
///
/// Lines are drawn after decoding and buffering. A change of lines, size or delay is visible with the next frame and
/// requires no decoding or flush.
final class SubtitleScreen: Sendable {
    private struct State {
        /// By the item's generation.
        var scripts: [UInt64: SubtitleScript] = [:]
        var style = SubtitleStyle()
    }

    private let state = Mutex(State())

    /// Shows the lines of a script over an item's video; nil: none.
    func show(_ script: SubtitleScript?, over item: Generation, keeping others: [Generation]) {
        // The old scripts are released outside of the lock.
        let old = state.withLock { state in
            let old = state.scripts
            state.scripts[item.rawValue] = script
            let kept = Set((others + [item]).map(\.rawValue))
            state.scripts = state.scripts.filter { kept.contains($0.key) }
            return old
        }
        _ = old
    }

    func apply(_ style: SubtitleStyle) { state.withLock { $0.style = style } }

    /// The drawing over a frame that is about to be shown.
    func drawing(over moment: PictureMoment) -> PictureDrawing? {
        let (script, style) = state.withLock { state in (moment.item.flatMap { state.scripts[$0] }, state.style) }
        guard let script, let time = moment.mediaTime else { return nil }
        let place = moment.place
        let canvas = SubtitleScript.Canvas(
            frame: moment.shape, x: place?.x ?? 0, y: place?.y ?? 0, width: place?.width ?? moment.shape.width,
            height: place?.height ?? moment.shape.height, scale: style.scale)
        let delayed = MediaTime(nanoseconds: time) - style.delay
        return script.drawing(atMilliseconds: delayed.nanoseconds / 1_000_000, on: canvas)
    }
}
