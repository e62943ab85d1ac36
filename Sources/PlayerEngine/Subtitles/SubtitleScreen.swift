internal import Gst
internal import PlayerCore
internal import Synchronization

/// The subtitles that are drawn over the video of each item; queried by streaming threads.
///
/// They are drawn after decoding and buffering. A change of them, of their size or delay is visible with the next frame and
/// requires no decoding or flush.
final class SubtitleScreen: Sendable {
    private struct State {
        /// By the item's generation.
        var drawn: [UInt64: any DrawnSubtitles] = [:]
        var style = SubtitleStyle()
        /// The share of the frames' height that is covered at the bottom.
        var foot = 0.0
    }

    private let state = Mutex(State())

    /// Shows subtitles over an item's video; nil: none.
    func show(_ subtitles: (any DrawnSubtitles)?, over item: Generation, keeping others: [Generation]) {
        // The old ones are released outside of the lock.
        let old = state.withLock { state in
            let old = state.drawn
            state.drawn[item.rawValue] = subtitles
            let kept = Set((others + [item]).map(\.rawValue))
            state.drawn = state.drawn.filter { kept.contains($0.key) }
            return old
        }
        _ = old
    }

    /// Shows no subtitles over any item, and lets go of their bitmaps, which may be many.
    func forget() {
        // Released outside of the lock.
        let old = state.withLock { state in
            defer { state.drawn = [:] }
            return state.drawn
        }
        _ = old
    }

    /// The items whose subtitles are shown.
    var items: Set<UInt64> { state.withLock { Set($0.drawn.keys) } }

    func apply(_ style: SubtitleStyle) { state.withLock { $0.style = style } }

    /// Keeps lines at the bottom above what covers that share of the frames' height.
    func raise(above foot: Double) { state.withLock { $0.foot = foot } }

    /// The drawing over a frame that is about to be shown.
    func drawing(over moment: PictureMoment) -> PictureDrawing? {
        let (subtitles, style, foot) = state.withLock { state in
            (moment.item.flatMap { state.drawn[$0] }, state.style, state.foot)
        }
        guard let subtitles, let time = moment.mediaTime else { return nil }
        let place = moment.place
        var canvas = SubtitleCanvas(
            frame: moment.shape, x: place?.x ?? 0, y: place?.y ?? 0, width: place?.width ?? moment.shape.width,
            height: place?.height ?? moment.shape.height, scale: style.scale)
        canvas.coverFoot(foot)
        let delayed = MediaTime(nanoseconds: time) - style.delay
        return subtitles.drawing(atMilliseconds: delayed.nanoseconds / 1_000_000, on: canvas)
    }
}
