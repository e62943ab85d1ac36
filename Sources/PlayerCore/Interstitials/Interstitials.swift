/// Interstitials: items that are played at points of another item. Derives them and remembers which were seen.
struct Interstitials: ListeningFeature {
    /// The inputs of the interstitials.
    private struct Source: Hashable, Sendable {
        var item: ItemID?
        var described: [InterstitialDescription]?
        var streamed: [TimedRange] = []
        var snaps: [String: StreamTimeline.Snap] = [:]
        var lists: [String: [String]] = [:]
    }

    private var source = Source()
    private var breaks: [Break] = []
    /// Where they are played, as far as that is known.
    private var points: [MediaTime] = []
    /// Lists of assets by URI. A requested list that has not been read is absent.
    private var lists: [String: [String]] = [:]
    private var asked: Set<String> = []
    /// The interstitials of the current item that were seen.
    private var seen: Set<String> = []
    /// The interstitials that playback does not enter again until a seek goes back before them.
    private var resting: Set<String> = []
    /// The interstitials with `once` that were played, by item.
    private var done: [ItemID: Set<String>] = [:]
    private var lastAsset = ItemID.firstOfInterstitials
    private var snapshot: InterstitialSnapshot?

    /// The class of HLS date ranges that describe interstitials (HLS, appendix D).
    private static let className = "com.apple.hls.interstitial"
    /// How long before an interstitial its list of assets is loaded. The list is loaded late because servers may give
    /// each listener another one.
    private static let lead = MediaTime(nanoseconds: 30_000_000_000)
    /// After an interstitial, the item may resume a frame before the interstitial's position.
    private static let stepBack = MediaTime(nanoseconds: 500_000_000)
    /// The maximum number of assets of one item.
    private static let mostAssets = 1_000

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .interludeEnded(let id) = event, let item = scene.mainItem?.id, item == source.item else { return }
        seen.insert(id)
        resting.insert(id)
        if breaks.first(where: { $0.id == id })?.isOnce == true { done[item, default: []].insert(id) }
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .reading(.assetsRead(let uri, let assets)) = event, asked.contains(uri) else { return }
        lists[uri] = assets
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        snapshot = Self.snapshot(scene)
        // During an interstitial the facts are those of its asset.
        guard scene.interlude == nil else { return }
        // A stopped item is played from its beginning next time.
        if scene.mainItem?.id != source.item || scene.generation == nil { (seen, resting) = ([], []) }
        if scene.mainItem?.id != source.item {
            (lists, asked) = ([:], [])
            done = done.filter { scene.isInQueue($0.key) }
        }
        derive(scene)
        points = scene.mainItem == nil ? [] : breaks.compactMap { $0.position(in: scene) }
        rearm(scene)
        loadLists(scene, &requests)
    }

    /// While the position moves: when the next list of assets must be loaded.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        guard scene.generation != nil, scene.interlude == nil else { return nil }
        let here = scene.position
        return unread.map { $0.start - Self.lead }.filter { $0 > here }.min().flatMap { scene.moment(of: $0) }
    }

    func describe(into published: inout Published) {
        published.snapshot.interstitial = snapshot
        if snapshot == nil {
            published.snapshot.segments.display = published.snapshot.segments.display.marked(at: points)
        }
        var rules = PlaybackRules.Breaks(item: source.item)
        let done = source.item.flatMap { self.done[$0] } ?? []
        rules.breaks = breaks.map { interstitial in
            var interstitial = interstitial
            interstitial.isArmed = !resting.contains(interstitial.id) && !done.contains(interstitial.id)
            interstitial.isUnseen = !seen.contains(interstitial.id) && !done.contains(interstitial.id)
            return interstitial
        }
        published.rules.breaks = rules
    }

    private static func snapshot(_ scene: Scene) -> InterstitialSnapshot? {
        guard let interlude = scene.interlude else { return nil }
        let length = scene.facts.duration.map { min($0, interlude.limit ?? $0) }
        return InterstitialSnapshot(
            id: interlude.interstitial.id, index: interlude.index, count: interlude.interstitial.assets.count,
            remaining: length, canSkip: interlude.interstitial.canSkip)
    }

    /// Enables an interstitial again after a seek to before its position.
    private mutating func rearm(_ scene: Scene) {
        guard !resting.isEmpty, scene.generation != nil else { return }
        let here = scene.position
        for interstitial in breaks where resting.contains(interstitial.id) {
            let point: MediaTime? =
                switch interstitial.point {
                case .start: nil
                // If its position lies in a part that is left out, it is played where that part begins, and at the
                // latest at the end.
                case .position(let point): min(point, scene.range.end ?? point)
                case .end: scene.range.end
                }
            if let point, here + Self.stepBack < point { resting.remove(interstitial.id) }
        }
    }

    // MARK: Lists of assets

    /// The starts and list URIs of interstitials whose list has not been requested.
    private var unread: [(start: MediaTime, uri: String)] {
        streamedLists.filter { !$0.isCued }.map { ($0.start, $0.uri) }
    }

    /// `isCued`: it plays before or after the item (HLS, appendix D.2, CUE), whatever its start is.
    private var streamedLists: [(start: MediaTime, uri: String, isCued: Bool)] {
        source.streamed.compactMap { range in
            guard case .text(let uri) = range.attributes["X-ASSET-LIST"], !asked.contains(uri) else { return nil }
            return (range.start, uri, Self.cue(of: range) != nil)
        }
    }

    private mutating func loadLists(_ scene: Scene, _ requests: inout Requests) {
        guard scene.generation != nil else { return }
        let here = scene.position
        for (start, uri, isCued) in streamedLists where isCued || start >= here && start - here <= Self.lead {
            asked.insert(uri)
            requests.perform(.reading(.readAssets(uri, namedBy: scene.mainItem?.description.uri)))
        }
    }

    // MARK: Derivation

    private mutating func derive(_ scene: Scene) {
        let source = Source(
            item: scene.mainItem?.id,
            described: scene.mainItem?.description.details?.fields.interstitials
                ?? scene.facts.findings?.sidecar?.interstitials,
            streamed: scene.facts.timeline?.ranges.filter { $0.className == Self.className } ?? [],
            snaps: scene.facts.timeline?.snaps ?? [:], lists: lists)
        guard source != self.source else { return }
        let known = source.item == self.source.item ? breaks : []
        self.source = source
        let own = source.described ?? []
        let described = own + source.streamed.compactMap(described)
        var assets = 0
        breaks = described.enumerated().compactMap { index, described in
            assets += described.uris.count
            guard assets <= Self.mostAssets else { return nil }
            let stream = index < own.count ? scene.mainItem?.description.list : scene.mainItem?.description.uri
            return interstitial(described, id: described.id ?? "\(index)", namedBy: stream, known: known)
        }
        breaks.sort { $0.order < $1.order }
    }

    /// - Parameters:
    ///   - origin: the list or the stream that names the assets; nil: a client.
    ///   - known: the previous interstitials of the same item; their assets keep their ids.
    private mutating func interstitial(
        _ described: InterstitialDescription, id: String, namedBy origin: String?, known: [Break]
    ) -> Break? {
        guard let point = Self.point(cue: described.cue, at: described.at) else { return nil }
        let before = known.first { $0.id == id && $0.assets.map(\.description.uri) == described.uris }
        let assets =
            before?.assets
            ?? described.uris.map { uri in
                lastAsset += 1
                return QueueItem(
                    id: ItemID(rawValue: lastAsset), description: MediaDescription(uri: uri).named(by: origin))
            }
        guard !assets.isEmpty else { return nil }
        var interstitial = Break(
            id: id, point: point, assets: assets, resumeOffset: max(.zero, described.resumeOffset ?? .zero),
            playoutLimit: described.playoutLimit.flatMap { $0 > .zero ? $0 : nil },
            canSkip: !(described.restrict ?? []).contains { $0.lowercased() == "skip" })
        interstitial.isOnce = described.once
        return interstitial
    }

    private static func point(cue: String?, at: MediaTime?) -> Break.Point? {
        switch (cue?.lowercased(), at) {
        case ("pre", _): .start
        case ("post", _): .end
        case (_, let at?) where at >= .zero: .position(at)
        default: nil
        }
    }

    /// Whether an item may begin with an interstitial, by its description and by what was found in it so far.
    ///
    /// - Parameter isStart: whether playback of the item begins at this position of it.
    static func mayBegin(_ item: QueueItem, _ facts: ItemFacts, where isStart: (MediaTime) -> Bool) -> Bool {
        let described = item.description.details?.fields.interstitials ?? facts.findings?.sidecar?.interstitials ?? []
        let streamed = facts.timeline?.ranges.filter { $0.className == className } ?? []
        let points =
            described.filter { !$0.uris.isEmpty }.map { point(cue: $0.cue, at: $0.at) }
            + streamed.map { range in point(cue: cue(of: range), at: range.start) }
        return points.contains { point in
            switch point {
            case .start: true
            case .position(let position): isStart(position)
            case .end, nil: false
            }
        }
    }

    /// `pre` or `post`, if the interstitial plays before or after the item instead of at its start date.
    private static func cue(of range: TimedRange) -> String? {
        words("CUE", of: range).first { $0 == "pre" || $0 == "post" }
    }

    /// The words of an enumerated string list, in small letters.
    private static func words(_ name: String, of range: TimedRange) -> [String] {
        guard case .text(let text) = range.attributes[name] else { return [] }
        return text.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }

    /// The interstitial that an HLS date range describes (HLS, appendix D.2); nil until its list of assets is loaded.
    private func described(_ range: TimedRange) -> InterstitialDescription? {
        let uris: [String]
        switch (range.attributes["X-ASSET-URI"], range.attributes["X-ASSET-LIST"]) {
        case (.text(let uri), _): uris = [uri]
        case (_, .text(let list)): uris = lists[list] ?? []
        default: return nil
        }
        guard !uris.isEmpty else { return nil }
        func time(_ name: String) -> MediaTime? {
            if case .number(let seconds) = range.attributes[name] { MediaTime(seconds: seconds) } else { nil }
        }
        var described = InterstitialDescription()
        described.id = range.id
        let snap = range.id.flatMap { source.snaps[$0] }
        let start = snap?.start ?? range.start
        described.at = start
        described.uris = uris
        described.resumeOffset = (snap?.resume ?? range.resume).map { $0 - start }
        described.playoutLimit = time("X-PLAYOUT-LIMIT")
        described.restrict = Self.words("X-RESTRICT", of: range)
        described.cue = Self.cue(of: range)
        described.once = Self.words("CUE", of: range).contains("once")
        return described
    }
}

extension Break {
    /// Where it is played in the current item; nil if that is unknown, or nothing is played there.
    fileprivate func position(in scene: Scene) -> MediaTime? {
        switch point {
        case .start: scene.range.start
        case .position(let position):
            scene.range.points.contains(position) && position <= scene.facts.duration ?? position ? position : nil
        case .end: scene.range.end
        }
    }

    /// The sort key: the position in the item.
    fileprivate var order: MediaTime {
        switch point {
        case .start: MediaTime(nanoseconds: -1)
        case .position(let position): position
        case .end: MediaTime(nanoseconds: .max)
        }
    }
}
