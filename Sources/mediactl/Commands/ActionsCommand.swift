import ArgumentParser
import DBusKit
import MediaProbe
import PlayerCore

/// `actions`: the actions that clients offer during an item.
struct ActionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions", abstract: "List or invoke the actions that programs offer for the current item.",
        subcommands: [ActionsListCommand.self, ActionsInvokeCommand.self], defaultSubcommand: ActionsListCommand.self)
}

/// `actions list`.
struct ActionsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the actions; '>' marks those that can be invoked now.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let listing = ActionListing(try DaemonConnection().properties(of: .actions))
        output.show(listing.json, lines: listing.lines)
    }
}

/// `actions invoke`.
struct ActionsInvokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "invoke", abstract: "Invoke an action.")

    @Argument(help: ArgumentHelp("The ID of the action, as listed by 'mediactl actions'.", valueName: "id"))
    var id: String

    func run() throws { try DaemonConnection().callOnItem(.actions, "Invoke", [.string(id)]) }
}

/// The actions that clients offer.
struct ActionListing {
    private struct Row {
        var id: String
        var title: String
        var extras: [String: DBusValue]

        var isVisible: Bool { extras["visible"]?.asBool ?? false }

        /// A time in the item; empty if there is none.
        func time(_ key: String) -> String {
            extras[key]?.asInt64.map { DurationText(MediaTime(microseconds: $0)).description } ?? ""
        }

        var json: JSONValue {
            guard case .object(var members) = JSONValue(extras) else { return .null }
            members["id"] = .string(id)
            members["title"] = .string(title)
            return .object(members)
        }
    }

    private let rows: [Row]

    /// - Parameter properties: the properties of `org.mediad.Actions1`.
    init(_ properties: [String: DBusValue]) {
        rows = (properties["Actions"]?.asArray ?? []).compactMap { value in
            guard let fields = value.asArray, fields.count == 3, let id = fields[0].asString,
                let title = fields[1].asString
            else { return nil }
            return Row(id: id, title: title, extras: fields[2].asDictionary ?? [:])
        }
    }

    /// The table for people.
    var lines: [String] {
        var table = TextTable()
        for row in rows {
            table.add([
                TextTable.Cell(text: row.isVisible ? ">" : ""), TextTable.Cell(text: Output.visible(row.id)),
                TextTable.Cell(text: Output.visible(row.title)),
                TextTable.Cell(text: row.time("from"), isRightAligned: true),
                TextTable.Cell(text: row.time("to"), isRightAligned: true),
            ])
        }
        return table.lines()
    }

    /// The list of objects for programs.
    var json: JSONValue { .array(rows.map(\.json)) }
}
