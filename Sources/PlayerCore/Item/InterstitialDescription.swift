/// Something that is played in the middle of an item, before or after it: an advertisement, a trailer, a jingle.
public struct InterstitialDescription: Hashable, Sendable, Codable {
    public var id: String?
    /// Where in the item.
    public var at: MediaTime?
    /// `pre` or `post`, in place of ``at``.
    public var cue: String?
    /// What is played, one after the other.
    public var uris: [String] = []
    /// How much of the item it takes the place of.
    public var resumeOffset: MediaTime?
    /// How long it may take in all.
    public var playoutLimit: MediaTime?
    /// `skip`: it has to be played as it comes. `jump`: nobody gets past it without having seen it.
    public var restrict: [String]?
    /// Whether it is played no more than once, however often somebody comes by.
    public var once = false

    public init() {}
}
