/// Trimming: the in and out points of the current item, tried out before they are kept.
struct Trimming: CommandedFeature {
    private var machine = TrimMachine()
    /// Whether the preview plays again at its end instead of pausing at its beginning.
    private var loops = false
    private var snapshot = TrimSnapshot()

    mutating func handle(
        _ command: PlayerCommand.Trimming, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        do throws(CommandRefusal) {
            switch command {
            case .begin: try begin(scene)
            case .setInPoint(let time): try set(.inPoint, time, scene, &requests)
            case .setOutPoint(let time): try set(.outPoint, time, scene, &requests)
            case .finish(let keep): carryOut(try machine.event(.finished(keep: keep)), scene, &requests)
            case .setLoops(let loops): self.loops = loops
            }
            return .success(.done)
        } catch {
            return .failure(error)
        }
    }

    /// Another item, or none, ends trimming.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        let actions = try? machine.event(.playing(item(scene)))
        carryOut(actions ?? [], scene, &requests)
        snapshot.whyNot = whyNot(scene)
        snapshot.isTrimming = isOn
        // The playout limit of an interstitial is not a trim.
        snapshot.points = scene.interlude == nil ? scene.range.points : TrimPoints()
        snapshot.loops = loops
    }

    func describe(into published: inout Published) {
        published.snapshot.trim = snapshot
        guard case .trimming(let item, let points) = machine.state else {
            published.rules.preview = nil
            return
        }
        published.rules.preview = PlaybackRules.Preview(item: item.id, uri: item.uri, points: points, loops: loops)
    }

    private var isOn: Bool { machine.state != .off }

    private func item(_ scene: Scene) -> TrimMachine.Item? {
        guard scene.generation != nil else { return nil }
        return scene.item.map { TrimMachine.Item(id: $0.id, uri: $0.description.uri) }
    }

    private mutating func begin(_ scene: Scene) throws(CommandRefusal) {
        if let whyNot = whyNot(scene) { throw .notPossible(whyNot) }
        guard let item = item(scene) else { throw Playback.nothingPlays }
        _ = try machine.event(.began(item, scene.range.points))
    }

    private mutating func set(
        _ point: TrimMachine.Point, _ time: MediaTime?, _ scene: Scene, _ requests: inout Requests
    ) throws(CommandRefusal) {
        var machine = machine
        let actions = try machine.event(.set(point, time), duration: scene.facts.duration)
        if case .trimming(_, let points) = machine.state, scene.range.between(points).blocked.blocksAll {
            throw .invalid("Everything between these points is blocked; move them apart.")
        }
        self.machine = machine
        carryOut(actions, scene, &requests)
    }

    private func carryOut(_ actions: [TrimMachine.Action], _ scene: Scene, _ requests: inout Requests) {
        for action in actions {
            switch action {
            case .preview: requests.previewChanged()
            case .keep(let points): keep(points, scene, &requests)
            case .announceEnd(let kept): requests.notify(.trimming(.finished(kept: kept)))
            }
        }
    }

    /// Keeps the points. A removed point must override the sidecar's, so it is stored explicitly: 0, or the end.
    private func keep(_ points: TrimPoints, _ scene: Scene, _ requests: inout Requests) {
        guard let item = scene.item else { return }
        var fields = item.description.details?.fields ?? MediaDetails.Fields()
        let sidecar = scene.facts.findings?.sidecar
        fields.inPoint = points.inPoint ?? sidecar?.inPoint.map { _ in .zero }
        fields.outPoint = points.outPoint ?? (sidecar?.outPoint == nil ? nil : scene.facts.duration)
        guard fields != item.description.details?.fields ?? MediaDetails.Fields() else { return }
        requests.describe(item, fields)
    }

    /// Why trimming cannot begin now; nil if it can.
    private func whyNot(_ scene: Scene) -> String? {
        guard let item = scene.item else { return "The queue is empty; add an item first." }
        if scene.interlude != nil { return "An interstitial is playing; trim the item after it." }
        if isOn { return "This item is already being trimmed; finish that first." }
        guard scene.generation != nil else { return "Nothing is playing; start the item, then trim it." }
        let facts = scene.facts
        if facts.isManifest || Self.isManifest(item.description.uri) {
            return "This is a streaming playlist (HLS or DASH); trim a local copy."
        }
        guard facts.isPrepared else { return "The item is still being opened; try again in a moment." }
        if facts.isMadeNow { return "A live stream cannot be trimmed." }
        guard facts.isSeekable else { return "This source does not support seeking; trim a local copy." }
        guard facts.duration.map({ $0 > .zero }) ?? false else {
            return "The duration of this item is unknown; trim a copy in another format."
        }
        if scene.isLinear { return "This part cannot be skipped; trim the item after it." }
        return nil
    }

    /// Whether a URI names an HLS or DASH playlist, by its path: the item need not be open to know.
    private static func isManifest(_ uri: String) -> Bool {
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".m3u8") || path.hasSuffix(".mpd")
    }
}
