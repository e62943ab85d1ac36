/// Builds the document that `Introspect` returns.
enum Introspection {
    private static let documentType = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    /// - Parameter children: names of the child nodes.
    static func document(interfaces: [BusInterface], children: [String]) -> String {
        documentType + "<node>\n" + interfaces.map(\.xml).joined()
            + children.map { "  <node name=\"\($0)\"/>\n" }.joined() + "</node>\n"
    }
}
