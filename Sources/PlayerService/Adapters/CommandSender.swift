internal import DBusKit
internal import PlayerCore

/// Sends commands to the player, and answers calls with the results after the changes have been announced.
@BusActor
struct CommandSender {
    private let perform: PlayerBus.Handlers.Perform

    init(_ perform: @escaping PlayerBus.Handlers.Perform) { self.perform = perform }

    /// Sends a command and ignores its result.
    func send(_ command: PlayerCommand, from origin: CommandOrigin) { perform(command, origin) { _ in } }

    /// Sends a command and replies with its result or its refusal.
    ///
    /// - Parameter origin: a person, except for calls that programs make on their own.
    func send(
        _ command: PlayerCommand, from origin: CommandOrigin = .person, _ reply: BusReply,
        answer: @escaping @Sendable @BusActor (CommandReply) -> [DBusValue] = { _ in [] }
    ) {
        perform(command, origin) { result in
            switch result {
            case .success(let value): reply.succeed(answer(value))
            case .failure(let refusal): reply.fail(DBusError(refusal))
            }
        }
    }

    /// Reads a command from a call and sends it. Replies with the error if the call is invalid.
    func send(
        from origin: CommandOrigin = .person, _ reply: BusReply, reading command: () throws(DBusError) -> PlayerCommand,
        answer: @escaping @Sendable @BusActor (CommandReply) -> [DBusValue] = { _ in [] }
    ) {
        do throws(DBusError) {
            send(try command(), from: origin, reply, answer: answer)
        } catch {
            reply.fail(error)
        }
    }

    /// Sends a command with the semantics of MPRIS: a refused command has no effect and succeeds.
    ///
    /// - Parameter tells: returns whether a refusal is nevertheless reported as an error.
    func sendQuietly(
        _ command: PlayerCommand, _ reply: BusReply,
        tells: @escaping @Sendable (CommandRefusal) -> Bool = { _ in false }
    ) {
        perform(command, .person) { result in
            if case .failure(let refusal) = result, tells(refusal) {
                reply.fail(DBusError(refusal))
            } else {
                reply.succeed()
            }
        }
    }

    /// The maximum number of entries that are read after a client has requested them.
    private static let mostLookedAt = 200

    /// Makes the player read those of the entries soon that have not been read yet, because a client has requested
    /// them.
    func lookAt(_ items: some Sequence<QueueItem>, in snapshot: PlayerSnapshot) {
        let memory = snapshot.memory
        let unknown = Array(items.lazy.filter { !memory.knows($0) }.prefix(Self.mostLookedAt))
        if !unknown.isEmpty { send(.reading(.lookAt(unknown)), from: .program) }
    }
}
