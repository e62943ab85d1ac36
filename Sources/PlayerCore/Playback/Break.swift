/// An interstitial as playback reaches it: items that are played at a point of another item.
struct Break: Hashable, Sendable {
    enum Point: Hashable, Sendable {
        case start
        case position(MediaTime)
        case end
    }

    var id: String
    var point: Point
    /// The items that are played one after the other. They are in no queue.
    var assets: [QueueItem]
    /// How much of the item the interstitial replaces.
    var resumeOffset: MediaTime
    /// The maximum total playing time.
    var playoutLimit: MediaTime?
    var canSkip: Bool
    /// Whether it is played at most once.
    var isOnce = false
    /// Whether it plays when playback reaches it.
    var isArmed = true
    /// Whether a seek over it plays it first.
    var isUnseen = true
}

/// An interstitial that plays instead of the queue's current item.
struct Interlude: Hashable, Sendable {
    let interstitial: Break
    /// The index of the asset that plays.
    var index = 0
    /// Where the item resumes; nil: it is over.
    var resume: MediaTime?
    /// Where the item was left; the session resumes there another time.
    let left: MediaTime
    /// How long the previous assets took.
    var elapsed = MediaTime.zero

    var asset: QueueItem { interstitial.assets[index] }
    /// How much longer the interstitial may play.
    var limit: MediaTime? { interstitial.playoutLimit.map { $0 - elapsed } }

    /// Whether another interstitial of the item is to play at the same point.
    func isAtPoint(of other: Break) -> Bool {
        switch other.point {
        case .start: interstitial.point == .start
        case .end: interstitial.point == .end
        case .position(let position): interstitial.point == other.point || resume != nil && position == left
        }
    }
}

extension ItemID {
    /// The first id of items that are in no queue: the assets of interstitials.
    static let firstOfInterstitials: UInt64 = 1 << 62

    /// Whether this is the asset of an interstitial.
    public var isOfInterstitial: Bool { rawValue >= Self.firstOfInterstitials }
}
