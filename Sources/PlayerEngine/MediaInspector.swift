internal import GLibLoop
internal import Gst
internal import MediaProbe
internal import PlayerCore

/// Opens an item to read its metadata, plays nothing, and releases it.
@MediaActor
final class MediaInspector {
    private var item: ItemPipeline?
    /// Nil before and after the item is open.
    var pipeline: Element? { item?.pipeline }
    private var deadline: LoopSource?
    private let done: @MediaActor (Result<InspectedItem, PlaybackFault>) -> Void
    private let finished: @MediaActor (MediaInspector) -> Void
    private let uri: String
    /// The findings that were read while the item was opened; nil until the reading has ended.
    private var findings: ItemFindings?
    private var isReady = false

    /// - Parameters:
    ///   - done: called exactly once.
    ///   - finished: called after `done`, when the inspector may be released.
    init(
        _ uri: String, configuration: EngineConfiguration, door: FileDoor, probe: ItemProbe,
        log: @escaping @Sendable (EngineLogLevel, String) -> Void,
        done: @escaping @MediaActor (Result<InspectedItem, PlaybackFault>) -> Void,
        finished: @escaping @MediaActor (MediaInspector) -> Void
    ) {
        self.uri = uri
        self.done = done
        self.finished = finished
        OffLoop.startGStreamer { [weak self] in self?.open(configuration, door, probe, log) }
    }

    private func open(
        _ configuration: EngineConfiguration, _ door: FileDoor, _ probe: ItemProbe,
        _ log: @escaping @Sendable (EngineLogLevel, String) -> Void
    ) {
        do throws(GstFailure) {
            try Gst.initialize()
            item = try ItemPipeline(
                Generation(rawValue: 0), ItemRequest(uri: uri),
                ItemSurroundings(configuration: configuration, door: door, log: log),
                owner: { [weak self] _, event in self?.handle(event) })
        } catch {
            end(.failure(PlaybackFault(.unknown, error.message)))
            return
        }
        probe.read(uri, configuration: configuration) { [weak self] findings in
            self?.findings = findings ?? ItemFindings()
            if let findings { self?.item?.takeLength(findings) }
            self?.endWhenComplete()
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
        case .ready:
            isReady = true
            endWhenComplete()
        case .failed(let fault): end(.failure(fault))
        case .stuck where isReady: end(.success(found(findings ?? ItemFindings())))
        case .stuck, .empty: end(.failure(PlaybackFault(.stalled, "\(uri) delivers no data: try again later.")))
        // No seek is sent.
        case .hung, .drained, .passed, .buffering, .durationChanged, .growthChanged, .edgeMoved, .tagsChanged,
            .tagsPassed, .tracksChanged, .subtitlesRead, .partLoaded, .frameDropped, .aspectChanged:
            break
        }
    }

    private func endWhenComplete() {
        guard isReady, item != nil, let findings else { return }
        end(.success(found(findings)))
    }

    /// Sidecars take precedence over the stream's tags, and these over the findings in the container.
    private func found(_ findings: ItemFindings) -> InspectedItem {
        let tags = item?.folding.folded ?? MediaTags()
        var findings = findings
        var fields = findings.container.fields
        fields.title = tags.title ?? fields.title
        fields.artist = tags.artists.isEmpty ? fields.artist : tags.artists
        fields.album = tags.album ?? fields.album
        fields.genre = tags.genres.isEmpty ? fields.genre : tags.genres
        fields.date = tags.date ?? fields.date
        findings.container.fields = fields
        findings.container.duration = item?.duration ?? findings.container.duration
        findings.container.container = findings.container.container ?? item?.folding.container
        return MediaProbe.inspected(MediaDescription(uri: uri), findings: findings)
    }

    private func end(_ result: Result<InspectedItem, PlaybackFault>) {
        deadline = nil
        item?.retire()
        item = nil
        done(result.mapError { $0.naming(uri) })
        // Later, because this may be called from the initialiser.
        MediaActor.post { [self] in finished(self) }
    }
}
