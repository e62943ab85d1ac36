import DBusKit
import MediaProbe
import PlayerCore

/// The segments of the current item.
struct SegmentListing {
    struct Row {
        var start: MediaTime
        var end: MediaTime
        var kind: String
        var extras: [String: DBusValue]
        var isActive: Bool

        /// The action that mediad takes.
        var action: String { extras["action"]?.asString ?? "" }

        var json: JSONValue {
            var members = JSONValue(extras).members
            members["start"] = JSONValue(start)
            members["end"] = JSONValue(end)
            members["kind"] = .string(kind)
            members["active"] = .bool(isActive)
            return .object(members)
        }
    }

    private(set) var rows: [Row]
    private let properties: [String: DBusValue]

    /// - Parameter properties: the properties of `org.mediad.Segments1`.
    init(_ properties: [String: DBusValue]) {
        self.properties = properties
        let active = Set((properties["Active"]?.asArray ?? []).compactMap(\.asInt64))
        rows = (properties["Segments"]?.asArray ?? []).enumerated().compactMap { index, value in
            guard let fields = value.asArray, fields.count == 4, let start = fields[0].asInt64,
                let end = fields[1].asInt64, let kind = fields[2].asString
            else { return nil }
            return Row(
                start: MediaTime(microseconds: start), end: MediaTime(microseconds: end), kind: kind,
                extras: fields[3].asDictionary ?? [:], isActive: active.contains(Int64(index)))
        }
    }

    /// The time without interstitials; nil if there are none that count.
    var collapsed: DisplayTimeline? {
        let ranges = interstitials.compactMap { TimeRange(start: $0.start, end: $0.end) }
        return ranges.isEmpty ? nil : DisplayTimeline(interstitials: ranges)
    }

    private var interstitials: [Row] { rows.filter { $0.kind == "interstitial" && $0.action != "ignore" } }

    /// The segments in the time of a timeline.
    func displayed(on timeline: DisplayTimeline) -> SegmentListing {
        var listing = self
        listing.rows = rows.map { row in
            var row = row
            (row.start, row.end) = (timeline.display(row.start), timeline.display(row.end))
            return row
        }
        return listing
    }

    /// The table for people.
    var lines: [String] {
        var table = TextTable()
        for row in rows {
            let words = [row.extras["action"], row.extras["source"], row.extras["title"]].map { $0?.asString ?? "" }
            table.add(
                [
                    TextTable.Cell(text: row.isActive ? ">" : ""), TextTable.Cell(text: Output.visible(row.kind)),
                    TextTable.Cell(text: DurationText(row.start).description, isRightAligned: true),
                    TextTable.Cell(text: DurationText(row.end).description, isRightAligned: true),
                ] + words.map { TextTable.Cell(text: Output.visible($0)) })
        }
        return table.lines()
    }

    /// The object for programs: the segments, the offer to skip, and whether playback must be linear.
    var json: JSONValue {
        .object([
            "segments": .array(rows.map(\.json)),
            "offer": JSONValue(properties["Offer"]?.asDictionary ?? [:]),
            "requiresLinearPlayback": properties["RequiresLinearPlayback"].map { JSONValue($0) } ?? .bool(false),
        ])
    }
}

extension JSONValue {
    /// The members of an object; empty for any other value.
    fileprivate var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return members
    }
}
