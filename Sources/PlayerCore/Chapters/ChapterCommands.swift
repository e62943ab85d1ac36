extension PlayerCommand {
    /// Commands for chapters.
    public enum Chapters: Hashable, Sendable {
        /// An index into the published chapters.
        case goTo(UInt32)
        /// An index into the markers of the group with this title; the group without a title is the chapters.
        case goToMarker(String, UInt32)
        case next
        case previous
        /// BCP 47 tags, best first.
        case setPreferredLanguages([String])
        /// Navigation markers of the current item. They replace the group with this title; empty markers remove it.
        /// The group without a title is the chapters and takes precedence over all other sources of chapters.
        case setMarkers(title: String, [Chapter])
    }
}

extension PlayerNotice {
    /// Notices about chapters.
    public enum Chapters: Hashable, Sendable {
        /// Another chapter is current (its index and title), or none (nil, empty).
        case changed(Int?, title: String)
    }
}
