/// Media that is played before, within or after an item: an advertisement, a trailer, a jingle.
public struct InterstitialDescription: Hashable, Sendable, Codable {
    public var id: String?
    /// The position in the item.
    public var at: MediaTime?
    /// `pre` or `post`, instead of ``at``.
    public var cue: String?
    /// The media to play, one after the other.
    public var uris: [String] = []
    /// How much of the item the interstitial replaces.
    public var resumeOffset: MediaTime?
    /// The maximum total playing time.
    public var playoutLimit: MediaTime?
    /// `skip`: the interstitial cannot be skipped. `jump`: a seek over it plays it first, which is so for every unseen
    /// interstitial anyway.
    public var restrict: [String]?
    /// Whether it is played at most once, however often playback reaches it.
    public var once = false

    public init() {}
}
