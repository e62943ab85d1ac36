#if canImport(Glibc)
    import Glibc
#endif

/// The addresses of the buses.
public enum BusAddress {
    /// The session bus: `DBUS_SESSION_BUS_ADDRESS`, or else the socket `bus` in `XDG_RUNTIME_DIR`; nil without either.
    ///
    /// libdbus's own rule would start a bus through X11 as a last resort; a daemon without a session should report
    /// that instead.
    public static var session: String? {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS") { return address }
        guard let directory = environment("XDG_RUNTIME_DIR") else { return nil }
        return "unix:path=" + escaped(directory + "/bus")
    }

    /// The system bus: `DBUS_SYSTEM_BUS_ADDRESS`, or else the socket in the D-Bus specification.
    public static var system: String {
        environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/var/run/dbus/system_bus_socket"
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Escapes an address value according to the specification.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."), UInt8(ascii: "\\"):
                escaped.unicodeScalars.append(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16)
                escaped += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return escaped
    }
}
