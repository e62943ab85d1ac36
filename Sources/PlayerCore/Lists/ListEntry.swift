/// One entry of a list: what is played, and what the list says of it.
public struct ListEntry: Hashable, Sendable {
    /// Its URI is complete.
    public var description: MediaDescription
    /// How long the list says that it is.
    public var duration: MediaTime?

    public init(_ description: MediaDescription, duration: MediaTime? = nil) {
        self.description = description
        self.duration = duration
    }
}

/// What reading an item as a list gave.
public enum ListAnswer: Hashable, Sendable {
    /// What it holds, at least one entry.
    case entries([ListEntry])
    /// It is no list: media, or something else that is to be opened as it is.
    case noList
    /// It could not be read, which says nothing of what it is.
    case unread(PlaybackFault)
    /// It is a list that holds nothing to play.
    case failed(PlaybackFault)
}
