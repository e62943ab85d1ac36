internal import Gst
internal import PlayerCore

/// Which tracks an item has and which of them play.
@MediaActor
struct TrackInventory {
    private(set) var tracks = TrackSet()

    /// Reads the tracks off the branches and picks the defaults.
    mutating func select(in branches: [StreamKind: StreamBranch]) {
        for (kind, branch) in branches {
            let flags = branch.inputs.map(\.stream.pad.streamFlags)
            let index = flags.firstIndex { $0.isDefault } ?? flags.firstIndex { !$0.isUnwanted } ?? 0
            branch.select(index)
            switch kind {
            case .audio: tracks.selectedAudio = UInt32(index)
            case .video: tracks.selectedVideo = UInt32(index)
            }
        }
        _ = refresh(from: branches)
    }

    /// Reads names and languages again, as tags trickle in.
    ///
    /// - Returns: whether anything changed.
    mutating func refresh(from branches: [StreamKind: StreamBranch]) -> Bool {
        var new = tracks
        new.audio = branches[.audio].map(Self.tracks(of:)) ?? []
        new.video = branches[.video].map(Self.tracks(of:)) ?? []
        defer { tracks = new }
        return new != tracks
    }

    mutating func setSelectedAudio(_ id: UInt32) { tracks.selectedAudio = id }

    private static func tracks(of branch: StreamBranch) -> [MediaTrack] {
        branch.inputs.enumerated().map { index, input in
            let tags = input.stream.pad.streamTags
            let codec = tags.first(branch.kind == .audio ? "audio-codec" : "video-codec")
            return MediaTrack(
                id: UInt32(index), language: tags.first("language-code").map(LanguageTag.bcp47) ?? "und",
                title: tags.first("title"), codec: codec, isDefault: input.stream.pad.streamFlags.isDefault)
        }
    }
}
