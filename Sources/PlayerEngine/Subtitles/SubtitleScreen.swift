internal import Gst
internal import PlayerCore
internal import Synchronization

/// Which lines are drawn over the pictures of which item; asked by the thread that brings them.
///
/// Lines are drawn behind everything that decodes and buffers. Other lines, another size or delay are seen with the next
/// picture, and nothing has to be decoded or flushed for them.
final class SubtitleScreen: Sendable {
    private struct State {
        /// By the item's generation.
        var scripts: [UInt64: SubtitleScript] = [:]
        var style = SubtitleStyle()
    }

    private let state = Mutex(State())

    /// Shows the lines of a script over an item's pictures; nil: none.
    func show(_ script: SubtitleScript?, over item: Generation, keeping others: [Generation]) {
        // The old ones are let go of outside of the lock.
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

    /// What lies over a picture that is about to be shown.
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
