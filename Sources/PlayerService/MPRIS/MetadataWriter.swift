internal import DBusKit
internal import PlayerCore

/// Writes metadata for MPRIS, with exact types and limited sizes.
///
/// Keys and types: freedesktop.org's MPRIS v2 metadata guidelines. Lists end after eight entries, because
/// mpris-scrobbler asserts on more. The total stays below 64 KiB, for which chapters are omitted from the end.
@BusActor
final class MetadataWriter {
    private static let listLimit = 8
    private static let textLimit = 2_000
    private static let addressLimit = 8_000
    /// The maximum total size of all keys if there are chapters, in bytes.
    private static let sizeLimit = 56 * 1024

    /// The chapters of the current item.
    private var chapters = ChapterLines([])
    private var revision: UInt64?
    /// What was written last: readers and every announcement ask for it.
    private var written: (item: CurrentItem, values: [String: DBusValue])?

    /// Reads the chapters of another snapshot. Must be called before metadata is written.
    func follow(_ snapshot: PlayerSnapshot) {
        guard snapshot.chapters.revision != revision else { return }
        revision = snapshot.chapters.revision
        chapters = ChapterLines(snapshot.chapters.chapters)
        written = nil
    }

    /// The metadata of the current item; empty if there is none.
    func current(in snapshot: PlayerSnapshot) -> [String: DBusValue] {
        guard let current = snapshot.current else { return [:] }
        if let written, written.item == current { return written.values }
        var values = Self.dictionary(
            id: current.id, current.description, metadata: current.metadata, duration: current.duration)
        let size = values.reduce(0) { $0 + $1.key.utf8.count + Self.size(of: $1.value) + 24 }
        values["mediad:chapters"] = chapters.value(in: Self.sizeLimit - size)
        written = (current, values)
        return values
    }

    /// The metadata of a queue entry.
    func queued(_ item: QueueItem, in snapshot: PlayerSnapshot) -> [String: DBusValue] {
        if snapshot.current?.id == item.id { return current(in: snapshot) }
        return Self.dictionary(
            id: item.id, item.description, metadata: snapshot.metadata(of: item),
            duration: snapshot.itemStates[item.id]?.duration)
    }

    private static func dictionary(
        id: ItemID, _ description: MediaDescription, metadata: ItemMetadata, duration: MediaTime?
    ) -> [String: DBusValue] {
        var values: [String: DBusValue] = ["mpris:trackid": .objectPath(TrackPath.path(of: id))]
        func text(_ key: String, _ value: String?, limit: Int = textLimit) {
            if let text = value.map({ BusText.cut($0, limit) }), !text.isEmpty { values[key] = .string(text) }
        }
        /// A truncated URI is a different URI, so URIs that are too long are omitted.
        func address(_ key: String, _ value: String?) {
            if let value, value.utf8.count <= addressLimit { text(key, value, limit: addressLimit) }
        }
        func list(_ key: String, _ items: [String]) {
            let kept = items.lazy.map { BusText.cut($0, 500) }.filter { !$0.isEmpty }.prefix(listLimit)
            if !kept.isEmpty { values[key] = .strings(kept) }
        }
        func number(_ key: String, _ value: Int32?) { if let value { values[key] = .int32(value) } }

        if let length = description.length(in: duration), length > .zero {
            values["mpris:length"] = .int64(length.microseconds)
        }
        if let track = FileTrack(description) { values["mediad:offset"] = .int64(track.start.microseconds) }
        address("mpris:artUrl", metadata.artworkURI.flatMap { $0.hasPrefix("file:") ? $0 : nil })
        address("xesam:url", description.uri.withoutLogin)
        text("xesam:title", metadata.title)
        text("xesam:asText", metadata.lyrics, limit: 16_000)
        text("mediad:station", metadata.station)
        text("mediad:series", metadata.series)
        // As mpv-mpris and Rhythmbox name them.
        let ids = metadata.musicBrainz
        for key in ["mb:trackId", "xesam:musicBrainzTrackID"] { text(key, ids.track, limit: 100) }
        for key in ["mb:albumId", "xesam:musicBrainzAlbumID"] { text(key, ids.album, limit: 100) }
        list("mb:artistId", ids.artists)
        list("mb:albumArtistId", ids.albumArtists)
        text("xesam:musicBrainzArtistID", ids.artists.first, limit: 100)
        text("xesam:musicBrainzAlbumArtistID", ids.albumArtists.first, limit: 100)
        list("xesam:artist", metadata.artists)
        list("xesam:albumArtist", metadata.albumArtists)
        list("xesam:composer", metadata.composers)
        list("xesam:genre", metadata.genres)
        list("xesam:comment", metadata.comments)
        number("xesam:trackNumber", metadata.trackNumber)
        number("xesam:discNumber", metadata.discNumber)
        number("xesam:audioBPM", metadata.beatsPerMinute)
        for field in ItemMetadata.shownTexts { text(field.key, metadata[keyPath: field.shown], limit: field.limit) }
        for field in ItemMetadata.shownNumbers { number(field.key, metadata[keyPath: field.shown]) }
        return values
    }

    /// The size of a string or a list of strings on the wire, at least.
    private static func size(of value: DBusValue) -> Int {
        if let texts = value.asStringArray { return texts.reduce(0) { $0 + $1.utf8.count + 8 } }
        return (value.asString?.utf8.count ?? 0) + 8
    }
}
