internal import DBusKit
internal import PlayerCore

/// `org.mediad.Proposal1`: the proposed next item, and decisions about it.
@BusActor
final class ProposalAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let clients: BusClients
    private let reader: ProposalReader
    /// The last shown proposal.
    private var shown: (proposal: Proposal?, artworkURI: String?, foundTitle: String?, value: DBusValue)?
    /// Clients that inhibit proposals.
    private var inhibitors = InhibitorList()

    /// - Parameter schemes: the accepted URI schemes.
    init(_ player: PlayerView, _ commands: CommandSender, _ clients: BusClients, schemes: [String]) {
        self.player = player
        self.commands = commands
        self.clients = clients
        reader = ProposalReader(descriptions: DescriptionReader(schemes: schemes))
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .proposals(let notice) = notice else { return [] }
        return switch notice {
        // One that is over before anybody could see it is not told.
        case .presented: proposal.proposal == nil ? [] : [AdapterSignal("Presented", proposalValue)]
        case .accepted(let how): [AdapterSignal("Accepted", .string(how.rawValue))]
        case .rejected: [AdapterSignal("Rejected")]
        case .deferred: [AdapterSignal("Deferred")]
        }
    }

    private var proposal: ProposalSnapshot { player.snapshot.proposal }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Proposal1", methods: decisionMethods() + inhibitionMethods(),
            properties: proposalProperties(),
            signals: [
                BusSignal("Presented", [BusArgument("proposal", "a{sv}")]),
                BusSignal("Accepted", [BusArgument("how", "s")]), BusSignal("Rejected", []),
                BusSignal("Deferred", []),
            ])
    }

    private func proposalProperties() -> [BusProperty] {
        [
            BusProperty("State", "s") { [self] in .string(proposal.state.rawValue) },
            BusProperty("Proposal", "a{sv}") { [self] in proposalValue },
            BusProperty("AcceptsIn", "x", emitsChange: .false) { [self] in
                .int64(proposal.acceptsIn(at: player.now)?.microseconds ?? -1)
            },
            BusProperty("VideoFrame", "(iiii)") { [self] in
                let frame = proposal.videoFrame
                let sides = [frame?.x, frame?.y, frame?.width, frame?.height]
                return .structure(sides.map { .int32(Int32(clamping: $0 ?? 0)) })
            },
            BusProperty("StillWatching", "b") { [self] in .boolean(proposal.isStillWatching) },
        ]
    }

    /// Created once for each proposal: a new value that contains NaN would always differ from the previous one.
    private var proposalValue: DBusValue {
        let proposal = proposal
        let foundTitle = ProposalWriter.foundTitle(player.snapshot)
        if let shown, shown.proposal == proposal.proposal, shown.artworkURI == proposal.artworkURI,
            shown.foundTitle == foundTitle
        {
            return shown.value
        }
        let value = DBusValue.properties(ProposalWriter.proposal(proposal, foundTitle: foundTitle))
        shown = (proposal.proposal, proposal.artworkURI, foundTitle, value)
        return value
    }

    private func decisionMethods() -> [BusMethod] {
        [
            BusMethod(
                "Propose", in: [BusArgument("proposal", "a{sv}")],
                answering: { [self] call in
                    commands.send(from: .program, call.reply) { () throws(DBusError) in
                        .proposals(.propose(try reader.proposal(call.arguments[0])))
                    }
                }),
            BusMethod(
                "Withdraw",
                answering: { [self] call in commands.send(.proposals(.withdraw), from: .program, call.reply) }),
            BusMethod("Accept", answering: { [self] call in commands.send(.proposals(.accept), call.reply) }),
            BusMethod("Reject", answering: { [self] call in commands.send(.proposals(.reject), call.reply) }),
            BusMethod(
                "Defer", answering: { [self] call in commands.send(.proposals(.deferDecision), call.reply) }),
        ]
    }

    private func inhibitionMethods() -> [BusMethod] {
        [
            BusMethod(
                "Inhibit", in: [BusArgument("who", "s"), BusArgument("why", "s")], out: [BusArgument("ticket", "u")],
                answering: { [self] call in inhibit(call) }),
            BusMethod(
                "Release", in: [BusArgument("ticket", "u")],
                answering: { [self] call in
                    guard let ticket = call.arguments[0].asUInt32 else { return }
                    inhibitors.forget(ticket)
                    commands.send(.proposals(.release(ticket)), from: .program, call.reply)
                }),
        ]
    }

    /// Inhibits proposals until the client releases the ticket or leaves the bus.
    private func inhibit(_ call: BusCall) {
        let who = call.arguments[0].asString ?? ""
        do throws(DBusError) {
            try FieldReader.check(who, at: "who", longest: BusText.longestName)
            try FieldReader.check(call.arguments[1].asString ?? "", at: "why", longest: BusText.longestName)
        } catch {
            return call.reply.fail(error)
        }
        let client = call.sender
        let bond = clients.whenGone(client) { [weak self] in
            guard let self else { return }
            for ticket in inhibitors.leave(client) { commands.send(.proposals(.release(ticket)), from: .program) }
        }
        commands.send(.proposals(.inhibit(who)), from: .program, call.reply) { [self] reply in
            guard case .ticket(let ticket) = reply else { return [] }
            if bond?.isBroken == true {
                commands.send(.proposals(.release(ticket)), from: .program)
            } else {
                inhibitors.remember(ticket, of: client, bond)
            }
            return [.uint32(ticket)]
        }
    }
}
