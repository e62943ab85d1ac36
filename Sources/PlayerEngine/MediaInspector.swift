internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Opens an item far enough to know what it says of itself, plays nothing, and lets go of it.
@MediaActor
final class MediaInspector {
    private var item: ItemPipeline?
    private var deadline: LoopSource?
    private let done: @MediaActor (Result<InspectedItem, PlaybackFault>) -> Void
    private let finished: @MediaActor (MediaInspector) -> Void
    private let uri: String

    /// - Parameters:
    ///   - done: called exactly once.
    ///   - finished: called after `done`, when the inspector may be dropped.
    init(
        _ uri: String, configuration: EngineConfiguration, log: @escaping @Sendable (EngineLogLevel, String) -> Void,
        done: @escaping @MediaActor (Result<InspectedItem, PlaybackFault>) -> Void,
        finished: @escaping @MediaActor (MediaInspector) -> Void
    ) {
        self.uri = uri
        self.done = done
        self.finished = finished
        do throws(GstFailure) {
            try Gst.initialize()
            item = try ItemPipeline(
                Generation(rawValue: 0), ItemRequest(uri: uri), configuration: configuration, log: log,
                owner: { [weak self] _, event in self?.handle(event) })
        } catch {
            end(.failure(PlaybackFault(.unknown, error.message)))
            return
        }
        let patience = Int64(configuration.networkTimeout) + 5
        item?.open(patience: patience)
        deadline = LoopSource.timer(
            on: MediaActor.loop, at: MonotonicClock.microseconds + (patience + 1) * 1_000_000
        ) { [weak self] in
            MediaActor.assumeIsolated { self?.handle(.stuck) }
        }
    }

    private func handle(_ event: ItemPipeline.Event) {
        switch event {
        case .ready: end(.success(found()))
        case .failed(let fault): end(.failure(fault))
        case .stuck: end(.failure(PlaybackFault(.stalled, "\(uri) gives nothing: try it again later.")))
        case .drained, .passed, .buffering, .durationChanged, .tagsChanged, .tracksChanged, .subtitlesAdded: break
        }
    }

    private func found() -> InspectedItem {
        let tags = item?.folding.folded ?? MediaTags()
        var fields = MediaDetails.Fields()
        fields.title = tags.title
        fields.artist = tags.artists.isEmpty ? nil : tags.artists
        fields.album = tags.album
        fields.genre = tags.genres.isEmpty ? nil : tags.genres
        fields.date = tags.date
        return InspectedItem(
            description: MediaDescription(uri: uri, details: MediaDetails(fields)), duration: item?.duration,
            container: item?.folding.container)
    }

    private func end(_ result: Result<InspectedItem, PlaybackFault>) {
        deadline = nil
        item?.retire()
        item = nil
        done(result)
        // Later, because the initialiser may be what called this.
        MediaActor.post { [self] in finished(self) }
    }
}
