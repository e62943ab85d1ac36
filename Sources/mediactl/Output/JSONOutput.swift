import ArgumentParser
import DBusKit
import MediaProbe
import PlayerCore

/// The option `--json` of every command that prints data.
struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON; times are in seconds.")
    var isJSON = false

    /// Prints a result as JSON if the option is set, else as lines for people, of which there may be none.
    func show(_ json: @autoclosure () -> JSONValue, lines: @autoclosure () -> [String]) {
        if isJSON {
            Output.print(json())
        } else if case let lines = lines(), !lines.isEmpty {
            Output.print(lines.joined(separator: "\n"))
        }
    }
}

extension JSONValue {
    /// Converts a value from D-Bus for programs that read JSON.
    ///
    /// On the interfaces of mediad and MPRIS, signed 64-bit numbers are always times in microseconds, with -1 for
    /// none. They become seconds, or null.
    init(_ value: DBusValue) {
        switch value {
        case .boolean(let value): self = .bool(value)
        case .int64(let value): self = value == -1 ? .null : JSONValue(MediaTime(microseconds: value))
        case .double(let value): self = .number(value)
        case .string(let text), .objectPath(let text), .signature(let text): self = .string(text)
        case .array(_, let elements): self = .array(elements.map { JSONValue($0) })
        case .structure(let fields): self = .array(fields.map { JSONValue($0) })
        case .variant(let inner): self = JSONValue(inner)
        case .dictionary(_, let entries):
            if let members = value.asDictionary {
                self = JSONValue(members)
            } else {
                self = .array(entries.map { .array([JSONValue($0.key), JSONValue($0.value)]) })
            }
        case .bytes(let bytes): self = .array(bytes.map { .integer(Int64($0)) })
        case .uint64(let value): self = Int64(exactly: value).map { .integer($0) } ?? .number(Double(value))
        case .byte, .int16, .uint16, .int32, .uint32: self = .integer(value.asInt64 ?? 0)
        // A descriptor has no meaning in JSON.
        case .descriptor: self = .null
        }
    }

    /// Converts a dictionary to an object with the same keys.
    ///
    /// The contents of `custom` belong to clients: numbers in it are not converted.
    init(_ dictionary: [String: DBusValue]) {
        var members: [String: JSONValue] = [:]
        for (key, value) in dictionary { members[key] = key == "custom" ? JSONValue(free: value) : JSONValue(value) }
        self = .object(members)
    }

    /// Converts a value without units. D-Bus has no null, for which the root path stands.
    private init(free value: DBusValue) {
        switch value.unwrapped {
        case .objectPath("/"): self = .null
        case .int64(let value): self = .integer(value)
        case .array(_, let elements): self = .array(elements.map { JSONValue(free: $0) })
        case .structure(let fields): self = .array(fields.map { JSONValue(free: $0) })
        case .dictionary:
            self = .object((value.unwrapped.asDictionary ?? [:]).mapValues { JSONValue(free: $0) })
        default: self = JSONValue(value)
        }
    }

    /// Converts a time to seconds.
    init(_ time: MediaTime) { self = .number(time.seconds) }
}
