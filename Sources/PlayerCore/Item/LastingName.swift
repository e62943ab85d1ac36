/// The permanent name of an episode of a feed, independent of its address: its GUID together with its album, because
/// GUIDs are unique only within their feed.
public struct LastingName: Hashable, Sendable {
    /// The name as the journal stores it.
    public let text: String

    /// Nil for items that are known by their content or address: local files, and items without an identifier.
    public init?(_ description: MediaDescription) {
        guard let fields = description.details?.fields, let identifier = fields.identifier, !identifier.isEmpty,
            ["http", "https"].contains(description.uri.prefix { $0 != ":" }.lowercased())
        else { return nil }
        text = "\(fields.album ?? "")\n\(identifier)"
    }
}
