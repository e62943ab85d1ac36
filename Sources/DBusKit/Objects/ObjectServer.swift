internal import GLibLoop

/// Answers method calls for the objects of one connection.
///
/// Errors follow the D-Bus specification where it defines them. An unknown interface in `GetAll` is an error and never
/// an empty dictionary, because clients take the dictionary for support.
@BusActor
public final class ObjectServer {
    weak var connection: BusConnection?

    private struct Object {
        /// Declared interfaces first, in their order, then the standard ones.
        var interfaces: [BusInterface]
        var index: [String: Int]

        init(_ interfaces: [BusInterface]) {
            self.interfaces = interfaces
            index = Dictionary(uniqueKeysWithValues: interfaces.indices.map { (interfaces[$0].name, $0) })
        }

        func interface(_ name: String) -> BusInterface? { index[name].map { interfaces[$0] } }
    }

    private var objects: [String: Object] = [:]

    init() {}

    /// Exports an object at `path`; traps on an invalid path or one that is in use.
    public func export(_ interfaces: [BusInterface], at path: String) {
        precondition(DBusName.isObjectPath(path), "\(path) is not an object path")
        precondition(objects[path] == nil, "\(path) is exported already")
        objects[path] = Object(interfaces + standardInterfaces())
    }

    /// Removes the object at a path.
    public func unexport(_ path: String) { objects[path] = nil }

    private func standardInterfaces() -> [BusInterface] {
        [
            StandardInterface.propertiesInterface(
                get: { [weak self] in self?.getProperty($0) }, set: { [weak self] in self?.setProperty($0) },
                getAll: { [weak self] in self?.getAllProperties($0) }),
            StandardInterface.introspectableInterface { [weak self] in self?.introspection(of: $0) ?? "" },
            StandardInterface.peerInterface,
        ]
    }

    // MARK: Calls

    func answer(_ message: BusMessage) {
        do throws(DBusError) {
            let method = try find(message)
            let signature = message.signature
            guard signature == method.inputSignature else {
                throw DBusError(
                    .invalidArgs,
                    "\(method.name) takes arguments of the types '\(method.inputSignature)', not '\(signature)'")
            }
            let call = BusCall(
                sender: message.sender ?? "", path: message.path ?? "", arguments: try message.arguments(),
                reply: BusReply(to: message, on: connection, signature: method.outputSignature))
            BusActor.loop.during("the call \(message.interface ?? "").\(method.name) from \(call.sender)") {
                method.handler(call)
            }
        } catch {
            BusReply(to: message, on: connection, signature: "").fail(error)
        }
    }

    private func find(_ message: BusMessage) throws(DBusError) -> BusMethod {
        let path = message.path ?? ""
        let member = message.member ?? ""
        guard let object = objects[path] ?? bareNode(path) else {
            throw DBusError(.unknownObject, "there is no object at \(path)")
        }
        guard let name = message.interface else {
            // Without an interface the specification leaves the choice to the object: only an unambiguous one is
            // accepted.
            let candidates = object.interfaces.compactMap { $0.method(member) }
            guard candidates.count == 1 else {
                throw DBusError(.unknownMethod, "name the interface of \(member) at \(path)")
            }
            return candidates[0]
        }
        guard let interface = object.interface(name) else {
            throw DBusError(.unknownInterface, "the object at \(path) has no interface \(name)")
        }
        guard let method = interface.method(member) else {
            throw DBusError(.unknownMethod, "\(name) has no method \(member)")
        }
        return method
    }

    // MARK: Introspection

    /// The root and the parents of an object exist only for introspection.
    private func bareNode(_ path: String) -> Object? {
        guard path == "/" || objects.keys.contains(where: { $0.hasPrefix(path + "/") }) else { return nil }
        return Object([
            StandardInterface.introspectableInterface { [weak self] in self?.introspection(of: $0) ?? "" },
            StandardInterface.peerInterface,
        ])
    }

