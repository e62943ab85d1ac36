internal import Gst
internal import PlayerCore

/// Subtitles of an item that come from another file: listed from the beginning, read when they are chosen.
struct ExternalSubtitles: Sendable {
    /// Far behind those in the item, whose number may change.
    static let firstID: UInt32 = 1_000

    enum State: Sendable {
        case closed
        case opening
        /// It was read.
        case open(SubtitleScript)
        /// There is nothing to show in it; not listed any more.
        case broken
    }

    var id: UInt32
    /// Nil for what only its content tells of.
    var sidecar: SubtitleSidecar?
    var uri: String
    var state = State.closed

    /// As it is listed.
    var track: MediaTrack {
        MediaTrack(
            id: id, language: sidecar?.language ?? "und", title: sidecar?.title, codec: sidecar?.format.name,
            traits: sidecar?.traits ?? .external)
    }

    /// What draws it, once it was read.
    var script: SubtitleScript? { if case .open(let script) = state { script } else { nil } }

    var isBroken: Bool { if case .broken = state { true } else { false } }

    /// In another pipeline of the same item.
    var copy: ExternalSubtitles {
        var copy = self
        // Whoever reads it answers the other one.
        if case .opening = state { copy.state = .closed }
        return copy
    }
}
