import DBusKit
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What introspection says of an interface, as far as these tests look.
struct IntrospectedInterface {
    var name: String
    /// Types by name.
    var properties: [String: String]
}

extension Rig {
    func introspection(_ path: String) throws(DBusError) -> String {
        let values = try client.call(
            connection.uniqueName, path, "org.freedesktop.DBus.Introspectable", "Introspect")
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

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let name = attributes["name"] ?? ""
        switch element {
        case "interface": interfaces.append(IntrospectedInterface(name: name, properties: [:]))
        case "property" where !interfaces.isEmpty:
            interfaces[interfaces.count - 1].properties[name] = attributes["type"]
        default: break
        }
    }
}
