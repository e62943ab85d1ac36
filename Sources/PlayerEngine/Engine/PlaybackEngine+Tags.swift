internal import Gst
internal import PlayerCore

/// Tags that have left an item's gate and are not heard yet.
struct TagsAhead {
    weak var item: ItemPipeline?
    var kind: StreamKind
    var tags: TagSet
    /// The running time of the output at which the tags apply, in nanoseconds.
    var runningTime: Int64
    /// Whether the tags are the first of another stream of the same item.
    var ofNewStream: Bool
}

/// Tags of items: reported at once during preparation, and later tags when they are heard.
extension PlaybackEngine {
    func tagsChanged(_ item: ItemPipeline) {
        tell(.tagsChanged(item.generation, item.folding.folded))
        guard let image = item.folding.image else { return }
        reader.images.store(image) { [weak self, weak item] result in
            let uri = try? result.get()
            guard let self, let item, item.folding.image == image else { return }
            let before = item.folding.folded
            item.folding.setArtwork(uri, of: image)
            if item.folding.folded != before { tell(.tagsChanged(item.generation, item.folding.folded)) }
        }
    }

    /// Handles data with tags that has passed the gate.
    func tagsPassed(_ ahead: TagsAhead) {
        air.add(ahead)
        armTags()
    }

    /// Schedules the report of the next tags; not while the output is paused, and not before the clock runs again after a
    /// seek, which reads through the streams before its target.
    func armTags() {
        timers[.tags] = nil
        guard let output, output.isPlaying, !seeks.isRunning, air.standing == nil, let next = air.nextTags else {
            return
        }
        set(.tags, at: next, of: output)
    }

    func tagsHeard() {
        guard let output, output.isPlaying else { return }
        takeTags(until: output.runningTime(at: now))
    }

    /// Reports the tags of the stream in which a seek has landed, playing or paused.
    func tagsLanded() {
        guard let output else { return }
        takeTags(until: output.presentRunningTime(now))
    }

    private func takeTags(until running: Int64) {
        let due = air.takeTags(until: running)
        // What is due at once is reported once: only the last of several streams is heard.
        var changed: [ItemPipeline] = []
        for ahead in due {
            guard let item = ahead.item, item.fold(ahead.tags, of: ahead.kind, isNewStream: ahead.ofNewStream),
                changed.last !== item
            else { continue }
            changed.append(item)
        }
        for item in changed { handle(item, .tagsChanged) }
        armTags()
    }
}
