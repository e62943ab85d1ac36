public import PlayerCore

/// Converts item ids to object paths: one for each entry of the queue, never below `/org/mpris`, which MPRIS reserves.
public enum TrackPath {
    private static let prefix = "/org/mediad/track/"
    /// The prefix of the ids of items that play in place of the queue's current item.
    private static let interstitial = "interstitial/i"

    public static func path(of id: ItemID) -> String {
        prefix + (id.isOfInterstitial ? interstitial : "i") + String(id.rawValue, radix: 36)
    }

    /// Returns nil if the path is not that of an item.
    static func id(of path: String) -> ItemID? {
        guard let start = [prefix + interstitial, prefix + "i"].first(where: path.hasPrefix) else { return nil }
        let digits = path.dropFirst(start.count)
        guard let value = UInt64(digits, radix: 36) else { return nil }
        let id = ItemID(rawValue: value)
        return Self.path(of: id) == path ? id : nil
    }
}
