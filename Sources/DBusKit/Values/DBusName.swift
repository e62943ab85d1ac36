import CDBus

/// The D-Bus specification's syntax rules for names and paths, checked by libdbus itself; appending an invalid one
/// would abort the process.
public enum DBusName {
    /// `/`, or elements of `[A-Za-z0-9_]`, each after one slash.
    public static func isObjectPath(_ text: String) -> Bool { check(text, dbus_validate_path) }

    /// Two or more dotted elements, at most 255 bytes.
    public static func isInterface(_ text: String) -> Bool { check(text, dbus_validate_interface) }

    /// The name of a method, signal or property.
    public static func isMember(_ text: String) -> Bool { check(text, dbus_validate_member) }

    /// The name of an error, with the syntax of an interface name.
    public static func isErrorName(_ text: String) -> Bool { check(text, dbus_validate_error_name) }

    /// A unique (`:1.42`) or well-known name.
    public static func isBusName(_ text: String) -> Bool { check(text, dbus_validate_bus_name) }

    /// Zero or more complete types, nested at most 32 deep, at most 255 bytes.
    public static func isSignature(_ text: String) -> Bool { check(text, dbus_signature_validate) }

    /// Exactly one complete type.
    public static func isSingleType(_ text: String) -> Bool { check(text, dbus_signature_validate_single) }

    private static func check(
        _ text: String,
        _ validate: (UnsafePointer<CChar>?, UnsafeMutablePointer<CDBus.DBusError>?) -> dbus_bool_t
    ) -> Bool {
        // C would see only the text before the zero.
        !text.utf8.contains(0) && text.withCString { validate($0, nil) } != 0
    }
}
