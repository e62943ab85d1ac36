/// The permanent name of an item that is not known by its content or address: of an episode of a feed, its GUID together with
/// its album, because GUIDs are unique only within their feed; of an item of several files, their lengths.
public struct LastingName: Hashable, Sendable {
    /// The name as the journal stores it.
    public let text: String

    /// Nil for items that are known by their content or address: local files, and items without an identifier.
    public init?(_ description: MediaDescription) {
        guard description.parts.isEmpty else {
            // FNV-1a. A book that is moved, renamed or tagged remains the same.
            let hash = description.parts.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, part in
                (hash ^ UInt64(bitPattern: part.duration.nanoseconds)) &* 0x100_0000_01b3
            }
            text = "\(description.parts.count) parts\n\(String(hash, radix: 36))"
            return
        }
        guard let fields = description.details?.fields, let identifier = fields.identifier, !identifier.isEmpty,
            ["http", "https"].contains(description.uri.prefix { $0 != ":" }.lowercased())
        else { return nil }
        text = "\(fields.album ?? "")\n\(identifier)"
    }
}
