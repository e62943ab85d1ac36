internal import DBusKit
internal import PlayerCore

/// Writes proposals for D-Bus: a description, `presentAt` `x`, and `automaticAcceptanceInterval` `d` (seconds; NaN:
/// never).
enum ProposalWriter {
    /// - Parameter foundTitle: the title that preparing the item has found, if the proposal has none.
    static func proposal(_ snapshot: ProposalSnapshot, foundTitle: String?) -> [String: DBusValue] {
        guard let proposal = snapshot.proposal else { return [:] }
        var values = DescriptionWriter.description(proposal.description)
        if values["title"] == nil { values["title"] = foundTitle.map { .string($0) } }
        if let artwork = snapshot.artworkURI { values["artwork"] = .string(artwork) }
        values["presentAt"] = proposal.presentAt.map { .int64($0.microseconds) }
        values["automaticAcceptanceInterval"] = .double(proposal.automaticAcceptanceInterval)
        return values
    }

    /// The title that preparing the proposed item has found; nil if that is no more than the name of its file.
    static func foundTitle(_ snapshot: PlayerSnapshot) -> String? {
        guard let item = snapshot.proposal.item, item.description.details?.fields.title == nil else { return nil }
        let title = snapshot.metadata(of: item).title
        return title == ItemMetadata(item.description, isLive: false).title ? nil : title
    }
}
