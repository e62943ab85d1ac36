internal import DBusKit
internal import PlayerCore

extension PlayerBus {
    /// `org.mediad.Proposal1`: what may be played next, and what people decide about it.
    func proposalInterface() -> BusInterface {
        BusInterface(
            OwnName.proposal, methods: decisionMethods() + inhibitionMethods(), properties: proposalProperties(),
            signals: [
                BusSignal("Presented", [BusArgument("proposal", "a{sv}")]),
                BusSignal("Accepted", [BusArgument("how", "s")]), BusSignal("Rejected", []),
                BusSignal("Deferred", []),
            ])
    }

    private func proposalProperties() -> [BusProperty] {
        [
            BusProperty("State", "s") { [weak self] in .string(self?.snapshot.proposal.state.rawValue ?? "none") },
            BusProperty("Proposal", "a{sv}") { [weak self] in
                self?.proposalValue ?? .properties([:])
            },
            BusProperty("AcceptsIn", "x", emitsChange: .false) { [weak self] in
                .int64(self.flatMap { $0.snapshot.proposal.acceptsIn(at: $0.now) }?.microseconds ?? -1)
            },
            BusProperty("VideoFrame", "(iiii)") { [weak self] in
                let frame = self?.snapshot.proposal.videoFrame
                let sides = [frame?.x, frame?.y, frame?.width, frame?.height]
                return .structure(sides.map { .int32(Int32(clamping: $0 ?? 0)) })
            },
            BusProperty("StillWatching", "b") { [weak self] in
                .boolean(self?.snapshot.proposal.isStillWatching ?? false)
            },
        ]
    }

    /// Made once for each proposal: NaN, made anew, would differ from itself each time.
    private var proposalValue: DBusValue {
        let snapshot = snapshot.proposal
        if let shownProposal, shownProposal.proposal == snapshot.proposal,
            shownProposal.artworkURI == snapshot.artworkURI
        {
            return shownProposal.value
        }
        let value = DBusValue.properties(ProposalWriter.proposal(snapshot))
        shownProposal = (snapshot.proposal, snapshot.artworkURI, value)
        return value
    }

    private func decisionMethods() -> [BusMethod] {
        [
            BusMethod(
                "Propose", in: [BusArgument("proposal", "a{sv}")],
                answering: { [weak self] call in
                    guard let self else { return }
                    let reader = ProposalReader(
                        descriptions: DescriptionReader(schemes: options.supportedSchemes))
                    taking(call, from: .program) { (_) throws(DBusError) in
                        .propose(try reader.proposal(call.arguments[0]))
                    }
                }),
            BusMethod(
                "Withdraw",
                answering: { [weak self] call in self?.perform(.withdrawProposal, from: .program, call.reply) }),
            BusMethod("Accept", answering: { [weak self] call in self?.perform(.acceptProposal, call.reply) }),
            BusMethod("Reject", answering: { [weak self] call in self?.perform(.rejectProposal, call.reply) }),
            BusMethod("Defer", answering: { [weak self] call in self?.perform(.deferProposal, call.reply) }),
        ]
    }

    private func inhibitionMethods() -> [BusMethod] {
        [
            BusMethod(
                "Inhibit", in: [BusArgument("who", "s"), BusArgument("why", "s")], out: [BusArgument("ticket", "u")],
                answering: { [weak self] call in self?.inhibit(call) }),
            BusMethod(
                "Release", in: [BusArgument("ticket", "u")],
                answering: { [weak self] call in
                    guard let self, let ticket = call.arguments[0].asUInt32 else { return }
                    inhibitors.forget(ticket)
                    perform(.releaseProposals(ticket), from: .program, call.reply)
                }),
        ]
    }

    /// A client that leaves the bus inhibits nothing any more.
    private func inhibit(_ call: BusCall) {
        let who = call.arguments[0].asString ?? ""
        let client = call.sender
        let watch = try? connection.watchOwner(of: client) { [weak self] owner in
            guard let self, owner == nil else { return }
            for ticket in inhibitors.leave(client) {
                handlers.perform(.releaseProposals(ticket), .program) { _ in }
            }
        }
        perform(.inhibitProposals(who), from: .program, call.reply) { [weak self] reply in
            guard case .ticket(let ticket) = reply else { return [] }
            self?.inhibitors.remember(ticket, of: client, watch)
            return [.uint32(ticket)]
        }
    }
}
