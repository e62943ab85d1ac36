/// A method of an interface.
public struct BusMethod: Sendable {
    public var name: String
    public var inputs: [BusArgument]
    public var outputs: [BusArgument]
    /// As listed by introspection.
    public var annotations: [String: String]
    let handler: @BusActor (BusCall) -> Void

    /// A method that is answered later, by the handler or by whatever it passes the call's reply to.
    public init(
        _ name: String, in inputs: [BusArgument] = [], out outputs: [BusArgument] = [],
        annotations: [String: String] = [:], answering handler: @escaping @BusActor (BusCall) -> Void
    ) {
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self.annotations = annotations
        self.handler = handler
    }

    /// A method that is answered at once: the handler returns the reply's arguments.
    public init(
        _ name: String, in inputs: [BusArgument] = [], out outputs: [BusArgument] = [],
        annotations: [String: String] = [:],
        _ handler: @escaping @BusActor ([DBusValue]) throws(DBusError) -> [DBusValue]
    ) {
        self.init(name, in: inputs, out: outputs, annotations: annotations) { call in
            do throws(DBusError) {
                call.reply.succeed(try handler(call.arguments))
            } catch {
                call.reply.fail(error)
            }
        }
    }

    var inputSignature: String { inputs.map(\.type).joined() }
    var outputSignature: String { outputs.map(\.type).joined() }
}
