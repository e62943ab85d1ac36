/// The interfaces that every object has (D-Bus specification, "Standard Interfaces").
enum StandardInterface {
    static let introspectable = "org.freedesktop.DBus.Introspectable"
    static let peer = "org.freedesktop.DBus.Peer"
    static let properties = "org.freedesktop.DBus.Properties"

    /// libdbus itself answers Peer on every path; it is declared so that introspection shows it.
    static let peerInterface = BusInterface(
        peer,
        methods: [
            BusMethod("Ping") { (_: [DBusValue]) in [] },
            BusMethod("GetMachineId", out: [BusArgument("machine_uuid", "s")]) {
                (_: [DBusValue]) throws(DBusError) in
                throw DBusError(.notSupported, "name the interface \(peer)")
            },
        ])

    static func introspectableInterface(
        _ introspect: @escaping @BusActor (_ path: String) -> String
    ) -> BusInterface {
        BusInterface(
            introspectable,
            methods: [
                BusMethod(
                    "Introspect", out: [BusArgument("xml_data", "s")],
                    answering: { call in
                        call.reply.succeed([.string(introspect(call.path))])
                    })
            ])
    }

    static func propertiesInterface(
        get: @escaping @BusActor (BusCall) -> Void, set: @escaping @BusActor (BusCall) -> Void,
        getAll: @escaping @BusActor (BusCall) -> Void
    ) -> BusInterface {
        let interface = BusArgument("interface_name", "s")
        let property = BusArgument("property_name", "s")
        return BusInterface(
            properties,
            methods: [
                BusMethod("Get", in: [interface, property], out: [BusArgument("value", "v")], answering: get),
                BusMethod("Set", in: [interface, property, BusArgument("value", "v")], answering: set),
                BusMethod("GetAll", in: [interface], out: [BusArgument("props", "a{sv}")], answering: getAll),
            ],
            signals: [
                BusSignal(
                    "PropertiesChanged",
                    [
                        interface, BusArgument("changed_properties", "a{sv}"),
                        BusArgument("invalidated_properties", "as"),
                    ])
            ])
    }
}