    private func introspection(of path: String) -> String {
        let prefix = path == "/" ? "/" : path + "/"
        let children = Set(
            objects.keys.lazy.filter { $0.hasPrefix(prefix) && $0 != path }
                .compactMap { $0.dropFirst(prefix.count).split(separator: "/").first })
        let interfaces = (objects[path] ?? bareNode(path))?.interfaces ?? []
        return Introspection.document(interfaces: interfaces, children: children.map(String.init).sorted())
    }

    // MARK: Properties

    /// - Parameter member: the property; with an empty interface name it must be the only one of its name.
    private func interface(_ name: String, at path: String, with member: String) throws(DBusError) -> BusInterface {
        guard let object = objects[path] else { throw DBusError(.unknownObject, "there is no object at \(path)") }
        if name.isEmpty {
            let candidates = object.interfaces.filter { $0.property(member) != nil }
            guard candidates.count == 1 else {
                throw DBusError(.invalidArgs, "name the interface of the property '\(member)'")
            }
            return candidates[0]
        }
        guard let interface = object.interface(name) else {
            throw DBusError(.unknownInterface, "the object at \(path) has no interface '\(name)'")
        }
        return interface
    }

    private func property(_ call: BusCall) throws(DBusError) -> BusProperty {
        let name = call.arguments[1].asString ?? ""
        let interface = try interface(call.arguments[0].asString ?? "", at: call.path, with: name)
        guard let property = interface.property(name) else {
            throw DBusError(.unknownProperty, "\(interface.name) has no property '\(name)'")
        }
        return property
    }

    private func value(of property: BusProperty) throws(DBusError) -> DBusValue {
        guard let get = property.get else { throw DBusError(.accessDenied, "\(property.name) cannot be read") }
        let value = get()
        guard value.signature == property.type else {
            throw DBusError(.failed, "\(property.name) has the type \(value.signature) instead of \(property.type)")
        }
        // Checked here, so that in GetAll it costs only this property and not all of them.
        do throws(DBusError) {
            _ = try MessageMeter.check([value])
        } catch {
            throw DBusError(.failed, "the value of \(property.name) cannot be sent: \(error.message)")
        }
        return value
    }

    private func getProperty(_ call: BusCall) {
        do throws(DBusError) {
            let property = try property(call)
            property.whenAsked?()
            call.reply.succeed([.variant(try value(of: property))])
        } catch {
            call.reply.fail(error)
        }
    }

    private func getAllProperties(_ call: BusCall) {
        do throws(DBusError) {
            let interface = try interface(call.arguments[0].asString ?? "", at: call.path, with: "")
            var entries: [DBusEntry] = []
            for property in interface.properties where property.get != nil {
                // A property without a value is left out: failing all of them would hide the player.
                guard let value = try? value(of: property) else { continue }
                entries.append(DBusEntry(.string(property.name), .variant(value)))
            }
            call.reply.succeed([.dictionary("sv", entries)])
        } catch {
            call.reply.fail(error)
        }
    }

    private func setProperty(_ call: BusCall) {
        do throws(DBusError) {
            let property = try property(call)
            guard let set = property.set else {
                throw DBusError(.propertyReadOnly, "\(property.name) cannot be set")
            }
            var value = call.arguments[2]
            if case .variant(let inner) = value { value = inner }
            // Integers are accepted as doubles: shells and scripts send them.
            if property.type == "d", let number = value.asNumber { value = .double(number) }
            guard value.signature == property.type else {
                throw DBusError(
                    .invalidArgs, "\(property.name) has the type \(property.type), not \(value.signature)")
            }
            set(value, call.reply)
        } catch {
            call.reply.fail(error)
        }
    }
}

extension DBusValue {
    /// A number that is not in a variant.
    fileprivate var asNumber: Double? {
        if case .variant = self { return nil }
        return asDouble
    }
}
