internal import Gst
internal import PlayerCore

/// Subtitles of an item that come from another file: listed from the beginning, read when they are chosen.
struct ExternalSubtitles: Sendable {
    /// Far behind those in the item, whose number may change.
    static let firstID: UInt32 = 1_000

    enum State: Hashable, Sendable {
        case closed
        case opening
        /// It flows.
        case open
        /// There is nothing to show in it; not listed any more.
        case broken
    }

    var id: UInt32
    /// Nil for what only GStreamer can find out about.
    var sidecar: SubtitleSidecar?
    var uri: String
    var state = State.closed

    /// As it is listed.
    var track: MediaTrack {
        MediaTrack(
            id: id, language: sidecar?.language ?? "und", title: sidecar?.title, codec: sidecar?.format.name,
            traits: sidecar?.traits ?? .external)
    }

    /// In another pipeline of the same item.
    var closed: ExternalSubtitles {
        var copy = self
        if state != .broken { copy.state = .closed }
        return copy
    }
}
