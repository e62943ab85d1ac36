internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The tracks of an item and the selected ones.
@MediaActor
struct TrackInventory {
    private(set) var tracks = TrackSet()
    /// What decides which of them are selected.
    var decision = TrackDecision()
    /// The tracks that mediad's own reader found in the container, which take precedence over GStreamer's.
    var described: [ContainerTrack] = []
    /// The sound of an HLS stream according to its playlist. hlsdemux 1.22 does not report it.
    var renditions: [ContainerTrack] = []
    /// Sidecar files, the subtitles of an HLS stream, and files that clients added.
    var external: [ExternalSubtitles] = []

    /// Reads the tracks from the branches. Selects the default video track, or the first one that is not unwanted.
    mutating func begin(with branches: [StreamKind: StreamBranch], subtitles: SubtitleBranch?) {
        if let branch = branches[.video], tracks.selectedVideo == nil {
            let flags = branch.inputs.map(\.stream.pad.streamFlags)
            let index = flags.firstIndex { $0.isDefault } ?? flags.firstIndex { !$0.isUnwanted } ?? 0
            branch.select(index)
            tracks.selectedVideo = UInt32(index)
        }
        _ = refresh(from: branches, subtitles: subtitles)
    }

    /// Forgets the selection when the streams were replaced.
    mutating func forgetSelection() {
        (tracks.selectedVideo, tracks.selectedAudio) = (nil, nil)
        if let id = tracks.selectedSubtitles, id < ExternalSubtitles.firstID { tracks.selectedSubtitles = nil }
    }

    /// Reads titles and languages again, which arrive gradually with the tags, and tells picture subtitles what their
    /// headers say.
    ///
    /// - Returns: whether anything has changed.
    mutating func refresh(from branches: [StreamKind: StreamBranch], subtitles: SubtitleBranch?) -> Bool {
        var new = tracks
        new.audio = branches[.audio].map { listed($0.inputs.map(\.stream), .audio) } ?? []
        new.video = branches[.video].map { listed($0.inputs.map(\.stream), .video) } ?? []
        new.subtitles = subtitles.map { listed($0.inputs.map(\.stream), .subtitles) } ?? []
        // Without video there is nothing to show subtitles on.
        if !new.video.isEmpty { new.subtitles += external.filter { !$0.isBroken }.map(\.track) }
        if let subtitles { tellPlanes(subtitles) }
        defer { tracks = new }
        return new != tracks
    }

    /// Tells the pictures of each track in the item how large the plane is on which they lie.
    private func tellPlanes(_ subtitles: SubtitleBranch) {
        for (index, input) in subtitles.inputs.enumerated() {
            guard case .pictures(let pictures) = input.way,
                let plane = description(of: input.stream, .subtitles, index, of: subtitles.inputs.count)?.format.plane
            else { continue }
            pictures.take(plane: (plane.width, plane.height))
        }
    }

    mutating func setSelectedSubtitles(_ id: UInt32?) { tracks.selectedSubtitles = id }

    mutating func setSelectedAudio(_ id: UInt32) { tracks.selectedAudio = id }

    mutating func setReasons(audio: TrackReason?, subtitles: TrackReason?) {
        (tracks.audioReason, tracks.subtitlesReason) = (audio, subtitles)
    }

    /// The number of tracks with a known language.
    var knownLanguages: Int { (tracks.audio + tracks.subtitles).filter { $0.language != "und" }.count }

    private func listed(_ streams: [DecodeSource.Stream], _ kind: MediaTrack.Kind) -> [MediaTrack] {
        let codecTag =
            switch kind {
            case .audio: "audio-codec"
            case .video: "video-codec"
            case .subtitles: "subtitle-codec"
            }
        let flags = streams.map(\.pad.streamFlags)
        // Without default tracks, the first one that is not marked as unwanted is proposed.
        let proposed = flags.contains { $0.isDefault } ? nil : flags.firstIndex { !$0.isUnwanted }
        let isMarked = flags.contains { $0.isUnwanted }
        return streams.enumerated().map { index, stream in
            let tags = stream.pad.streamTags
            let description = description(of: stream, kind, index, of: streams.count)
            var traits = description?.traits ?? []
            if description == nil, flags[index].isDefault || isMarked && kind == .audio && index == proposed {
                traits.insert(.isDefault)
            }
            var language = tags.first("language-code").map(LanguageTag.bcp47) ?? "und"
            if let described = description?.language, described != "und" { language = described }
            var track = MediaTrack(
                id: UInt32(index), language: language, title: description?.title ?? tags.first("title"),
                codec: tags.first(codecTag) ?? description?.format.codec, traits: traits)
            // What is decoded counts; a stream that is not, or not yet, has what its container says.
            track.channels = stream.pad.channels ?? description?.format.channels
            track.size = stream.pad.frameShape.flatMap(\.pixels) ?? description?.format.size
            return track
        }
    }

    /// What the container or the playlist says of a stream, by its number, or else by its place if all are described.
    private func description(
        of stream: DecodeSource.Stream, _ kind: MediaTrack.Kind, _ index: Int, of count: Int
    ) -> ContainerTrack? {
        let own = (described + renditions).filter { $0.kind == kind && $0.number != nil }
        let number = stream.pad.streamID.flatMap { renditions.isEmpty ? Self.number($0) : rendition($0) }
        return own.first { $0.number == number } ?? (own.count == count && number == nil ? own[index] : nil)
    }

    /// The number of a rendition: hlsdemux names its streams `…/src_2:1/00000100`, and counts on when it changes to
    /// another variant.
    private func rendition(_ id: String) -> UInt64? {
        guard let name = id.firstRange(of: "/src_"), let count = renditions.compactMap(\.number).max() else {
            return nil
        }
        return UInt64(id[name.upperBound...].prefix(while: \.isNumber)).map { $0 % (count + 1) }
    }

    /// The track number that GStreamer's demuxers append to the file name: `…/002:1234` (Matroska), `…/002` (MP4).
    private static func number(_ id: String) -> UInt64? {
        guard let slash = id.lastIndex(of: "/") else { return nil }
        return UInt64(id[id.index(after: slash)...].prefix { $0 != ":" })
    }
}

extension FrameShape {
    /// The size in pixels, whatever their shape.
    fileprivate var pixels: TrackFormat.PixelSize? {
        TrackFormat.PixelSize(width: UInt64(max(0, width)), height: UInt64(max(0, height)))
    }
}
