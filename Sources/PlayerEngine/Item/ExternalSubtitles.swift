internal import Gst
internal import PlayerCore

/// Subtitles of an item from another file: listed from the start, read when they are selected.
struct ExternalSubtitles: Sendable {
    /// Far above the ids of embedded tracks, whose number may change.
    static let firstID: UInt32 = 1_000

    enum State: Sendable {
        case closed
        case opening
        /// The file was read.
        case open(SubtitleScript)
        /// The file contains no subtitles and is no longer listed.
        case broken
    }

    var id: UInt32
    /// Nil if the kind is only known from the contents.
    var sidecar: SubtitleSidecar?
    var uri: String
    /// Whether a client added it; otherwise the item names it.
    var isAdded = false
    var state = State.closed

    /// The track as it is listed.
    var track: MediaTrack {
        MediaTrack(
            id: id, language: sidecar?.language ?? "und", title: sidecar?.title, codec: sidecar?.format.name,
            traits: sidecar?.traits ?? .external)
    }

    /// The script that draws the subtitles, after they were read.
    var script: SubtitleScript? { if case .open(let script) = state { script } else { nil } }

    var isBroken: Bool { if case .broken = state { true } else { false } }

    /// A copy for another pipeline of the same item.
    var copy: ExternalSubtitles {
        var copy = self
        // The result of a pending read goes to the other pipeline.
        if case .opening = state { copy.state = .closed }
        return copy
    }
}
