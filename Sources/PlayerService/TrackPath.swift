public import PlayerCore

/// Item ids as object paths: one for each occurrence in the queue, never below `/org/mpris`, which MPRIS reserves.
public enum TrackPath {
    private static let prefix = "/org/mediad/track/"

    public static func path(of id: ItemID) -> String { prefix + "i" + String(id.rawValue, radix: 36) }

    /// Nil for paths that are no item's.
    static func id(of path: String) -> ItemID? {
        guard path.hasPrefix(prefix + "i") else { return nil }
        let digits = path.dropFirst(prefix.count + 1)
        guard let value = UInt64(digits, radix: 36) else { return nil }
        let id = ItemID(rawValue: value)
        return Self.path(of: id) == path ? id : nil
    }
}
