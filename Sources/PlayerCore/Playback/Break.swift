/// An interstitial as playback comes to it: items that are played at a point of another.
struct Break: Hashable, Sendable {
    enum Point: Hashable, Sendable {
        case start
        case position(MediaTime)
        case end
    }

    var id: String
    var point: Point
    /// What is played, one after the other. They are in no queue.
    var assets: [QueueItem]
    /// How much of the item it takes the place of.
    var resumeOffset: MediaTime
    /// How long it may take in all.
    var playoutLimit: MediaTime?
    var canSkip: Bool
    /// Whether it is played no more than once.
    var isOnce = false
    /// Whether playing into it plays it.
    var isArmed = true
    /// Whether jumping over it plays it first.
    var isUnseen = true
}

/// An interstitial that plays in place of the queue's current item.
struct Interlude: Hashable, Sendable {
    let interstitial: Break
    /// Of the asset that plays.
    var index = 0
    /// Where the item goes on; nil: it is over.
    var resume: MediaTime?
    /// Where the item was left, for who comes back another day.
    let left: MediaTime
    /// How long the assets before this one took.
    var elapsed = MediaTime.zero

    var asset: QueueItem { interstitial.assets[index] }
    /// How much more of it may be played.
    var limit: MediaTime? { interstitial.playoutLimit.map { $0 - elapsed } }
}

extension ItemID {
    /// Ids of what is in no queue: the assets of interstitials.
    static let firstOfInterstitials: UInt64 = 1 << 62

    /// Whether it is the asset of an interstitial.
    public var isOfInterstitial: Bool { rawValue >= Self.firstOfInterstitials }
}
