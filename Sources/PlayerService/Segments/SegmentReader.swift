internal import DBusKit
internal import PlayerCore

/// Reads segments and policies from clients. Errors are refused by name, and nothing is accepted then.
enum SegmentReader {
    /// The maximum number of kinds in a request: there are ten, and custom ones.
    static let mostKinds = 100

    /// Reads segments of the type `a(xxsa{sv})`.
    static func segments(_ value: DBusValue) throws(DBusError) -> [SegmentDescription] {
        try FieldReader.elements(of: value, named: "segments", segment)
    }

    private static func segment(_ value: DBusValue, place: String) throws(DBusError) -> SegmentDescription {
        guard let fields = value.asArray, fields.count == 4, let start = fields[0].asInt64,
            let end = fields[1].asInt64, let kind = fields[2].asString
        else { throw DBusError(.invalidArgs, "'\(place)' is not a segment: its type must be \(SegmentWriter.type).") }
        guard end > start else { throw DBusError(.invalidArgs, "'\(place)' is empty or ends before it starts.") }
        var segment = SegmentDescription(
            start: MediaTime(microseconds: start), end: MediaTime(microseconds: end),
            kind: try Self.kind(kind, place: place).rawValue)
        for field in try FieldReader(place, fields[3]).fields() {
            switch field.key {
            case "action": segment.action = try action(try field.text(), place: "\(place).action").rawValue
            case "linear": segment.linear = try field.flag()
            case "title": segment.title = try field.text()
            case "source": segment.source = try field.text()
            case "id": segment.id = try field.text()
            default: throw field.unknown
            }
        }
        return segment
    }

    /// Reads the policies of the given kinds.
    static func policies(_ value: DBusValue) throws(DBusError) -> [SegmentKind: SegmentAction] {
        var policies: [SegmentKind: SegmentAction] = [:]
        guard case .dictionary(_, let entries) = value.unwrapped else {
            throw DBusError(.invalidArgs, "Policies must be a dictionary of kinds and actions (a{ss}).")
        }
        try FieldReader.check(entries.count, at: "Policies", most: mostKinds)
        for entry in entries {
            let kind = try kind(entry.key.asString ?? "", place: "Policies")
            let action = try action(entry.value.asString ?? "", place: "Policies[\(kind.rawValue)]")
            policies[kind] = action
        }
        return policies
    }

    private static func kind(_ text: String, place: String) throws(DBusError) -> SegmentKind {
        guard let kind = SegmentKind(rawValue: text) else {
            let known = SegmentKind.known.map(\.rawValue).joined(separator: ", ")
            throw DBusError(
                .invalidArgs,
                "'\(place)': '\(MediaURI.shortened(text))' is not a kind of segment. The kinds are \(known) and "
                    + "custom:NAME.")
        }
        return kind
    }

    private static func action(_ text: String, place: String) throws(DBusError) -> SegmentAction {
        guard let action = SegmentAction(rawValue: text) else {
            let known = SegmentAction.allCases.map(\.rawValue).joined(separator: ", ")
            throw DBusError(
                .invalidArgs, "'\(place)': '\(MediaURI.shortened(text))' is not an action. The actions are \(known).")
        }
        return action
    }
}
