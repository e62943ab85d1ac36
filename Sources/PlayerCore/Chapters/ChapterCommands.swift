extension PlayerCommand {
    /// What anybody may ask of chapters.
    public enum Chapters: Hashable, Sendable {
        /// Index into the published chapters.
        case goTo(UInt32)
        case next
        case previous
        /// BCP 47, best first.
        case setPreferredLanguages([String])
        /// Navigation markers of the current item: the group of this title is replaced, or removed if the markers are empty.
        /// The group without a title is the chapters and takes precedence over all other sources of them.
        case setMarkers(title: String, [Chapter])
    }
}

extension PlayerNotice {
    /// What happens to chapters.
    public enum Chapters: Hashable, Sendable {
        /// Another one is current (its index and title), or none (nil, empty).
        case changed(Int?, title: String)
    }
}
