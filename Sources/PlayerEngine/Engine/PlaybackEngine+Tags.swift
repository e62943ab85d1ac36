internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Tags on their way from an item's gate to the ear.
struct TagsAhead {
    weak var item: ItemPipeline?
    var kind: StreamKind
    var tags: TagSet
    /// Nanoseconds of the output's running time at which what they speak of is heard.
    var runningTime: Int64
    /// Whether they are the first of another stream of the same item.
    var ofNewStream: Bool
}

/// What items say of themselves: at once while they are prepared, and of what follows midway when that is heard.
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

    /// Data with tags of its own is on its way out.
    func tagsPassed(_ ahead: TagsAhead) {
        tagsAhead.append(ahead)
        armTags()
    }

    /// Has the next of them told in its time; while the output stands nothing is heard.
    func armTags() {
        tagsTimer = nil
        guard let output, output.isPlaying, let first = tagsAhead.first else { return }
        let moment = output.baseTime + MediaTime(nanoseconds: first.runningTime)
        tagsTimer = LoopSource.timer(on: MediaActor.loop, at: moment.nanoseconds / 1000) { [weak self] in
            MediaActor.assumeIsolated { self?.tagsHeard() }
        }
    }

    private func tagsHeard() {
        guard let output, output.isPlaying else { return }
        // The timer is as exact as a microsecond.
        let running = output.runningTime(at: now) + 1_000
        while let first = tagsAhead.first, first.runningTime <= running {
            tagsAhead.removeFirst()
            first.item?.take(first.tags, of: first.kind, isNewStream: first.ofNewStream)
        }
        armTags()
    }

    /// What was on its way is thrown away: behind the flush the streams say it again.
    func forgetTagsAhead() {
        tagsAhead = []
        tagsTimer = nil
    }
}
