/// Requests of a placement, of which the last one counts.
struct PlacementRequests {
    /// The number of the present request. One with another number was superseded.
    private(set) var turn = 0
    /// How many wait for the window manager or the compositor.
    private var waiting = 0
    /// Whether any waits. Changes during that time were requested.
    var isWaiting: Bool { waiting > 0 }

    /// Supersedes all requests.
    ///
    /// - Returns: the number of the next one.
    @discardableResult
    mutating func supersede() -> Int {
        turn += 1
        return turn
    }

    mutating func beginWaiting() { waiting += 1 }

    mutating func endWaiting() { waiting -= 1 }
}
