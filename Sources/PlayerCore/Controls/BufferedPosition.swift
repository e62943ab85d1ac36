/// How far an item from a server is loaded, for the transport bar. Asked for only while that is shown.
struct BufferedPosition {
    /// What is known of the current item.
    var position: MediaTime? { reported?.position }
    private var isWatched = false
    private var reported: (generation: Generation, position: MediaTime)?

    mutating func hear(_ event: PlayerEvent) {
        guard case .engine(.buffered(let generation, let position)) = event, isWatched else { return }
        reported = (generation, position)
    }

    mutating func follow(_ scene: Scene, isBarShown: Bool, _ requests: inout Requests) {
        let snapshot = scene.published.snapshot
        let scheme = scene.item?.description.uri.prefix(5).lowercased()
        let isWanted =
            isBarShown && snapshot.window.state != .none && ["http:", "https"].contains(scheme)
            && !snapshot.live.isLive
        // Behind a seek, other data is loaded.
        if !isWanted || reported?.generation != scene.generation || scene.seekTarget != nil { reported = nil }
        guard isWanted != isWatched else { return }
        isWatched = isWanted
        requests.perform(.engine(.watchBuffer(isWanted)))
    }
}
