internal import PlayerCore

/// The frame in the window while playback is paused: whether it is drawn again, a step from it, and what is shown where the
/// video has none.
struct PausedPicture: Hashable, Sendable {
    /// A frame that is shown where the video has none: at its end, or in sound that is longer.
    struct StandIn: Hashable, Sendable {
        /// Where playback is paused.
        var position: MediaTime
        /// Where the frame is.
        var frame: MediaTime
        /// The frame itself, or the keyframe before it.
        var accuracy: SeekAccuracy
    }

    /// A step from frame to frame.
    struct Step: Hashable, Sendable {
        var generation: Generation
        var frames: Int
    }

    /// Whether the frame that is on its way is to be drawn again when it has arrived.
    private(set) var isRedrawPending = false
    private var standIn: StandIn?
    private var step: Step?

    /// The frame is to be drawn again. Returns whether that is possible now; otherwise it follows.
    ///
    /// - Parameter isThere: whether no other frame is on its way.
    mutating func redraw(isThere: Bool) -> Bool {
        isRedrawPending = !isThere
        return isThere
    }

    /// Holds a step until the shown frame is known.
    mutating func hold(_ step: Step) { self.step = step }

    mutating func takeStep() -> Step? {
        defer { step = nil }
        return step
    }

    /// The frame that stands in at a position.
    func shown(at position: MediaTime?) -> StandIn? { standIn.flatMap { $0.position == position ? $0 : nil } }

    /// The sinks have found no frame at a position. Returns whether another one is to be shown.
    ///
    /// Some decoders give a frame another time than its data had: the second attempt is the keyframe before it.
    ///
    /// - Parameter last: where the last frame before it is.
    mutating func findsNone(at position: MediaTime, last: MediaTime?) -> Bool {
        let shown = shown(at: position)
        guard shown?.accuracy != .keyUnit, let frame = shown?.frame ?? last, frame <= position else { return false }
        standIn = StandIn(position: position, frame: frame, accuracy: shown == nil ? .accurate : .keyUnit)
        isRedrawPending = false
        return true
    }

    /// Another frame is shown from now on. Returns whether one stood in.
    @discardableResult
    mutating func dropStandIn() -> Bool {
        defer { standIn = nil }
        return standIn != nil
    }

    /// There is another item.
    mutating func forget() {
        standIn = nil
        step = nil
    }
}
