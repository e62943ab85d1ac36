internal import DBusKit
internal import PlayerCore

/// Metadata in MPRIS's words: exact types, bounded sizes.
///
/// Keys and types: freedesktop.org's MPRIS v2 metadata guidelines. Lists end after eight entries, because
/// mpris-scrobbler asserts on more; the whole stays below 64 KiB, for which chapters are left out from the end.
enum MetadataWriter {
    private static let listLimit = 8
    private static let textLimit = 2_000
    private static let addressLimit = 8_000
    /// What all keys together may take where there are chapters, in bytes.
    private static let sizeLimit = 56 * 1024

    static func current(_ current: CurrentItem?, chapters: ChapterLines) -> [String: DBusValue] {
        guard let current else { return [:] }
        var values = dictionary(
            id: current.id, uri: current.description.uri, metadata: current.metadata, duration: current.duration)
        let size = values.reduce(0) { $0 + $1.key.utf8.count + Self.size(of: $1.value) + 24 }
        values["mediad:chapters"] = chapters.value(in: sizeLimit - size)
        return values
    }

    /// - Parameter chapters: the current item's.
    static func queued(
        _ item: QueueItem, in snapshot: PlayerSnapshot, chapters: ChapterLines
    ) -> [String: DBusValue] {
        if let current = snapshot.current, current.id == item.id { return self.current(current, chapters: chapters) }
        return dictionary(
            id: item.id, uri: item.description.uri, metadata: snapshot.metadata(of: item),
            duration: snapshot.itemStates[item.id]?.duration)
    }

    private static func dictionary(
        id: ItemID, uri: String, metadata: ItemMetadata, duration: MediaTime?
    ) -> [String: DBusValue] {
        var values: [String: DBusValue] = ["mpris:trackid": .objectPath(TrackPath.path(of: id))]
        func text(_ key: String, _ value: String?, limit: Int = textLimit) {
            if let text = value.map({ BusText.cut($0, limit) }), !text.isEmpty { values[key] = .string(text) }
        }
        /// A part of an address is another address: one that is too long is left out.
        func address(_ key: String, _ value: String?) {
            if let value, value.utf8.count <= addressLimit { text(key, value, limit: addressLimit) }
        }
        func list(_ key: String, _ items: [String]) {
            let kept = items.lazy.map { BusText.cut($0, 500) }.filter { !$0.isEmpty }.prefix(listLimit)
            if !kept.isEmpty { values[key] = .strings(kept) }
        }
        func number(_ key: String, _ value: Int32?) { if let value { values[key] = .int32(value) } }

        if let duration, duration > .zero { values["mpris:length"] = .int64(duration.microseconds) }
        address("mpris:artUrl", metadata.artworkURI.flatMap { $0.hasPrefix("file:") ? $0 : nil })
        address("xesam:url", uri)
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

    /// Of a string or a list of them; at least what it takes on the wire.
    private static func size(of value: DBusValue) -> Int {
        if let texts = value.asStringArray { return texts.reduce(0) { $0 + $1.utf8.count + 8 } }
        return (value.asString?.utf8.count ?? 0) + 8
    }
}
