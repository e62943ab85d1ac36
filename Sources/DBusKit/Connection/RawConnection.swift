import CDBus

/// Opening and sending, the same for the daemon's connection and for the command line's.
enum RawConnection {
    /// A private connection, registered with the bus; blocks until the bus has greeted it.
    ///
    /// - Parameter address: nil for the session bus.
    static func open(_ address: String?) throws(DBusError) -> OpaquePointer {
        guard let address = address ?? BusAddress.session else {
            throw DBusError(
                .noServer, "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
        }
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        guard let pointer = withSafeCString(address, { dbus_connection_open_private($0, &error) }) else {
            throw take(&error)
        }
        dbus_connection_set_exit_on_disconnect(pointer, 0)
        guard dbus_bus_register(pointer, &error) != 0 else {
            close(pointer)
            throw take(&error)
        }
        dbus_connection_set_exit_on_disconnect(pointer, 0)
        return pointer
    }

    static func close(_ pointer: OpaquePointer) {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }

    /// Queues the message and writes as much as the socket takes.
    ///
    /// - Returns: the serial it got.
    @discardableResult
    static func send(_ message: BusMessage, on pointer: OpaquePointer) throws(DBusError) -> UInt32 {
        var serial: UInt32 = 0
        guard dbus_connection_get_is_connected(pointer) != 0 else {
            throw DBusError(.disconnected, "the connection to the bus is closed")
        }
        guard dbus_connection_send(pointer, message.pointer, &serial) != 0 else {
            throw DBusError(.noMemory, "a message could not be queued")
        }
        return serial
    }

    static func uniqueName(of pointer: OpaquePointer) -> String {
        dbus_bus_get_unique_name(pointer).map { String(cString: $0) } ?? ""
    }

    /// Takes what libdbus reported.
    static func take(_ error: inout CDBus.DBusError) -> DBusError {
        defer { dbus_error_free(&error) }
        guard let name = error.name else { return DBusError(.failed, "the bus could not be reached") }
        return DBusError(name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
    }
}
