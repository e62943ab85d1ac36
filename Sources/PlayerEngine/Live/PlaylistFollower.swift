internal import GLibLoop
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore

/// Reads the playlists of an HLS item or the manifest of a DASH item beside its demuxer, which does not report dates:
/// once, or repeatedly while the stream is live. No media is loaded.
///
/// The time of HLS begins with the demuxer's first playlist, which may differ from the first one read here. The first
/// segment that the demuxer loads shows where both match. The time of DASH is absolute.
@MediaActor
final class PlaylistFollower {
    /// The streaming format.
    enum Format: Sendable { case hls, dash }

    private enum Playlist: Sendable {
        case hls(HLSPlaylist)
        case dash(DASHManifest)
    }

    /// The result of a look.
    private struct Answer: Sendable {
        /// Nil if no playlist was loaded.
        var playlist: Result<Playlist, ProbeError>?
        var reach: Range<Int64>?
    }

    private let queue: WorkQueue
    private let configuration: EngineConfiguration
    private let told: @MediaActor (StreamTimeline) -> Void
    private weak var item: ItemPipeline?

    private var address: String
    private var variants: [String] = []
    private let format: Format
    /// What the item may name.
    private let rule: ResourceRule
    private var timeline = HLSTimeline()
    private var manifest: DASHManifest?
    private var hasPlaylist = false
    private var isAligned = false
    private var loaded: [String] = []
    private var newestLoaded: String?
    private var last: StreamTimeline?
    /// The time of the next load, in microseconds of the monotonic clock.
    private var dueAt: Int64 = 0
    private var failures = 0
    private var isLooking = false
    private var timer: LoopSource?

    /// The interval between updates of the live edge, in microseconds.
    private static let pause: Int64 = 1_000_000
    /// The number of consecutive failures after which loading stops.
    private static let mostFailures = 20
    /// The number of first segments that are searched for in the playlist.
    private static let mostLoaded = 32
    /// The number of variants in which the demuxer's segments are searched for.
    static let mostVariants = 8

    /// - Parameters:
    ///   - address: the URI of the playlist that the demuxer was given.
    ///   - told: receives the timeline of the stream.
    init(
        _ address: String, _ format: Format, of item: ItemPipeline, on queue: WorkQueue,
        configuration: EngineConfiguration, told: @escaping @MediaActor (StreamTimeline) -> Void
    ) {
        self.address = address
        self.format = format
        self.item = item
        rule = configuration.rule(of: item.request.uri, namedBy: item.request.list)
        self.queue = queue
        self.configuration = configuration
        self.told = told
        look()
    }

    /// Handles a segment that the demuxer has loaded.
    func note(_ uri: String) {
        newestLoaded = uri
        guard !isAligned, loaded.count < Self.mostLoaded, !loaded.contains(uri) else { return }
        loaded.append(uri)
        if hasPlaylist { tell() }
    }

    /// Returns the place of a segment that is missing.
    ///
    /// - Parameters:
    ///   - uri: its address; nil if the demuxer ended without saying which.
    ///   - position: the position that was to be played, if none was since a seek.
    func missingPart(_ uri: String?, at position: MediaTime?) -> TimeRange? {
        guard hasPlaylist, isAligned, format == .hls else { return nil }
        if let uri { return timeline.part(uri) }
        if let position { return timeline.part(at: position) }
        return newestLoaded.flatMap { timeline.part(after: $0) }
    }

    /// Whether nothing of the stream follows a position.
    func isEnd(_ position: MediaTime) -> Bool { position >= timeline.playlistEnd }

    /// Whether the stream is still live.
    private var isLive: Bool { manifest.map(\.isLive) ?? (timeline.refreshAfter != nil) }

    /// Handles the start of the item's streams.
    func itemBegan() { if hasPlaylist { tell() } }

    // MARK: Loading

    /// Returns the variants of a stream; none if the address is not that of a list of variants. Blocks.
    nonisolated static func variants(
        of item: ItemRequest, most: Int, _ configuration: EngineConfiguration
    ) -> [String] {
        let rule = configuration.rule(of: item.uri, namedBy: item.list)
        let playlist = load(configuration.logins.adding(to: item.uri), .hls, rule, configuration)
        guard case .success(.hls(.master(let master))) = playlist else { return [] }
        return Array(master.variants.prefix(most))
    }

    private func look() {
        timer = nil
        guard !isLooking, item != nil else { return }
        isLooking = true
        let isDue = MonotonicClock.microseconds >= dueAt
        let (address, format, rule, configuration) = (
            isDue ? configuration.logins.adding(to: address) : nil, format, rule, configuration
        )
        let reach = item?.seekBranch.map { SeekableReach(above: $0.entryPad) }
        queue.run(within: Double(configuration.networkTimeout) + 5) {
            Answer(playlist: address.map { Self.load($0, format, rule, configuration) }, reach: reach?.ask())
        } then: { answer in
            MediaActor.post { [weak self] in self?.looked(answer, isDue: isDue) }
        }
    }

