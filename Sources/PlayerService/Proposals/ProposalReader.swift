internal import DBusKit
internal import PlayerCore

/// Reads a proposal from a client: a description with two additional keys.
struct ProposalReader {
    let descriptions: DescriptionReader

    func proposal(_ value: DBusValue) throws(DBusError) -> Proposal {
        var members = value.asDictionary ?? [:]
        let point = members.removeValue(forKey: "presentAt")
        let interval = members.removeValue(forKey: "automaticAcceptanceInterval")
        let description = try descriptions.description(.properties(members), uri: nil)
        var proposal = Proposal(source: .client, description: description)
        if let point { proposal.presentAt = try FieldReader("presentAt", point).time() }
        if let interval {
            proposal.automaticAcceptanceInterval =
                try FieldReader("automaticAcceptanceInterval", interval).real()
        }
        return proposal
    }
}
