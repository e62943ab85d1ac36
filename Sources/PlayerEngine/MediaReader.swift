public import GLibLoop
internal import Gst
public import PlayerCore

/// Reads and fetches data beside playback: pictures, queue entries, chapter files, and items to inspect.
@MediaActor
public final class MediaReader {
    /// The maximum number of simultaneous inspections.
    private static let inspectorLimit = 4

    let images: ImageStore
    let probe: ItemProbe
    let door: FileDoor
    private let idleProbe: IdleProbe
    private let lists: ListProbe
    /// For the playlists of playing streams.
    let playlists = WorkQueue(label: "mediad.hls", width: 2)
    /// Rules for all requests of this process, here and in pipelines.
    private let requestRules = HTTPRequestRules()
    private var configuration: EngineConfiguration
    private var inspectors: [MediaInspector] = []
    /// The pipelines of the items that are inspected now.
    var inspected: [Element] { inspectors.compactMap(\.pipeline) }
    private var isShutDown = false
    private let log: @Sendable (EngineLogLevel, String) -> Void
    private let tell: @MediaActor (ReadingEvent) -> Void

    /// - Parameters:
    ///   - openings: refuses items that have crashed mediad; nil: none.
    ///   - tell: receives every event, on the media loop.
    public convenience init(
        configuration: EngineConfiguration, openings: (any OpeningGuard)? = nil,
        log: @escaping @Sendable (EngineLogLevel, String) -> Void,
        tell: @escaping @MediaActor (ReadingEvent) -> Void
    ) {
        var access = FileAccess()
        access.openings = openings
        self.init(configuration: configuration, access: access, log: log, tell: tell)
    }

    /// - Parameter access: access to files.
    init(
        configuration: EngineConfiguration, access: FileAccess,
        log: @escaping @Sendable (EngineLogLevel, String) -> Void, tell: @escaping @MediaActor (ReadingEvent) -> Void
    ) {
        probe = ItemProbe(access)
        door = FileDoor(access)
        idleProbe = IdleProbe(access)
        lists = ListProbe(access)
        self.configuration = configuration
        self.log = log
        self.tell = tell
        images = ImageStore(configuration, log: log)
        trustHosts()
    }

    /// Applies to the next source.
    public func reconfigure(_ new: EngineConfiguration) {
        configuration = new
        images.reconfigure(new)
        trustHosts()
    }

    /// Carries out an effect without waiting for it.
    public func perform(_ effect: ReadingEffect) {
        switch effect {
        case .fetchImage(let source, let origin):
            images.fetch(source, namedBy: origin) { [weak self] result in
                self?.tell(.imageFetched(source, try? result.get()))
            }
        case .readChapters(let uri, let origin): readChapters(uri, origin)
        case .readList(let id, let uri, let origin): readList(id, uri, origin)
        case .readAssets(let uri, let origin): readAssets(uri, origin)
        case .addHeaders(let headers, let uri): addHeaders(headers, for: uri)
        case .readAhead(let id, let uri):
            // An unreadable item is logged when it is played.
            idleProbe.read(uri) { [weak self] findings in self?.tell(.itemRead(id, uri, findings)) }
        case .readTitles(let items): readTitles(items[...], after: [])
        }
    }

    /// Reads entries one after the other, so that another one that is needed sooner waits for one file only.
    private func readTitles(_ items: ArraySlice<QueueItem>, after read: [ReadEntry]) {
        guard let item = items.first, !isShutDown else { return tell(.titlesRead(read)) }
        let uri = item.description.uri
        idleProbe.read(uri) { [weak self] findings in
            self?.readTitles(
                items.dropFirst(), after: read + [ReadEntry(id: item.id, uri: uri, findings: findings)])
        }
    }

    /// Reads the metadata of a URI. `then` is called once, on the media loop.
    public func inspect(
        _ uri: String, then: @escaping @Sendable @MediaActor (Result<InspectedItem, PlaybackFault>) -> Void
    ) {
        guard !isShutDown else { return then(.failure(Self.shuttingDown)) }
        guard inspectors.count < Self.inspectorLimit else {
            return then(
                .failure(PlaybackFault(.stalled, "Too many items are being inspected: try again in a moment.")))
        }
        let inspector = MediaInspector(
            uri, configuration: configuration, door: door, probe: probe, log: log, done: then,
            finished: { [weak self] inspector in self?.inspectors.removeAll { $0 === inspector } })
        inspectors.append(inspector)
    }

    /// Fetches a picture of the current item on request. `then` is called once, on the media loop, with a `file:` URI.
    ///
    /// - Parameter origin: the item or the list that names it; nil: a client.
    public func image(
        _ source: ImageSource, namedBy origin: String?,
        then: @escaping @Sendable @MediaActor (Result<String, PlaybackFault>) -> Void
    ) {
        guard !isShutDown else { return then(.failure(Self.shuttingDown)) }
        images.fetch(source, namedBy: origin) { [weak self] result in
            if case .success(let uri) = result { self?.tell(.imageFetched(source, uri)) }
            then(result)
        }
    }

    /// Accepts no more requests. Pending ones may still complete.
    public func shutDown() {
        isShutDown = true
        probe.cancel()
    }

    private static var shuttingDown: PlaybackFault { PlaybackFault(.unknown, "mediad is shutting down.") }

    private func readList(_ id: ItemID, _ uri: String, _ origin: String?) {
        let log = log
        lists.read(uri, namedBy: origin, configuration: configuration) { [weak self] answer, logLines in
            for logLine in logLines { log(.info, "\(uri): \(logLine)") }
            self?.tell(.listRead(id, uri, answer))
        }
    }

    private func readChapters(_ uri: String, _ origin: String?) {
        let log = log
        probe.readChapters(uri, namedBy: origin, configuration: configuration) { [weak self] chapters, problems in
            for problem in problems { log(.info, "\(uri): \(problem)") }
            self?.tell(.chaptersRead(uri, chapters, problem: chapters.isEmpty ? problems.first : nil))
        }
    }

    private func trustHosts() {
        do throws(GstFailure) {
            try requestRules.trust(configuration.trustedHosts)
        } catch {
            log(.warning, "network.trusted-hosts has no effect: \(error.message)")
        }
    }

    private func addHeaders(_ headers: [String: String], for uri: String) {
        do throws(GstFailure) {
            try requestRules.add(headers, for: uri)
        } catch {
            log(.warning, "the headers of \(uri) are not sent: \(error.message)")
        }
    }

    private func readAssets(_ uri: String, _ origin: String?) {
        let (log, configuration) = (log, configuration)
        playlists.run(within: Double(configuration.networkTimeout) + 5) {
            AssetProbe.assets(uri, namedBy: origin, configuration)
        } then: { answer in
            MediaActor.post { [weak self] in
                let (uris, problem) = answer ?? ([], "no response in time")
                if let problem { log(.warning, "the interstitials in \(uri) are left out: \(problem)") }
                self?.tell(.assetsRead(uri, uris))
            }
        }
    }
}
