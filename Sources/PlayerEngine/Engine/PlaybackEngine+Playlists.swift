internal import Gst
internal import PlayerCore

extension ItemPipeline {
    /// A part of an adaptive stream, or its playlist.
    struct Part {
        /// The factory of the element that loaded it.
        var demuxer: String
        /// Address of the playlist that it was given.
        var manifest: String
        var uri: String
    }
}

/// What the playlists of adaptive streams say beside the streams themselves.
extension PlaybackEngine {
    private static let formats: [String: PlaylistFollower.Format] = ["hlsdemux": .hls, "dashdemux": .dash]

    /// An item's demuxer has loaded something: its playlist has more to tell.
    func partLoaded(_ item: ItemPipeline, _ part: ItemPipeline.Part) {
        guard let format = Self.formats[part.demuxer] else { return }
        if item.follower == nil {
            item.follower = PlaylistFollower(
                part.manifest, format, of: item, on: reader.playlists, configuration: configuration
            ) { [weak self, weak item] timeline in
                guard let self, let item else { return }
                timelineChanged(item, timeline)
            }
        }
        item.follower?.note(part.uri)
    }

    private func timelineChanged(_ item: ItemPipeline, _ timeline: StreamTimeline) {
        let hasEnded = item.streamTimeline?.isLive == true && !timeline.isLive
        item.streamTimeline = timeline
        guard item === current || item === next else { return }
        tell(.timelineChanged(item.generation, timeline))
        // What was live is a recording from here on, and has a length.
        if hasEnded { tell(.durationChanged(item.generation, item.duration)) }
    }
}
