/// Pictures of moments: at the pointer on the line of the transport bar, and of a proposed item without a picture of its
/// own, for the window and for notifications.
struct Previews: ListeningFeature {
    /// Into how many moments the line is divided, so that not every pixel of a movement orders a picture.
    static let moments: Int64 = 100
    /// How many moments from the pointer a picture may be that is shown until the next one is made.
    static let nearby: Int64 = 5
    /// The width of the pictures, in pixels.
    static let width: UInt32 = 320

    /// What a picture is for.
    private enum Purpose: Hashable, Sendable { case hint, row, proposal }

    private struct Wish: Hashable, Sendable {
        var purpose: Purpose
        var item: ItemID
        var uri: String
        var time: MediaTime
        /// The moment of the line; 0 otherwise.
        var moment: Int64 = 0
        /// Where the chapter or marker of a row begins.
        var start = MediaTime.zero
    }

    private var wish: Wish?
    /// The moment of the picture at the pointer.
    private var shown: Int64 = 0
    /// The number of the newest order.
    private var number: UInt64 = 0
    private var isWaiting = false
    private var state = PreviewState()
    /// Those of the current and the proposed item of which no picture can be made.
    private var unusable: Set<ItemID> = []
    /// The item of the pictures of rows, and where no picture could be made.
    private var listed: ItemID?
    private var failedRows: Set<MediaTime> = []

