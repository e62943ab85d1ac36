internal import DBusKit
internal import PlayerCore

/// Metadata in MPRIS's words: exact types, bounded sizes.
///
/// Keys and types: freedesktop.org's MPRIS v2 metadata guidelines. Lists end after eight entries, because
/// mpris-scrobbler asserts on more; the whole stays far below 64 KiB.
enum MetadataWriter {
    private static let listLimit = 8
    private static let textLimit = 2_000

    static func current(_ current: CurrentItem?) -> [String: DBusValue] {
        guard let current else { return [:] }
        return dictionary(
            id: current.id, uri: current.description.uri, metadata: current.metadata, duration: current.duration)
    }

    static func queued(_ item: QueueItem, in snapshot: PlayerSnapshot) -> [String: DBusValue] {
        if let current = snapshot.current, current.id == item.id { return self.current(current) }
        return dictionary(
            id: item.id, uri: item.description.uri,
            metadata: ItemMetadata(item.description, tags: MediaTags(), isLive: false),
            duration: snapshot.itemStates[item.id]?.duration)
    }

    private static func dictionary(
        id: ItemID, uri: String, metadata: ItemMetadata, duration: MediaTime?
    ) -> [String: DBusValue] {
        var values: [String: DBusValue] = ["mpris:trackid": .objectPath(TrackPath.path(of: id))]
        func text(_ key: String, _ value: String?, limit: Int = textLimit) {
            if let value, !value.isEmpty { values[key] = .string(bounded(value, limit)) }
        }
        func list(_ key: String, _ items: [String]) {
            let kept = items.lazy.filter { !$0.isEmpty }.prefix(listLimit).map { bounded($0, 500) }
            if !kept.isEmpty { values[key] = .strings(kept) }
        }
        func number(_ key: String, _ value: Int32?) { if let value { values[key] = .int32(value) } }

        if let duration, duration > .zero { values["mpris:length"] = .int64(duration.microseconds) }
        text("mpris:artUrl", metadata.artworkURI.flatMap { $0.hasPrefix("file:") ? $0 : nil })
        text("xesam:url", uri, limit: 8_000)
        text("xesam:title", metadata.title)
        text("xesam:album", metadata.album)
        text("xesam:asText", metadata.lyrics, limit: 16_000)
        text("xesam:contentCreated", metadata.date, limit: 100)
        list("xesam:artist", metadata.artists)
        list("xesam:albumArtist", metadata.albumArtists)
        list("xesam:composer", metadata.composers)
        list("xesam:genre", metadata.genres)
        list("xesam:comment", metadata.comments)
        number("xesam:trackNumber", metadata.trackNumber)
        number("xesam:discNumber", metadata.discNumber)
        number("xesam:audioBPM", metadata.beatsPerMinute)
        text("mediad:subtitle", metadata.subtitle)
        text("mediad:description", metadata.summary, limit: 8_000)
        text("mediad:contentRating", metadata.contentRating, limit: 100)
        number("mediad:season", metadata.season)
        number("mediad:episode", metadata.episode)
        return values
    }

    private static func bounded(_ text: String, _ limit: Int) -> String {
        text.utf8.count <= limit ? text : String(decoding: text.utf8.prefix(limit), as: UTF8.self)
    }
}
