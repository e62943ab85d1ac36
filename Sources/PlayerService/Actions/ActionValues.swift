internal import DBusKit
internal import PlayerCore

/// Reads and writes actions, `a(ssa{sv})`: id, title and extras. An invalid action is refused by name, together with
/// the whole list.
enum ActionValues {
    private static let type = "(ssa{sv})"
    static let listType = "a" + type

    static func list(_ snapshot: ActionSnapshot) -> DBusValue {
        .array(
            type,
            snapshot.offered.map { offered in
                let action = offered.action
                var extras: [String: DBusValue] = [
                    "owner": .string(offered.owner), "visible": .boolean(offered.isVisible),
                ]
                extras["from"] = action.from.map { .int64($0.microseconds) }
                extras["to"] = action.to.map { .int64($0.microseconds) }
                extras["icon"] = action.icon.map { .string($0) }
                return .structure([.string(action.id), .string(action.title), .properties(extras)])
            })
    }

    static func read(_ value: DBusValue) throws(DBusError) -> [ClientAction] {
        try FieldReader.check((value.asArray ?? []).count, at: "actions", most: ClientAction.most)
        return try FieldReader.elements(of: value, named: "actions", action)
    }

    private static func action(_ value: DBusValue, place: String) throws(DBusError) -> ClientAction {
        guard let fields = value.asArray, fields.count == 3, let id = fields[0].asString,
            let title = fields[1].asString
        else { throw DBusError(.invalidArgs, "'\(place)' is not an action: its type must be \(type).") }
        try check(id, at: place + ".id", longest: ClientAction.longestID)
        try check(title, at: place + ".title", longest: ClientAction.longestTitle)
        var action = ClientAction(id: id, title: title)
        for field in try FieldReader(place, fields[2]).fields() {
            switch field.key {
            case "from": action.from = try field.time()
            case "to": action.to = try field.time()
            case "icon":
                let icon = try field.text()
                try check(icon, at: place + ".icon", longest: ClientAction.longestIcon)
                guard !icon.contains("/") || FileURI.escapedPath(of: icon) != nil else {
                    throw field.makesNoSense("use the name of an icon in the theme, or a file: URI")
                }
                action.icon = icon
            default: throw field.unknown
            }
        }
        if let to = action.to, to <= action.from ?? .zero {
            throw DBusError(.invalidArgs, "'\(place)' is empty or ends before it starts.")
        }
        return action
    }

    private static func check(_ text: String, at place: String, longest: Int) throws(DBusError) {
        guard !text.isEmpty else { throw DBusError(.invalidArgs, "'\(place)' is empty.") }
        try FieldReader.check(text, at: place, longest: longest)
    }
}
