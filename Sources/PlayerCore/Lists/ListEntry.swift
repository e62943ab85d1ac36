/// One entry of a list: the media, and what the list says about it.
public struct ListEntry: Hashable, Sendable {
    /// Its URI is absolute.
    public var description: MediaDescription
    /// The duration according to the list.
    public var duration: MediaTime?

    public init(_ description: MediaDescription, duration: MediaTime? = nil) {
        self.description = description
        self.duration = duration
    }
}

/// The result of reading an item as a list.
public enum ListAnswer: Hashable, Sendable {
    /// The entries of the list, at least one.
    case entries([ListEntry])
    /// The item is not a list but media, or something else that is opened unchanged.
    case noList
    /// The item could not be read, so it is unknown whether it is a list.
    case unread(PlaybackFault)
    /// The item is a list that contains nothing playable.
    case failed(PlaybackFault)
}
