import CDBus
internal import GLibLoop

/// One reference to a libdbus message; messages are not thread-safe, so neither is this.
final class BusMessage {
    enum Kind: Int32 {
        case call = 1
        case reply = 2
        case error = 3
        case signal = 4
    }

    /// The maximum length of an error text that is sent, in bytes: the sentence is for people.
    private static let longestErrorText = 4096

    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    /// Takes a reference of its own.
    init(borrowing pointer: OpaquePointer) { self.pointer = dbus_message_ref(pointer) }

    deinit { dbus_message_unref(pointer) }

    private static func adopt(_ pointer: OpaquePointer?) throws(DBusError) -> BusMessage {
        guard let pointer else { throw DBusError(.noMemory, "a message could not be allocated") }
        return BusMessage(adopting: pointer)
    }

    /// Returns a method call, complete and checked.
    static func call(_ request: BusRequest, expectsReply: Bool = true) throws(DBusError) -> BusMessage {
        guard DBusName.isBusName(request.destination), DBusName.isObjectPath(request.path),
            DBusName.isInterface(request.interface), DBusName.isMember(request.member)
        else {
            throw DBusError(
                .invalidArgs,
                "no such call can exist: \(request.destination) \(request.path) \(request.interface).\(request.member)")
        }
        let signature = try MessageMeter.check(request.arguments)
        let message = try adopt(
            dbus_message_new_method_call(request.destination, request.path, request.interface, request.member))
        dbus_message_set_auto_start(message.pointer, request.autoStart ? 1 : 0)
        dbus_message_set_no_reply(message.pointer, expectsReply ? 0 : 1)
        try message.append(request.arguments, signature: signature)
        return message
    }

    /// Returns a broadcast signal, complete and checked.
    static func signal(
        path: String, interface: String, member: String, arguments: [DBusValue]
    ) throws(DBusError) -> BusMessage {
        guard DBusName.isObjectPath(path), DBusName.isInterface(interface), DBusName.isMember(member) else {
            throw DBusError(.invalidArgs, "no such signal can exist: \(path) \(interface).\(member)")
        }
        let signature = try MessageMeter.check(arguments)
        let message = try adopt(dbus_message_new_signal(path, interface, member))
        try message.append(arguments, signature: signature)
        return message
    }

    /// Returns the reply to the call `serial` of `destination`, complete and checked.
    static func reply(
        to serial: UInt32, destination: String?, arguments: [DBusValue]
    ) throws(DBusError) -> BusMessage {
        let signature = try MessageMeter.check(arguments)
        let message = try answer(.reply, to: serial, destination: destination)
        try message.append(arguments, signature: signature)
        return message
    }

    /// Returns the error reply to the call `serial` of `destination`.
    static func error(
        to serial: UInt32, destination: String?, error: DBusError
    ) throws(DBusError) -> BusMessage {
        let message = try answer(.error, to: serial, destination: destination)
        let name = DBusName.isErrorName(error.name) ? error.name : DBusError.Standard.failed.name
        guard dbus_message_set_error_name(message.pointer, name) != 0 else {
            throw DBusError(.noMemory, "an error could not be allocated")
        }
        // It may quote text from the client, and is shown on terminals and in logs.
        let text = error.message.onOneLine(longest: longestErrorText)
        try message.append([.string(text)], signature: "s")
        return message
    }

    private static func answer(
        _ kind: Kind, to serial: UInt32, destination: String?
    ) throws(DBusError) -> BusMessage {
        let message = try adopt(dbus_message_new(kind.rawValue))
        dbus_message_set_no_reply(message.pointer, 1)
        guard dbus_message_set_reply_serial(message.pointer, serial) != 0,
            destination.map({ dbus_message_set_destination(message.pointer, $0) != 0 }) ?? true
        else { throw DBusError(.noMemory, "a reply could not be allocated") }
        return message
    }

    private func append(_ values: [DBusValue], signature: String) throws(DBusError) {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        for value in values {
            guard MessageWriter.append(value, to: &iterator) else {
                throw DBusError(.noMemory, "a message could not be filled")
            }
        }
        assert(self.signature == signature)
    }

    var kind: Kind? { Kind(rawValue: dbus_message_get_type(pointer)) }
    var serial: UInt32 { dbus_message_get_serial(pointer) }
    var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }
    var sender: String? { dbus_message_get_sender(pointer).map { String(cString: $0) } }
    var path: String? { dbus_message_get_path(pointer).map { String(cString: $0) } }
    var interface: String? { dbus_message_get_interface(pointer).map { String(cString: $0) } }
    var member: String? { dbus_message_get_member(pointer).map { String(cString: $0) } }
    var signature: String { dbus_message_get_signature(pointer).map { String(cString: $0) } ?? "" }
    var wantsReply: Bool { dbus_message_get_no_reply(pointer) == 0 }

    func arguments() throws(DBusError) -> [DBusValue] { try MessageReader.arguments(of: pointer) }

    /// The content of a reply or an error.
    var outcome: Result<[DBusValue], DBusError> {
        guard kind == .error else { return Result { () throws(DBusError) in try arguments() } }
        let name = dbus_message_get_error_name(pointer).map { String(cString: $0) } ?? DBusError.Standard.failed.name
        let values = (try? arguments()) ?? []
        return .failure(DBusError(name: name, message: values.first?.asString ?? ""))
    }

    /// The message as a signal; nil if it is not one or cannot be read.
    var asSignal: BusSignalMessage? {
        guard kind == .signal, let path, let interface, let member, let arguments = try? arguments() else { return nil }
        return BusSignalMessage(
            sender: sender ?? "", path: path, interface: interface, member: member, arguments: arguments)
    }
}
