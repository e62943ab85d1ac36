internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Which tracks an item has and which of them play.
@MediaActor
struct TrackInventory {
    private(set) var tracks = TrackSet()

    /// Reads the tracks off the branches and picks the defaults.
    mutating func select(in branches: [StreamKind: StreamBranch], subtitles: SubtitleBranch?) {
        for (kind, branch) in branches {
            let flags = branch.inputs.map(\.stream.pad.streamFlags)
            let index = flags.firstIndex { $0.isDefault } ?? flags.firstIndex { !$0.isUnwanted } ?? 0
            branch.select(index)
            switch kind {
            case .audio: tracks.selectedAudio = UInt32(index)
            case .video: tracks.selectedVideo = UInt32(index)
            }
        }
        let wanted = subtitles?.inputs.firstIndex { $0.stream.pad.streamFlags.isDefault }
        subtitles?.select(wanted)
        tracks.selectedSubtitles = wanted.map(UInt32.init)
        _ = refresh(from: branches, subtitles: subtitles)
    }

    /// Reads names and languages again, as tags trickle in.
    ///
    /// - Returns: whether anything changed.
    mutating func refresh(from branches: [StreamKind: StreamBranch], subtitles: SubtitleBranch?) -> Bool {
        var new = tracks
        new.audio = branches[.audio].map { Self.tracks($0.inputs.map(\.stream), codecTag: "audio-codec") } ?? []
        new.video = branches[.video].map { Self.tracks($0.inputs.map(\.stream), codecTag: "video-codec") } ?? []
        new.subtitles = subtitles.map { Self.tracks($0.inputs.map(\.stream), codecTag: "subtitle-codec") } ?? []
        defer { tracks = new }
        return new != tracks
    }

    mutating func setSelectedSubtitles(_ id: UInt32?) { tracks.selectedSubtitles = id }

    mutating func setSelectedAudio(_ id: UInt32) { tracks.selectedAudio = id }

    private static func tracks(_ streams: [DecodeSource.Stream], codecTag: String) -> [MediaTrack] {
        streams.enumerated().map { index, stream in
            let tags = stream.pad.streamTags
            return MediaTrack(
                id: UInt32(index), language: tags.first("language-code").map(LanguageTag.bcp47) ?? "und",
                title: tags.first("title"), codec: tags.first(codecTag), isDefault: stream.pad.streamFlags.isDefault)
        }
    }
}
