/// Looks into the JSON of i3-msg and swaymsg.
public enum TreeReader {
    /// The first container for which `isIt` holds.
    public static func find(in tree: Any, where isIt: ([String: Any]) -> Bool) -> [String: Any]? {
        guard let node = tree as? [String: Any] else { return nil }
        if isIt(node) { return node }
        for key in ["nodes", "floating_nodes"] {
            for child in node[key] as? [Any] ?? [] {
                if let found = find(in: child, where: isIt) { return found }
            }
        }
        return nil
    }
}
