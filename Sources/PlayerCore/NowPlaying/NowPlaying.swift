/// The metadata and the picture of the current item, as clients see them.
///
/// The item's picture is the only one that is fetched without a request, because MPRIS shows it.
struct NowPlaying: ListeningFeature {
    /// The requested pictures of the current item.
    private var images: [ImageSource: ImageFetch] = [:]
    private var metadata: ItemMetadata?
    private var isOpened = false
    private var isArtworkOnItsWay = false
    /// What ``metadata`` was derived from, once nothing more is expected of the item.
    private var basis: Basis?

    /// Everything that determines the metadata of an opened item.
    private struct Basis {
        let item: QueueItem
        let findings: ItemFindings?
        let tags: MediaTags
        let isLive: Bool
        let images: [ImageSource: ImageFetch]

        func holds(_ scene: Scene, _ images: [ImageSource: ImageFetch]) -> Bool {
            item == scene.item && isLive == scene.facts.isLive && self.images == images && tags == scene.facts.tags
                && findings == scene.facts.findings
        }
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .entered, .joined(isOther: true):
            images = [:]
            derive(scene)
        default: break
        }
    }

    /// A picture was fetched or could not be fetched. In the latter case it is tried again when a client asks or the
    /// item is entered again.
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .reading(.imageFetched(let source, let uri)) = event, scene.item != nil else { return }
        // A picture fetched for an entry that is read ahead does not belong to this item, unless it wants the same
        // one.
        guard scene.published.pictureBeingRead != source || images[source] != nil else { return }
        images[source] = uri.map { .fetched($0) } ?? .failed
    }

    /// Has the picture of the current item fetched. A picture in the stream itself comes with its tags.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        // This runs for every command and event, and hardly any changes what is shown.
        if let basis, scene.facts.isPrepared, basis.holds(scene, images) { return }
        if let source = artworkSource(scene) {
            fetch(source, namedBy: scene.item?.description.origin(of: source), &requests)
        }
        derive(scene)
    }

    func describe(into published: inout Published) {
        published.metadata = metadata
        published.isOpened = isOpened
        published.isArtworkOnItsWay = isArtworkOnItsWay
        published.images = images
        published.snapshot.chapters.images = images.compactMapValues(\.uri)
    }

    /// Has a picture fetched, unless it is available or being fetched.
    ///
    /// - Parameter origin: what names it; nil: a client.
    mutating func fetch(_ source: ImageSource, namedBy origin: String?, _ requests: inout Requests) {
        guard images[source] == nil else { return }
        images[source] = .onItsWay
        requests.perform(.reading(.fetchImage(source, namedBy: origin)))
    }

    private mutating func derive(_ scene: Scene) {
        let facts = scene.facts
        let source = artworkSource(scene)
        isArtworkOnItsWay = source.map { images[$0] == .onItsWay || images[$0] == nil } ?? false
        // A local file is read while it is opened.
        let isLocal = scene.item.map { FileURI.escapedPath(of: $0.description.uri) != nil } ?? false
        isOpened =
            facts.isPrepared && (facts.findings != nil || !isLocal) && !facts.tags.isArtworkOnItsWay
            && !isArtworkOnItsWay
        metadata = scene.item.map { metadata(of: $0, source, scene) }
        basis = nil
        guard isOpened, let item = scene.item else { return }
        basis = Basis(item: item, findings: facts.findings, tags: facts.tags, isLive: facts.isLive, images: images)
    }

    private func metadata(of item: QueueItem, _ source: ImageSource?, _ scene: Scene) -> ItemMetadata {
        let facts = scene.facts
        if let restored = scene.published.restoredMetadata, restored.item == item.id, !facts.isPrepared,
            let metadata = restored.metadata
        {
            return metadata
        }
        if !isOpened, !facts.isLive, let remembered = scene.memory.item(item) {
            return remembered.metadata(of: item.description)
        }
        var metadata = ItemMetadata(
            item.description, findings: facts.findings, tags: facts.tags, isLive: facts.isLive)
        guard let source else { return metadata }
        // Until the picture arrives none is shown: the stream's own picture would be replaced shortly after.
        switch images[source] {
        case .fetched(let uri): metadata.artworkURI = uri
        case .failed: metadata.artworkURI = facts.tags.artworkURI
        case .onItsWay, nil: metadata.artworkURI = nil
        }
        return metadata
    }

    /// The picture that the description names, else the sidecar; if the stream has none, that of the container, or one
    /// beside the file.
    private func artworkSource(_ scene: Scene) -> ImageSource? {
        guard let item = scene.item else { return nil }
        let facts = scene.facts
        let details = item.description.details?.fields
        let source = FindingsMerge.artwork(description: details, findings: facts.findings)
        if details?.artwork != nil || facts.findings?.sidecar?.artwork != nil { return source }
        guard facts.isPrepared, facts.tags.artworkURI == nil, !facts.tags.isArtworkOnItsWay else { return nil }
        return source
    }
}
