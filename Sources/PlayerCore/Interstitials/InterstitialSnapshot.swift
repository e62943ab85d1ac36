/// The published state of the interstitial that plays.
public struct InterstitialSnapshot: Hashable, Sendable {
    public var id: String
    /// The index of the asset that plays.
    public var index: Int
    public var count: Int
    /// The length of the asset; nil while unknown.
    public var remaining: MediaTime?
    public var canSkip: Bool
}
