import CDBus

/// Opens and sends, for the daemon's connection and for that of the command line.
enum RawConnection {
    /// The number of file descriptors in received messages that were not dropped yet; at this number reading is
    /// suspended.
    ///
    /// libdbus would accept four thousand, more than a process can usually have open: a client that sends that many
    /// would keep every other part of the process from opening anything.
    private static let mostWaitingDescriptors = 64

    /// Opens a private connection, registered with the bus; blocks until the bus has replied.
    ///
    /// - Parameter address: nil: the session bus.
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
        do {
            try greet(pointer)
        } catch {
            close(pointer)
            throw error
        }
        dbus_connection_set_max_received_unix_fds(pointer, mostWaitingDescriptors)
        return pointer
    }

    /// Sends Hello and waits for the reply, which contains the connection's name.
    ///
    /// `dbus_bus_register` would do the same while holding a lock that every connection of the process needs to be
    /// opened or closed: one bus that does not answer would block all others.
    private static func greet(_ pointer: OpaquePointer) throws(DBusError) {
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        let hello = try BusMessage.call(.bus("Hello"))
        guard
            let raw = dbus_connection_send_with_reply_and_block(
                pointer, hello.pointer, DBUS_TIMEOUT_USE_DEFAULT, &error)
        else { throw take(&error) }
        guard let name = try BusMessage(adopting: raw).arguments().first?.asString else {
            throw DBusError(.invalidSignature, "the bus greets without a name")
        }
        guard dbus_bus_set_unique_name(pointer, name) != 0 else {
            throw DBusError(.noMemory, "the connection's name could not be kept")
        }
    }

    static func close(_ pointer: OpaquePointer) {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }

    /// Queues the message and writes as much as the socket accepts.
    ///
    /// - Returns: the serial of the message.
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

    /// Converts an error that libdbus reported.
    static func take(_ error: inout CDBus.DBusError) -> DBusError {
        defer { dbus_error_free(&error) }
        guard let name = error.name else { return DBusError(.failed, "the bus is not available") }
        return DBusError(name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
    }
}
