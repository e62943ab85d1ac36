internal import DBusKit
internal import PlayerCore

/// Writes segments for D-Bus: `(xxsa{sv})`, times in microseconds, and the kind. The dictionary contains `source`
/// `s`, `action` `s` and, if known, `id` `s`, `title` `s` and `linear` `b`.
enum SegmentWriter {
    static let type = "(xxsa{sv})"
    static let listType = "a(xxsa{sv})"

    static func segments(_ segments: [Segment]) -> DBusValue {
        .array(
            type,
            segments.map { segment in
                var extras: [String: DBusValue] = [
                    "source": .string(segment.source), "action": .string(segment.action.rawValue),
                ]
                if segment.isLinear { extras["linear"] = .boolean(true) }
                extras["id"] = segment.id.map { .string($0) }
                extras["title"] = segment.title.map { .string($0) }
                return .structure([
                    .int64(segment.start.microseconds), .int64(segment.end.microseconds),
                    .string(segment.kind.rawValue), .properties(extras),
                ])
            })
    }

    /// The action for each kind, including the defaults.
    static func policies(_ policies: [SegmentKind: SegmentAction]) -> DBusValue {
        var actions = Dictionary(uniqueKeysWithValues: SegmentKind.known.map { ($0.rawValue, $0.defaultAction) })
        for (kind, action) in policies { actions[kind.rawValue] = action }
        return .dictionary(
            "ss",
            actions.sorted { $0.key < $1.key }.map { DBusEntry(.string($0.key), .string($0.value.rawValue)) })
    }

    /// Empty while no interstitial plays.
    static func interstitial(_ snapshot: InterstitialSnapshot?) -> [String: DBusValue] {
        guard let snapshot else { return [:] }
        return [
            "id": .string(snapshot.id), "index": .uint32(UInt32(clamping: snapshot.index)),
            "count": .uint32(UInt32(clamping: snapshot.count)),
            "remaining": .int64(snapshot.remaining?.microseconds ?? -1), "canSkip": .boolean(snapshot.canSkip),
        ]
    }

    /// Nil if nothing is offered.
    static func offer(_ snapshot: SegmentSnapshot) -> [String: DBusValue]? {
        guard let offer = snapshot.offer, snapshot.segments.indices.contains(offer.index) else { return nil }
        return [
            "index": .uint32(UInt32(clamping: offer.index)),
            "kind": .string(snapshot.segments[offer.index].kind.rawValue),
            "end": .int64(offer.end.microseconds), "prominent": .boolean(offer.isProminent),
        ]
    }
}
