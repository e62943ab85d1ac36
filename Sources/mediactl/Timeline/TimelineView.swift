import DBusKit
import MediaProbe
import PlayerCore

/// The current item along its time: where it is, and what lies where.
struct TimelineView {
    let status: StatusView
    let chapters: ChapterListing
    let segments: SegmentListing

    /// From the properties of `Player`, `Chapters1` and `Segments1`.
    ///
    /// - Parameters:
    ///   - chapters: nil for a daemon without them.
    ///   - segments: nil for a daemon without them.
    init(player: [String: DBusValue], chapters: [String: DBusValue]?, segments: [String: DBusValue]? = nil) {
        self.segments = SegmentListing(segments ?? [:])
        status = StatusView(player: player, queue: nil, session: nil, chapters: chapters)
        self.chapters = ChapterListing(chapters ?? [:])
    }

    /// Whether there is an item.
    var hasItem: Bool { status.uri != nil || status.title != nil }
    var isPlaying: Bool { status.status == "playing" }
    var position: MediaTime { status.position ?? .zero }

    /// How long the line is: the item's duration, else what the chapters reach to; nil where nobody knows.
    var length: MediaTime? {
        if let duration = status.duration { return duration }
        guard let end = chapters.chapters.map(\.end).max(), end > .zero else { return nil }
        return max(end, position)
    }

    /// For programs; what is not known is left out.
    var json: JSONValue {
        .members([
            "status": .string(status.status),
            "title": status.title.map { .string($0) },
            "uri": status.uri.map { .string($0) },
            "position": hasItem ? JSONValue(position) : nil,
            "duration": status.duration.map { JSONValue($0) },
            "rate": status.rate.map { .number($0) },
            "chapter": chapters.current?.number.map { .integer(Int64($0)) },
            "chapters": .array(chapters.chapters.map(\.json)),
            "segments": .array(segments.rows.map(\.json)),
            "language": chapters.language.map { .string($0) },
        ])
    }
}
