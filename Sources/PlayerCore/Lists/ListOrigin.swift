/// The list that an entry of the queue came from, and the lists that that one came from.
final class ListOrigin: Sendable {
    let uri: String
    /// How many lists lead here; 1 for one that somebody gave.
    let depth: Int
    /// The item that somebody gave.
    let root: ItemID
    private let parent: ListOrigin?

    /// - Parameter parent: the list in which this one was an entry; nil for one that somebody gave.
    init(uri: String, item: ItemID, in parent: ListOrigin?) {
        self.uri = uri
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
        root = parent?.root ?? item
    }

    /// Whether a URI is this list, or one of those that lead here.
    func contains(_ uri: String) -> Bool {
        var origin: ListOrigin? = self
        while let list = origin {
            if list.uri == uri { return true }
            origin = list.parent
        }
        return false
    }
}
