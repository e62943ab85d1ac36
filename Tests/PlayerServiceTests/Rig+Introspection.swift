import DBusKit
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What introspection says of an interface, as far as these tests look.
struct IntrospectedInterface {
    var name: String
    /// Types by name.
    var properties: [String: String] = [:]
    /// What each method takes, by name.
    var methods: [String: String] = [:]
}

extension Rig {
    func introspection(_ path: String) throws(DBusError) -> String {
        let values = try client.call(
            ownSender, path, "org.freedesktop.DBus.Introspectable", "Introspect")
        return values.first?.asString ?? ""
    }

    func introspected(_ path: String) throws -> [IntrospectedInterface] {
        let reader = IntrospectionReader()
        let parser = XMLParser(data: Data(try introspection(path).utf8))
        parser.delegate = reader
        guard parser.parse() else { throw DBusError(.failed, "introspection is no XML") }
        return reader.interfaces
    }
}

private final class IntrospectionReader: NSObject, XMLParserDelegate {
    var interfaces: [IntrospectedInterface] = []
    /// The one whose arguments are being read.
    private var method: String?

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let name = attributes["name"] ?? ""
        switch element {
        case "interface": interfaces.append(IntrospectedInterface(name: name))
        case "property" where !interfaces.isEmpty:
            interfaces[interfaces.count - 1].properties[name] = attributes["type"]
        case "method" where !interfaces.isEmpty:
            method = name
            interfaces[interfaces.count - 1].methods[name] = ""
        case "signal": method = nil
        case "arg" where attributes["direction"] != "out":
            guard let method else { break }
            interfaces[interfaces.count - 1].methods[method]? += attributes["type"] ?? ""
        default: break
        }
    }
}
