/// What the player keeps of the current item's chapters between two events.
struct ChapterState: Sendable {
    /// What the list was made from; it is made anew when any of it changes.
    struct Source: Hashable, Sendable {
        var item: ItemID?
        var details: MediaDetails?
        var findings: ItemFindings?
        var duration: MediaTime?
        /// From the file that the description names.
        var named: [Chapter] = []
        var preferredLanguages: [String] = []
    }

    /// The file of chapters that the current item's description names, and what it says once it is read.
    var named: (item: ItemID, uri: String, chapters: [Chapter])?

    var source = Source()
    var published = ChapterSnapshot()
    var timeline = ChapterTimeline([])
    /// What was last told as current.
    struct Told: Hashable, Sendable {
        var item: ItemID?
        var index: Int?
        var start: MediaTime?
        var title = ""
    }

    var told = Told()
    /// When the next chapter becomes current by itself.
    var armed: MonotonicTime?
}
