import CDBus

/// Opening and sending, the same for the daemon's connection and for the command line's.
enum RawConnection {
    /// Open files in messages that arrived and were not dropped yet; at that many nothing more is read for the moment.
    ///
    /// libdbus would take four thousand, more than a process usually may have open: whoever sends that many would keep
    /// every other part of the process from opening anything.
    private static let mostWaitingDescriptors = 64

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
        do {
            try greet(pointer)
        } catch {
            close(pointer)
            throw error
        }
        dbus_connection_set_max_received_unix_fds(pointer, mostWaitingDescriptors)
        return pointer
    }

    /// Says Hello and waits for the answer, which holds the connection's name.
    ///
    /// `dbus_bus_register` would do the same with a lock held that every connection of the process needs to be opened or
    /// closed: one bus that does not answer would hold up all others.
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
        guard let name = error.name else { return DBusError(.failed, "the bus is not available") }
        return DBusError(name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
    }
}
