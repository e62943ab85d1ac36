internal import PlayerCore

/// The queue as a list in M3U8, which mediad and other players read.
struct QueueList {
    private let snapshot: PlayerSnapshot

    init(_ snapshot: PlayerSnapshot) { self.snapshot = snapshot }

    /// The file: for each item its length and title, as far as known, and its path or its address without a login.
    var bytes: [UInt8] {
        var lines = ["#EXTM3U"]
        for item in snapshot.items {
            if let information = information(item) { lines.append(information) }
            lines.append(Self.address(item.description.uri))
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private func information(_ item: QueueItem) -> String? {
        let duration = snapshot.itemStates[item.id]?.duration.map { Int($0.seconds.rounded()) }
        let isKnown =
            item.description.details?.fields.title != nil || snapshot.memory.knows(item)
            || item.id == snapshot.current?.id
        let metadata = snapshot.metadata(of: item)
        var title = isKnown ? Self.line(metadata.title) : ""
        if let artist = metadata.artists.first.map(Self.line), !artist.isEmpty, !title.isEmpty {
            title = "\(artist) - \(title)"
        } else if title.contains(" - ") {
            // It would be read as the artist and the title.
            title = ""
        }
        guard duration != nil || !title.isEmpty else { return nil }
        return "#EXTINF:\(duration ?? -1),\(title)"
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
