internal import Gst
internal import PlayerCore

extension ItemPipeline {
    /// A segment of an adaptive stream, or its playlist.
    struct Part {
        /// The factory of the element that loaded the segment.
        var demuxer: String
        /// The URI of the playlist that the element was given.
        var manifest: String
        var uri: String
    }
}

/// Reads the playlists of adaptive streams for data that the streams do not contain.
extension PlaybackEngine {
    private static let formats: [String: PlaylistFollower.Format] = ["hlsdemux": .hls, "dashdemux": .dash]

    /// Handles a loaded segment: the playlist of the item contains more information.
    func partLoaded(_ item: ItemPipeline, _ part: ItemPipeline.Part) {
        guard let format = Self.formats[part.demuxer] else { return }
        if item.streaming.follower == nil {
            item.streaming.follower = PlaylistFollower(
                part.manifest, format, of: item, on: reader.playlists, configuration: configuration
            ) { [weak self, weak item] timeline in
                guard let self, let item else { return }
                timelineChanged(item, timeline)
            }
        }
        item.streaming.follower?.note(part.uri)
    }

    private func timelineChanged(_ item: ItemPipeline, _ timeline: StreamTimeline) {
        let hasEnded = item.streaming.timeline?.isLive == true && !timeline.isLive
        item.streaming.timeline = timeline
        guard item === current || item === next else { return }
        tell(.timelineChanged(item.generation, timeline))
        // A live stream that has ended is a recording, and has a length.
        if hasEnded { tell(.durationChanged(item.generation, item.duration)) }
    }
}
