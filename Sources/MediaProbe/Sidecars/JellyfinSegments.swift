internal import PlayerCore

/// Reads a Jellyfin server's reply about one item (api.jellyfin.org, `GET /MediaSegments/{itemId}`): `{ "Items": [ {
/// "Type": "Intro", "StartTicks": …, "EndTicks": …, "Id": … } ] }`, or the list alone. A tick is 100 ns.
///
/// Keys may begin with a lower-case letter (plug-ins write them so) or be entirely in lower case.
enum JellyfinSegments {
    private static let kinds: [String: String] = [
        "intro": SegmentKind.openingCredits.rawValue, "outro": SegmentKind.closingCredits.rawValue,
        "recap": SegmentKind.recap.rawValue, "preview": SegmentKind.preview.rawValue,
        "commercial": SegmentKind.advertisement.rawValue, "unknown": "custom:unknown",
    ]

    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        guard let root = notes.json(text) else { return }
        guard let (entries, place) = entries(root) else {
            notes.note("it has no list of segments ('Items')")
            return
        }
        notes.readObjects(entries, at: place) { object, notes in
            segment(&object, notes).map { notes.add($0) } ?? true
        }
    }

    private static func entries(_ root: JSONValue) -> (entries: [JSONValue], place: String)? {
        switch root {
        case .array(let entries): return (entries, "")
        case .object(let members):
            let key = spelling(of: "Items", in: members)
            guard case .array(let entries)? = members[key] else { return nil }
            return (entries, key)
        default: return nil
        }
    }

    private static func segment(_ object: inout JSONObject, _ notes: SidecarNotes) -> SegmentProposal? {
        let start = ticks("StartTicks", &object)
        let end = ticks("EndTicks", &object)
        let key = spelling(of: "Type", in: object.members)
        let type = object.string(key) ?? "Unknown"
        guard let start, let end else { return nil }
        guard type.utf8.count <= 40, let kind = kinds[type.lowercased()] else {
            object.note("\(notes.quoted(type)) is not a type of segment", key)
            return nil
        }
        let id = object.string(spelling(of: "Id", in: object.members)).flatMap { notes.text($0) }
        return SegmentProposal(start: start, end: end, kind: kind, id: id, source: notes.source)
    }

    private static func ticks(_ name: String, _ object: inout JSONObject) -> MediaTime? {
        let key = spelling(of: name, in: object.members)
        switch object.members[key] {
        case nil, .null: object.note("it is missing", key)
        case .integer(let ticks):
            let (nanoseconds, overflow) = ticks.multipliedReportingOverflow(by: 100)
            if !overflow { return MediaTime(nanoseconds: nanoseconds) }
            object.note("it is out of range", key)
        case .number(let ticks):
            if let time = MediaTime(seconds: ticks / 10_000_000) { return time }
            object.note("it is out of range", key)
        default: object.note("it is not a number of ticks", key)
        }
        return nil
    }

    /// Returns the spelling of a key in this object, or the key itself if it is missing.
    private static func spelling(of key: String, in members: [String: JSONValue]) -> String {
        let spellings = [key, key.prefix(1).lowercased() + key.dropFirst(), key.lowercased()]
        return spellings.first { members[$0] != nil } ?? key
    }
}
