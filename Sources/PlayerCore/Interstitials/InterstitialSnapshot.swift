/// The interstitial that plays, as the outside may read it.
public struct InterstitialSnapshot: Hashable, Sendable {
    public var id: String
    /// Of the asset that plays.
    public var index: Int
    public var count: Int
    /// How long the asset takes; nil while nobody knows.
    public var remaining: MediaTime?
    public var canSkip: Bool
}
