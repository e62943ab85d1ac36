/// What an episode of a feed is called wherever and however often it is served: its GUID, and what it belongs to, as GUIDs
/// are unique in their feed alone.
public struct LastingName: Hashable, Sendable {
    /// For the journal.
    public let text: String

    /// Nil for what is known by its content or its address: files of this machine, and what has no identifier.
    public init?(_ description: MediaDescription) {
        guard let fields = description.details?.fields, let identifier = fields.identifier, !identifier.isEmpty,
            ["http", "https"].contains(description.uri.prefix { $0 != ":" }.lowercased())
        else { return nil }
        text = "\(fields.album ?? "")\n\(identifier)"
    }
}
