import DBusKit
import MediaProbe

/// The tracks of the current item.
struct TrackListing {
    /// By kind, in the order in which they are shown.
    let kinds: [(name: String, tracks: [TrackView])]

    /// - Parameter properties: those of `Tracks1`.
    init(_ properties: [String: DBusValue]) {
        kinds = ["Audio", "Subtitles", "Video"].map { kind in
            let selected = (properties["Current" + kind] ?? properties["Selected" + kind])?.asInt64
            let tracks = properties[kind]?.asArray ?? []
            let views = tracks.enumerated().compactMap { index, track in
                TrackView(track, number: index + 1, selected: selected)
            }
            return (kind.lowercased(), views)
        }
    }

    /// The daemon's id of the track with a number of the list.
    ///
    /// - Parameter kind: `audio`, `subtitles` or `video`.
    func id(_ number: UInt32, of kind: String) throws(Failure) -> UInt32 {
        let tracks = kinds.first { $0.name == kind }?.tracks ?? []
        if let track = tracks.first(where: { $0.number == Int(number) }) { return track.id }
        let name = kind == "subtitles" ? "subtitle" : kind
        let has = tracks.isEmpty ? "this item has none" : "this item has \(tracks.count)"
        throw Failure(.notFound, "there is no \(name) track \(number): \(has), see mediactl tracks")
    }

    /// A list for each kind.
    var json: JSONValue {
        .object(Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, .array($0.tracks.map(\.json))) }))
    }

    /// For people.
    var lines: [String] {
        var table = TextTable()
        for (name, tracks) in kinds {
            for track in tracks {
                table.add([TextTable.Cell(text: name)] + track.cells, style: track.isSelected ? .bold : nil)
            }
        }
        return table.lines
    }
}
