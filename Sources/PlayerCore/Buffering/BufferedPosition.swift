/// How far an item from a server is loaded, for the transport bar. Asked for only while that is shown.
struct BufferedPosition: ListeningFeature {
    private var isWatched = false
    private var told: (generation: Generation, position: MediaTime)?

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .engine(.buffered(let generation, let position)) = event, isWatched else { return }
        told = (generation, position)
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        let (published, snapshot) = (scene.published, scene.published.snapshot)
        let isBarShown = published.controls.isBarShown && snapshot.window.state != .none
        let scheme = scene.item?.description.uri.prefix(5).lowercased()
        let isWanted = isBarShown && ["http:", "https"].contains(scheme) && !snapshot.live.isLive
        // Behind a seek, other data is loaded.
        if !isWanted || told?.generation != scene.generation || scene.seekTarget != nil { told = nil }
        guard isWanted != isWatched else { return }
        isWatched = isWanted
        requests.perform(.engine(.watchBuffer(isWanted)))
    }

    func describe(into published: inout Published) { published.bufferedPosition = told?.position }
}