    nonisolated private static func load(
        _ uri: String, _ format: Format, _ rule: ResourceRule, _ configuration: EngineConfiguration
    ) -> Result<Playlist, ProbeError> {
        do throws(ProbeError) {
            switch format {
            case .hls:
                guard
                    let playlist = HLSPlaylist.read(try bytes(uri, HLSPlaylist.largest, rule, configuration), uri: uri)
                else {
                    throw .malformed("it is not an HLS playlist")
                }
                return .success(.hls(playlist))
            case .dash:
                guard let manifest = DASHManifest.read(try bytes(uri, DASHManifest.largest, rule, configuration)) else {
                    throw .malformed("it is not a DASH manifest")
                }
                return .success(.dash(manifest))
            }
        } catch {
            return .failure(error)
        }
    }

    nonisolated private static func bytes(
        _ uri: String, _ largest: Int, _ rule: ResourceRule, _ configuration: EngineConfiguration
    ) throws(ProbeError) -> [UInt8] {
        if let file = LocalFile(uri: uri) {
            // A playlist on a server reaches no files.
            if let refusal = rule.refusal(of: uri) { throw .unreadable(refusal) }
            let source = try ByteSource.file(file.bytes)
            return try source.read(0, min(largest, Int(clamping: source.length ?? 0)))
        }
        do throws(HTTPFailure) {
            let (agent, timeout) = (configuration.userAgent, configuration.networkTimeout)
            guard
                case .content(let bytes, _, _) = try HTTPResource.fetch(
                    uri, under: rule, userAgent: agent, timeout: timeout, limit: largest)
            else { throw HTTPFailure(.interrupted, "it is too large") }
            return bytes
        } catch {
            throw .unreadable(error.message)
        }
    }

    private func looked(_ answer: Answer?, isDue: Bool) {
        isLooking = false
        guard item != nil else { return }
        if isDue { take(answer?.playlist ?? .failure(.unreadable("no response in time"))) }
        tell(reach: answer?.reach)
        arm()
    }

    private func take(_ playlist: Result<Playlist, ProbeError>?) {
        let now = MonotonicClock.microseconds
        switch playlist {
        case .success(.dash(let new)):
            (manifest, hasPlaylist, failures) = (new, true, 0)
            dueAt = new.refreshAfter.map { now + max($0.microseconds, Self.pause) } ?? .max
        case .success(.hls(.master(let master))):
            item?.take(master)
            variants = variants.isEmpty ? Array(master.variants.prefix(Self.mostVariants)) : variants
            guard !hasPlaylist, !variants.isEmpty else { return fail() }
            address = variants.removeFirst()
            dueAt = now
        case .success(.hls(.media(let media))):
            hasPlaylist = true
            failures = 0
            let isNew = timeline.take(media)
            // RFC 8216 section 6.3.4: half the time if nothing has changed.
            let wait = timeline.refreshAfter.map { isNew ? $0.microseconds : $0.microseconds / 2 }
            dueAt = wait.map { now + max($0, Self.pause / 2) } ?? .max
        case .failure, nil: fail()
        }
    }

    private func fail() {
        failures += 1
        dueAt =
            failures < Self.mostFailures
            ? MonotonicClock.microseconds + min(Int64(failures) * Self.pause, 30 * Self.pause) : .max
    }

    /// Schedules the next look, unless everything is known.
    private func arm() {
        guard dueAt < .max || isLive, let item, item.phase != .failed else { return }
        let next = isLive ? min(dueAt, MonotonicClock.microseconds + Self.pause) : dueAt
        timer = LoopSource.timer(on: MediaActor.loop, at: next) { [weak self] in
            MediaActor.assumeIsolated { self?.look() }
        }
    }

    // MARK: Reports

    private func tell(reach: Range<Int64>? = nil) {
        guard hasPlaylist else { return }
        align()
        let reached = reach.flatMap {
            TimeRange(start: MediaTime(nanoseconds: $0.lowerBound), end: MediaTime(nanoseconds: $0.upperBound))
        }
        let window = isLive ? reached ?? last?.window : nil
        let new = manifest?.timeline(window: window) ?? timeline.timeline(window: window)
        guard new != last else { return }
        last = new
        told(new)
    }

    /// Finds the first segment that the demuxer loaded, which begins at the item's start.
    private func align() {
        guard !isAligned, let item, item.phase == .ready else { return }
        guard manifest == nil, timeline.refreshAfter != nil else {
            isAligned = true
            return
        }
        guard let start = item.beganAt else { return }
        if loaded.contains(where: { timeline.align($0, at: start) }) {
            isAligned = true
            loaded = []
        } else if loaded.count > 2, !variants.isEmpty {
            // The demuxer plays another variant, which has different segments.
            address = variants.removeFirst()
            timeline = HLSTimeline()
            dueAt = MonotonicClock.microseconds
            arm()
        }
    }
}
