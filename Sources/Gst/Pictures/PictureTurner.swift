internal import CGStreamer
internal import GLibLoop
internal import GstWorkarounds
internal import Synchronization

/// Turns frames that are stored on their side, as phones store them, and further by hand.
///
/// It reads the tag `image-orientation` of the stream where it passes, before the first frame. Upright frames pass as they
/// are.
///
/// `videoflip` asks for its direction several times while it negotiates, and fails if the answers differ. Only the thread
/// of the stream sets it, between two frames.
public final class PictureTurner: Sendable {
    private struct State {
        var stored = PictureTurn.none
        var quarters = 0
        /// What `videoflip` was told last.
        var told = PictureTurn.none

        var whole: PictureTurn { stored.turned(by: quarters) }
    }

    private let flip: WeakElement
    private let state = Mutex(State())

    private init(_ flip: Element) { self.flip = WeakElement(flip.pointer) }

    /// - Parameter flip: a `videoflip`.
    @MediaActor
    public static func attach(to flip: Element) -> PictureTurner {
        let turner = PictureTurner(flip)
        guard let pad = flip.pad("sink") else { return turner }
        StatedColours.attach(to: pad.pointer)
        pad.pointer.observe([.buffers, .events]) { turner.saw($0) }
        return turner
    }

    /// How the next frame is turned.
    public var turn: PictureTurn { state.withLock { $0.whole } }

    /// Turns the frames clockwise from the next one on, beside what the file says.
    ///
    /// - Returns: whether they are turned another way now.
    @discardableResult
    public func turn(by quarters: Int) -> Bool { change { $0.quarters = quarters } }

    /// Takes what the file says, where GStreamer does not tell it.
    ///
    /// - Returns: whether the frames are turned another way now.
    @discardableResult
    public func take(stored turn: PictureTurn) -> Bool { change { $0.stored = turn } }

    private func change(_ body: (inout State) -> Void) -> Bool {
        state.withLock { state in
            let before = state.whole
            body(&state)
            return state.whole != before
        }
    }

    /// Tells `videoflip` before a frame.
    private func tell() {
        let changed: PictureTurn? = state.withLock { state in
            guard state.whole != state.told else { return nil }
            state.told = state.whole
            return state.whole
        }
        guard let changed else { return }
        flip.with {
            gst_util_set_object_arg(
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: GObject.self), "video-direction", changed.direction)
        }
    }

    func saw(_ passing: PassingData) {
        if passing.buffer != nil { return tell() }
        guard let event = passing.event, cgst_event_type(event) == GST_EVENT_TAG else { return }
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list, let turn = TagSet(list).first("image-orientation").flatMap(PictureTurn.init(tag:)) else {
            return
        }
        take(stored: turn)
    }
}
