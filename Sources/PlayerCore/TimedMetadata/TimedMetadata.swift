/// Ranges of timed metadata of the current item, and the tags that change during its stream.
struct TimedMetadata: ListeningFeature {
    /// The inputs of the ranges.
    private struct Source: Hashable, Sendable {
        var item: ItemID?
        var described: [TimedRange]?
        var streamed: [TimedRange]?
    }

    private var source = Source()
    private var snapshot = TimedMetadataSnapshot()
    /// The item and the pipeline whose position is followed, and the last position.
    private var item: ItemID?
    private var generation: Generation?
    private var position: MediaTime?
    private var hasJumped = false
    private var lyrics = LyricsFollower()
    /// The last tags of the stream, once it was heard.
    private var tags: MediaTags?

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        if case .sought = event { hasJumped = true }
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        if scene.generation == nil || item != scene.item?.id { leave(&requests) }
        derive(scene, &requests)
        if lyrics.follow(scene) { requests.notify(.timedMetadata(.lyric(lyrics.snapshot.current))) }
        followTags(scene, &requests)
        guard scene.generation != nil, scene.facts.isPrepared, !scene.isLeaving else { return }
        // The ranges of the sidecar are known shortly; one at the very start must not be missed.
        guard scene.facts.findings != nil || scene.startedAt != nil else { return }
        followPosition(scene, &requests)
    }

    /// While the position moves: when anything changes.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        guard scene.generation != nil else { return nil }
        let here = scene.position
        let range = snapshot.ranges.lazy.flatMap { [$0.start, $0.end].compactMap(\.self) }.filter { $0 > here }.min()
        return [range, lyrics.snapshot.lyrics.change(after: here)].compactMap(\.self).min()
            .flatMap { scene.moment(of: $0) }
    }

    func describe(into published: inout Published) {
        published.snapshot.timedMetadata = snapshot
        published.snapshot.lyrics = lyrics.snapshot
    }

    private mutating func leave(_ requests: inout Requests) {
        guard item != nil else { return }
        for index in snapshot.current { requests.notify(.timedMetadata(.left(index))) }
        snapshot.current = []
        item = nil
        generation = nil
        position = nil
        hasJumped = false
        tags = nil
    }

    // MARK: The ranges

    private mutating func derive(_ scene: Scene, _ requests: inout Requests) {
        let source = Source(
            item: scene.item?.id,
            described: scene.item?.description.details?.fields.timed ?? scene.facts.findings?.sidecar?.timed,
            streamed: scene.facts.timeline?.ranges)
        guard source != self.source else { return }
        self.source = source
        let made = ((source.described ?? []) + (source.streamed ?? []))
            .filter { $0.start >= .zero || ($0.end ?? $0.start) > .zero }
            .sorted { ($0.start, $0.end ?? .farthest, $0.id ?? "") < ($1.start, $1.end ?? .farthest, $1.id ?? "") }
        guard made != snapshot.ranges else { return }
        replace(with: made, &requests)
    }

    /// Replaces the ranges of the same item: current ones that stay remain current, under their new index.
    private mutating func replace(with ranges: [TimedRange], _ requests: inout Requests) {
        let before = snapshot.current.map { (index: $0, name: snapshot.ranges[$0].name) }
        var current: [Int] = []
        for (index, name) in before {
            let place = ranges.firstIndex { $0.name == name }
            if let place, position.map({ ranges[place].contains($0) }) ?? false {
                current.append(place)
            } else {
                requests.notify(.timedMetadata(.left(index)))
            }
        }
        snapshot.ranges = ranges
        snapshot.revision += 1
        snapshot.current = current.sorted()
    }

    // MARK: Following the position

    private mutating func followPosition(_ scene: Scene, _ requests: inout Requests) {
        let here = scene.position
        let isPlayedOn = generation == scene.generation && !hasJumped
        let last = isPlayedOn ? position : nil
        item = scene.item?.id
        generation = scene.generation
        position = here
        hasJumped = false
        for index in snapshot.current where !snapshot.ranges[index].contains(here) {
            requests.notify(.timedMetadata(.left(index)))
        }
        let before = Set(snapshot.current)
        snapshot.current = snapshot.ranges.indices.filter { snapshot.ranges[$0].contains(here) }
        for (index, range) in snapshot.ranges.enumerated() where range.start <= here && !before.contains(index) {
            let isInside = range.contains(here)
            // A range shorter than the interval between two positions is announced, too.
            guard isInside || last.map({ range.start > $0 }) ?? false else { continue }
            requests.notify(.timedMetadata(.entered(index)))
            if !isInside { requests.notify(.timedMetadata(.left(index))) }
        }
    }

    // MARK: Tags of the stream

    /// Announces changed tags. Tags known before a file is heard belong to the whole file and are not announced.
    private mutating func followTags(_ scene: Scene, _ requests: inout Requests) {
        guard scene.generation != nil, scene.startedAt != nil else {
            tags = nil
            return
        }
        var new = scene.facts.tags
        // The picture is fetched separately, and the date of every HLS segment is not worth a signal.
        (new.artworkURI, new.isArtworkOnItsWay, new.date) = (nil, false, nil)
        defer { tags = new }
        guard let tags, tags != new, new != MediaTags() else { return }
        requests.notify(.timedMetadata(.tagged(scene.position, scene.facts.tags)))
    }
}