    /// So many rows without a picture mean that there are none.
    private static let failures = 3
    /// How many rows before and behind the one in the middle have pictures made.
    private static let rows = 8

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .pictures(let event) = event, let wish, isWaiting else { return }
        switch event {
        case .made(let order, let picture) where order.number == number:
            isWaiting = false
            switch wish.purpose {
            case .hint: (state.hint, shown) = (picture.uri, wish.moment)
            case .row: state.moments[wish.start] = picture.uri
            case .proposal: state.proposal = PreviewState.Proposed(item: wish.item, uri: picture.uri)
            }
        case .failed(let order, _) where order.number == number:
            isWaiting = false
            // Other moments may have one.
            if wish.purpose == .row, failedRows.count < Self.failures {
                failedRows.insert(wish.start)
                return
            }
            let proposed = scene.published.snapshot.proposal.item?.id
            unusable.formIntersection([scene.item?.id, proposed].compactMap(\.self))
            unusable.insert(wish.item)
        default: break
        }
    }

    /// Orders the picture that is wanted now.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        if listed != scene.item?.id {
            (listed, failedRows, state.moments) = (scene.item?.id, [], [:])
        }
        fetchImages(scene, &requests)
        let next = wished(scene)
        guard next != wish else { return }
        // The picture of another moment nearby stays until the next one is there.
        let isNearby = next.map { $0.purpose == .hint && abs($0.moment - shown) <= Self.nearby } ?? false
        if !isNearby || next?.item != wish?.item { state.hint = nil }
        wish = next
        guard let next else {
            if isWaiting { requests.perform(.pictures(.cancel)) }
            isWaiting = false
            return
        }
        number += 1
        isWaiting = true
        let order = PictureOrder(number: number, uri: next.uri, time: next.time, width: Self.width)
        requests.perform(.pictures(.thumbnail(order)))
    }

    func describe(into published: inout Published) {
        published.previews = state
        published.previews.isUnusable = listed.map(unusable.contains) ?? false
        published.previews.awaitsHint = isWaiting && wish?.purpose == .hint
        guard let proposed = state.proposal, proposed.item == published.snapshot.proposal.item?.id else { return }
        published.snapshot.proposal.momentURI = proposed.uri
    }

    private func wished(_ scene: Scene) -> Wish? {
        let drawsCards = scene.settings.cards != .off && scene.published.snapshot.window.state != .none
        if drawsCards, let hint = hint(scene) { return hint }
        if drawsCards, let row = row(scene) { return row }
        return proposal(scene, drawsCards: drawsCards)
    }

    private func hint(_ scene: Scene) -> Wish? {
        let controls = scene.published.controls
        guard scene.interlude == nil, controls.isBarShown, let share = controls.hint, let item = scene.item,
            !unusable.contains(item.id),
            scene.facts.hasVideo, PictureSource.isPossible(item.description.uri),
            let line = BarLine(scene), !line.isLive
        else { return nil }
        let moment = min(Self.moments - 1, Int64(share * Double(Self.moments)))
        let time = line.media(at: (Double(moment) + 0.5) / Double(Self.moments))
        return Wish(purpose: .hint, item: item.id, uri: item.description.uri, time: time, moment: moment)
    }

    /// The chapters or markers of the open list around the row in the middle, nearest first.
    private func rows(_ scene: Scene) -> [PanelRows.Mark] {
        let controls = scene.published.controls
        guard controls.panel == .chapters else { return [] }
        let rows = PanelRows(scene: scene, tab: controls.tab)
        let marks = rows.marks
        let middle = controls.row ?? rows.current(.chapters) ?? 0
        let near = marks.indices.filter { abs($0 - middle) <= Self.rows }
        return near.sorted { (abs($0 - middle), $0) < (abs($1 - middle), $1) }.map { marks[$0] }
    }

    /// Has the pictures fetched that chapters have of their own.
    private func fetchImages(_ scene: Scene, _ requests: inout Requests) {
        for image in rows(scene).compactMap(\.image) where scene.published.images[image] == nil {
            requests.picture(image, namedBy: scene.item?.description.origin(of: image))
        }
    }

    /// A moment of the first row that has no picture; a little behind its beginning, which is often black.
    private func row(_ scene: Scene) -> Wish? {
        guard let item = scene.item, !unusable.contains(item.id), scene.facts.hasVideo,
            PictureSource.isPossible(item.description.uri)
        else { return nil }
        let images = scene.published.images
        let mark = rows(scene).first { mark in
            // A picture of its own that cannot be fetched is replaced.
            let isOwn = mark.image.map { images[$0] != .failed } ?? false
            return !isOwn && state.moments[mark.start] == nil && !failedRows.contains(mark.start)
        }
        guard let mark else { return nil }
        let later = min(MediaTime(nanoseconds: 2_000_000_000), (mark.end - mark.start) * 0.1)
        return Wish(
            purpose: .row, item: item.id, uri: item.description.uri, time: mark.start + max(.zero, later),
            start: mark.start)
    }

    /// A tenth into the proposed item, behind a title that is often black. Only the window waits for the picture of an
    /// item that may have no video.
    private func proposal(_ scene: Scene, drawsCards: Bool) -> Wish? {
        let proposed = scene.published.snapshot.proposal
        guard proposed.state == .presented, proposed.artworkURI == nil, let item = proposed.item,
            !unusable.contains(item.id), PictureSource.isPossible(item.description.uri),
            let known = scene.memory.item(item), known.metadata(of: item.description).artworkURI == nil,
            known.hasVideo ?? drawsCards, let duration = known.duration
        else { return nil }
        let next = Wish(purpose: .proposal, item: item.id, uri: item.description.uri, time: duration * 0.1)
        // A picture that was made before the pointer went to the line is still there.
        return state.proposal?.item != item.id || wish == next ? next : nil
    }
}

/// The pictures of moments that the window and notifications show.
struct PreviewState: Hashable, Sendable {
    struct Proposed: Hashable, Sendable {
        var item: ItemID
        /// A `file:` URI.
        var uri: String
    }

    /// The `file:` URI of the picture at the pointer, or of one nearby until it is made; nil: there is none.
    var hint: String?
    /// The pictures of chapters and markers of the current item, by their start: `file:` URIs.
    var moments: [MediaTime: String] = [:]
    /// Whether no pictures of the current item can be made.
    var isUnusable = false
    /// Whether a picture at the pointer is being made.
    var awaitsHint = false
    var proposal: Proposed?
}
