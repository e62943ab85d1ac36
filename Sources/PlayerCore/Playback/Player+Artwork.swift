// The picture of the current item: the only one that is fetched unasked, because MPRIS shows it.
extension Player {
    /// What clients are told of an item that is current.
    func metadata(of item: QueueItem) -> ItemMetadata {
        ItemMetadata(
            item.description, findings: facts.findings, tags: facts.tags, isLive: facts.isLive, images: images)
    }

    /// Has the picture fetched that the current item is said to have; what is in the stream itself comes with its tags.
    mutating func settleArtwork() {
        let fields = queue.current?.description.details?.fields
        guard let uri = fields?.artwork ?? facts.findings?.sidecar?.artwork, queue.current != nil else { return }
        let source = ImageSource.uri(uri)
        guard images[source] == nil else { return }
        images.updateValue(nil, forKey: source)
        perform(.fetchImage(source))
    }

    /// A picture is there, or could not be had: then it is tried again when somebody asks or the item comes again.
    mutating func imageFetched(_ source: ImageSource, _ uri: String?) {
        guard queue.current != nil else { return }
        images.updateValue(uri, forKey: source)
    }
}
