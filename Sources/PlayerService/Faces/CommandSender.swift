internal import DBusKit
internal import PlayerCore

/// Sends commands to the player and answers calls with what comes of them, once their changes have been announced.
@BusActor
struct CommandSender {
    private let perform: PlayerBus.Handlers.Perform

    init(_ perform: @escaping PlayerBus.Handlers.Perform) { self.perform = perform }

    /// Sends a command that nobody waits for.
    func send(_ command: PlayerCommand, from origin: CommandOrigin) { perform(command, origin) { _ in } }

    /// Sends a command and answers with its reply or its refusal.
    ///
    /// - Parameter origin: a person unless the call is one that programs make on their own.
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

    /// Reads a command out of a call and sends it; what cannot be read is the answer.
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

    /// Sends a command as MPRIS wants it: what is refused has no effect and succeeds.
    ///
    /// - Parameter tells: which refusals are errors all the same.
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

    /// Of very many entries that a client looked at, how many are read soon.
    private static let mostLookedAt = 200

    /// A client looked at these entries of the queue: those that nobody read yet are read soon.
    func lookAt(_ items: some Sequence<QueueItem>, in snapshot: PlayerSnapshot) {
        let memory = snapshot.memory
        let unknown = Array(items.lazy.filter { memory.item($0) == nil }.prefix(Self.mostLookedAt))
        if !unknown.isEmpty { send(.reading(.lookAt(unknown)), from: .program) }
    }
}
