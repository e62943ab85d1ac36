internal import PlayerCore

/// The queue as a list in M3U8, which mediad and other players read.
struct QueueList {
    private let snapshot: PlayerSnapshot

    init(_ snapshot: PlayerSnapshot) { self.snapshot = snapshot }

    /// The file: for each item its length and title, as far as known, and its path or its address without a login. A book
    /// is its parts, since its folder is no medium for other players. Tracks of one file that follow each other are that file:
    /// a list cannot name a part of one.
    var bytes: [UInt8] { Array(("#EXTM3U\n" + text).utf8) }

    /// The content of a list, with these items behind those that it has.
    func bytes(after list: [UInt8]) -> [UInt8] {
        guard let last = list.last else { return bytes }
        return list + (last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]) + Array(text.utf8)
    }

    private var text: String {
        let items = snapshot.items.indices.filter { index in
            index == 0 || !isOfSameFile(snapshot.items[index], snapshot.items[index - 1])
        }
        return items.flatMap { self.lines(of: snapshot.items[$0]) }.joined(separator: "\n") + "\n"
    }

    private func isOfSameFile(_ item: QueueItem, _ other: QueueItem) -> Bool {
        item.description.uri == other.description.uri && FileTrack(item.description) != nil
            && FileTrack(other.description) != nil
    }

    private func lines(of item: QueueItem) -> [String] {
        var name = name(of: item)
        if FileTrack(item.description) != nil {
            name = (item.description.details?.fields.album ?? "", snapshot.metadata(of: item).albumArtists.first)
        }
        let parts = item.description.parts
        guard parts.isEmpty else {
            return parts.flatMap { part in
                Self.lines(part.uri, title: part.title ?? "", artist: name.artist, duration: part.duration)
            }
        }
        return Self.lines(
            item.description.uri, title: name.title, artist: name.artist,
            duration: snapshot.itemStates[item.id]?.duration)
    }

    /// What the list says of an item: of a station its name, and not what it plays now. The title is empty if it is not
    /// known.
    private func name(of item: QueueItem) -> (title: String, artist: String?) {
        let said = item.description.details?.fields
        let metadata = snapshot.metadata(of: item)
        if let station = metadata.station { return (said?.title ?? station, said?.artist?.first) }
        let isKnown = said?.title != nil || snapshot.memory.knows(item) || item.id == snapshot.current?.id
        return (isKnown ? metadata.title : "", metadata.artists.first)
    }

    private static func lines(_ uri: String, title: String, artist: String?, duration: MediaTime?) -> [String] {
        var title = line(title)
        if let artist = artist.map(line), !artist.isEmpty, !title.isEmpty {
            title = "\(artist) - \(title)"
        } else if title.contains(" - ") {
            // It would be read as the artist and the title.
            title = ""
        }
        guard duration != nil || !title.isEmpty else { return [address(uri)] }
        let seconds = duration.map { Int($0.seconds.rounded()) } ?? -1
        return ["#EXTINF:\(seconds),\(title)", address(uri)]
    }

    /// The path of a local file if it can be a line of the list, else the URI.
    private static func address(_ uri: String) -> String {
        guard let path = FileURI.path(of: uri), let text = String(validating: path, as: UTF8.self),
            text.hasPrefix("/"), line(text) == text
        else { return uri.withoutLogin }
        return text
    }

    private static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isLineBreak(scalar) ? " " : scalar) }
        var line = Substring(String(scalars))
        while line.first?.isWhitespace == true { line.removeFirst() }
        while line.last?.isWhitespace == true { line.removeLast() }
        return String(line)
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 32 || scalar.value == 127 || scalar.properties.generalCategory == .lineSeparator
            || scalar.properties.generalCategory == .paragraphSeparator
    }
}
