extension BusInterface {
    /// The interface as in introspection, indented by two spaces, one element per line.
    public var xml: String {
        var lines = ["  <interface name=\"\(name)\">"]
        for method in methods {
            let arguments =
                method.inputs.map { Self.argument($0, " direction=\"in\"") }
                + method.outputs.map { Self.argument($0, " direction=\"out\"") }
                + method.annotations.sorted { $0.key < $1.key }.map { Self.annotation($0.key, $0.value) }
            lines += Self.element("method", "name=\"\(method.name)\"", arguments)
        }
        for property in properties {
            let change = "org.freedesktop.DBus.Property.EmitsChangedSignal"
            lines += Self.element(
                "property",
                "name=\"\(property.name)\" type=\"\(property.type)\" access=\"\(property.access.rawValue)\"",
                // "true" is the default without the annotation.
                property.emitsChange == .true ? [] : [Self.annotation(change, property.emitsChange.rawValue)])
        }
        for signal in signals {
            lines += Self.element("signal", "name=\"\(signal.name)\"", signal.arguments.map { Self.argument($0, "") })
        }
        lines.append("  </interface>")
        return lines.map { $0 + "\n" }.joined()
    }

    private static func element(_ tag: String, _ attributes: String, _ content: [String]) -> [String] {
        content.isEmpty
            ? ["    <\(tag) \(attributes)/>"]
            : ["    <\(tag) \(attributes)>"] + content.map { "      " + $0 } + ["    </\(tag)>"]
    }

    private static func argument(_ argument: BusArgument, _ direction: String) -> String {
        "<arg name=\"\(escaped(argument.name))\" type=\"\(argument.type)\"\(direction)/>"
    }

    private static func annotation(_ name: String, _ value: String) -> String {
        "<annotation name=\"\(escaped(name))\" value=\"\(escaped(value))\"/>"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
