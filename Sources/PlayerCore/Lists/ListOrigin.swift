/// The list that an entry of the queue came from, and the chain of lists above it.
final class ListOrigin: Sendable {
    let uri: String
    /// The number of lists in the chain; 1 for a list that a client added.
    let depth: Int
    /// The item that a client added.
    let root: ItemID
    private let parent: ListOrigin?

    /// - Parameter parent: the list that contained this one as an entry; nil for a list that a client added.
    init(uri: String, item: ItemID, in parent: ListOrigin?) {
        self.uri = uri
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
        root = parent?.root ?? item
    }

    /// Whether a URI is this list or one above it.
    func contains(_ uri: String) -> Bool {
        var origin: ListOrigin? = self
        while let list = origin {
            if list.uri == uri { return true }
            origin = list.parent
        }
        return false
    }
}
