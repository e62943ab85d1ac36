// The picture of the current item: the only one that is fetched unasked, because MPRIS shows it.
extension Player {
    /// What clients are told of an item that is current.
    func metadata(of item: QueueItem) -> ItemMetadata {
        if let restored = journal.restored, restored.item == item.id, !facts.isPrepared,
            let metadata = restored.metadata
        {
            return metadata
        }
        if !isOpened, !facts.isLive, let remembered = memory.item(item) {
            return remembered.metadata(of: item.description)
        }
        var metadata = ItemMetadata(
            item.description, findings: facts.findings, tags: facts.tags, isLive: facts.isLive)
        guard let source = artworkSource else { return metadata }
        // Until it is here none is shown: the stream's own would be replaced in a moment.
        switch images[source] {
        case .fetched(let uri): metadata.artworkURI = uri
        case .failed: metadata.artworkURI = facts.tags.artworkURI
        case .onItsWay, nil: metadata.artworkURI = nil
        }
        return metadata
    }

    /// Has the picture fetched that the current item is said to have; what is in the stream itself comes with its tags.
    mutating func settleArtwork() {
        guard let source = artworkSource, images[source] == nil else { return }
        images[source] = .onItsWay
        perform(.fetchImage(source))
    }

    /// Whether it is being fetched.
    var isArtworkOnItsWay: Bool { artworkSource.map { images[$0] == .onItsWay || images[$0] == nil } ?? false }

    /// What the description names, else the sidecar; where the stream brings none, what was read of the file, and what
    /// lies beside it.
    private var artworkSource: ImageSource? {
        guard let item = queue.current else { return nil }
        let details = item.description.details?.fields
        let source = FindingsMerge.artwork(description: details, findings: facts.findings)
        if details?.artwork != nil || facts.findings?.sidecar?.artwork != nil { return source }
        guard facts.isPrepared, facts.tags.artworkURI == nil, !facts.tags.isArtworkOnItsWay else { return nil }
        return source
    }

    /// A picture is there, or could not be had: then it is tried again when somebody asks or the item comes again.
    mutating func imageFetched(_ source: ImageSource, _ uri: String?) {
        let isForReading = readingFetched(source, uri)
        guard queue.current != nil, !isForReading || images[source] != nil else { return }
        images[source] = uri.map { .fetched($0) } ?? .failed
    }
}
