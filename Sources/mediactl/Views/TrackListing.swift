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
            return (kind.lowercased(), tracks.compactMap { TrackView($0, selected: selected) })
        }
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
