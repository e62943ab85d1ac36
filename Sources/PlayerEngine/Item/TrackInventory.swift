internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Which tracks an item has and which of them play.
@MediaActor
struct TrackInventory {
    private(set) var tracks = TrackSet()
    /// What mediad's own reader found in the container; counts more than what GStreamer tells.
    var described: [ContainerTrack] = []
    /// Files beside the item, and those that clients added.
    var external: [ExternalSubtitles] = []

    /// Reads the tracks off the branches; the first video that is wanted plays.
    mutating func begin(with branches: [StreamKind: StreamBranch], subtitles: SubtitleBranch?) {
        if let branch = branches[.video], tracks.selectedVideo == nil {
            let flags = branch.inputs.map(\.stream.pad.streamFlags)
            let index = flags.firstIndex { $0.isDefault } ?? flags.firstIndex { !$0.isUnwanted } ?? 0
            branch.select(index)
            tracks.selectedVideo = UInt32(index)
        }
        _ = refresh(from: branches, subtitles: subtitles)
    }

    /// The streams are others now.
    mutating func forgetSelection() {
        (tracks.selectedVideo, tracks.selectedAudio) = (nil, nil)
        if let id = tracks.selectedSubtitles, id < ExternalSubtitles.firstID { tracks.selectedSubtitles = nil }
    }

    /// Reads names and languages again, as tags trickle in.
    ///
    /// - Returns: whether anything changed.
    mutating func refresh(from branches: [StreamKind: StreamBranch], subtitles: SubtitleBranch?) -> Bool {
        var new = tracks
        new.audio = branches[.audio].map { listed($0.inputs.map(\.stream), .audio) } ?? []
        new.video = branches[.video].map { listed($0.inputs.map(\.stream), .video) } ?? []
        new.subtitles = subtitles.map { listed($0.inputs.map(\.stream), .subtitles) } ?? []
        // On what would they be shown?
        if !new.video.isEmpty { new.subtitles += external.filter { !$0.isBroken }.map(\.track) }
        defer { tracks = new }
        return new != tracks
    }

    mutating func setSelectedSubtitles(_ id: UInt32?) { tracks.selectedSubtitles = id }

    mutating func setSelectedAudio(_ id: UInt32) { tracks.selectedAudio = id }

    mutating func setReasons(audio: TrackReason?, subtitles: TrackReason?) {
        (tracks.audioReason, tracks.subtitlesReason) = (audio, subtitles)
    }

    /// How many tracks say their language.
    var knownLanguages: Int { (tracks.audio + tracks.subtitles).filter { $0.language != "und" }.count }

    private func listed(_ streams: [DecodeSource.Stream], _ kind: MediaTrack.Kind) -> [MediaTrack] {
        let own = described.filter { $0.kind == kind }
        let codecTag =
            switch kind {
            case .audio: "audio-codec"
            case .video: "video-codec"
            case .subtitles: "subtitle-codec"
            }
        let flags = streams.map(\.pad.streamFlags)
        // Where none is the default one, that is the first which is not marked as unwanted.
        let proposed = flags.contains { $0.isDefault } ? nil : flags.firstIndex { !$0.isUnwanted }
        let isMarked = flags.contains { $0.isUnwanted }
        return streams.enumerated().map { index, stream in
            let tags = stream.pad.streamTags
            let number = stream.pad.streamID.flatMap(Self.number)
            let description =
                own.first { $0.number == number } ?? (own.count == streams.count && number == nil ? own[index] : nil)
            var traits = description?.traits ?? []
            if description == nil, flags[index].isDefault || isMarked && kind == .audio && index == proposed {
                traits.insert(.isDefault)
            }
            var language = tags.first("language-code").map(LanguageTag.bcp47) ?? "und"
            if let described = description?.language, described != "und" { language = described }
            return MediaTrack(
                id: UInt32(index), language: language, title: description?.title ?? tags.first("title"),
                codec: tags.first(codecTag), traits: traits)
        }
    }

    /// What GStreamer's demuxers put behind the name of the file: `…/002:1234` (Matroska), `…/002` (MP4).
    private static func number(_ id: String) -> UInt64? {
        guard let slash = id.lastIndex(of: "/") else { return nil }
        return UInt64(id[id.index(after: slash)...].prefix { $0 != ":" })
    }
}
