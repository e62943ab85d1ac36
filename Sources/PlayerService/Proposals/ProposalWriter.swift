internal import DBusKit
internal import PlayerCore

/// Writes proposals for D-Bus: a description, `presentAt` `x`, and `automaticAcceptanceInterval` `d` (seconds; NaN:
/// never).
enum ProposalWriter {
    static func proposal(_ snapshot: ProposalSnapshot) -> [String: DBusValue] {
        guard let proposal = snapshot.proposal else { return [:] }
        var values = DescriptionWriter.description(proposal.description)
        if let artwork = snapshot.artworkURI { values["artwork"] = .string(artwork) }
        values["presentAt"] = proposal.presentAt.map { .int64($0.microseconds) }
        values["automaticAcceptanceInterval"] = .double(proposal.automaticAcceptanceInterval)
        return values
    }
}
