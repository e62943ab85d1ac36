internal import GLibLoop
internal import Gst
internal import PlayerCore
internal import Synchronization

/// Draws cards outside the media loop, once per change, and passes the result to the video chain.
@MediaActor
final class CardRenderer {
    private var cards: [Card] = []
    private var window: (width: Int, height: Int)?
    private var overlay: PictureOverlay?
    private var shrinker: PictureShrinker?
    /// Whether cards are being drawn. Changes wait until the drawing is complete.
    private var isPainting = false
    private var isStale = false
    private var isShrunk = false
    private var told: WindowRect?
    /// The cards on frames from now on.
    private var presented: [Card] = []
    /// Called when ``presented`` changes.
    var onPresent: (@MediaActor () -> Void)?
    private let queue = WorkQueue(label: "mediad.cards", width: 1)
    private let studio = CardStudio()
    private let framed: @MediaActor (WindowRect?) -> Void

    /// - Parameter framed: receives the area of the video in the window; nil: the whole window.
    init(framed: @escaping @MediaActor (WindowRect?) -> Void) { self.framed = framed }

    func show(_ cards: [Card]) {
        guard cards != self.cards else { return }
        self.cards = cards
        paint()
    }

    func windowChanged(width: Int, height: Int) {
        window = (width, height)
        paint()
    }

    /// Handles a change of the frames or of the video chain.
    func pictureChanged(_ chain: OutputChain?) {
        overlay = chain?.overlay
        shrinker = chain?.shrinker
        paint()
    }

    private func paint() {
        guard let overlay, let frame = overlay.frame else { return tell(nil) }
        guard !cards.isEmpty else {
            // A drawing in progress is stale when it is complete.
            isStale = isPainting
            return present([], [], nil, CardCanvas(frame, window: window))
        }
        guard !isPainting else {
            isStale = true
            return
        }
        isPainting = true
        let (cards, canvas, studio) = (cards, CardCanvas(frame, window: window), studio)
        queue.run {
            let patches = studio.paint(cards, on: canvas)
            MediaActor.post { [weak self] in self?.painted(patches, cards, canvas) }
        }
    }

    private func painted(_ patches: [PicturePatch], _ cards: [Card], _ canvas: CardCanvas) {
        isPainting = false
        if isStale {
            isStale = false
            if cards != self.cards || canvas != overlay?.frame.map({ CardCanvas($0, window: window) }) {
                return paint()
            }
        }
        let layout = CardLayout(width: canvas.width, height: canvas.height, cards: cards)
        present(cards, patches, layout.framesPicture ? layout.videoFrame : nil, canvas)
    }

    private func present(_ cards: [Card], _ patches: [PicturePatch], _ video: WindowRect?, _ canvas: CardCanvas) {
        let place = video.map(canvas.inFrame).map {
            PictureShrinker.Place(x: $0.x & ~1, y: $0.y & ~1, width: $0.width & ~1, height: $0.height & ~1)
        }
        let around = patches.filter { patch in place.map { !$0.touches(patch) } ?? false }
        overlay?.show(patches.filter { !around.contains($0) }, on: canvas.frame)
        if place != nil || isShrunk { shrinker?.shrink(to: place, among: around, on: canvas.frame) }
        isShrunk = place != nil
        tell(video.map(canvas.inWindow))
        guard cards != presented else { return }
        presented = cards
        onPresent?()
    }

    private func tell(_ frame: WindowRect?) {
        guard frame != told else { return }
        told = frame
        framed(frame)
    }
}

extension PictureShrinker.Place {
    /// Whether a patch overlaps the video.
    fileprivate func touches(_ patch: PicturePatch) -> Bool {
        patch.x < x + width && x < patch.x + patch.width && patch.y < y + height && y < patch.y + patch.height
    }
}

/// The painter and its pictures, used by one thread at a time.
final class CardStudio: Sendable {
    private struct Tools {
        var painter: CardPainter?
        /// The picture of the shown proposal; nil if it cannot be decoded.
        var picture: (uri: String, picture: CardPicture?)?
    }

    private let tools = Mutex(Tools())

    /// Blocks while fonts and pictures are read, so it must not run on the media loop.
    func paint(_ cards: [Card], on canvas: CardCanvas) -> [PicturePatch] {
        tools.withLock { tools in
            let painter = tools.painter ?? CardPainter()
            tools.painter = painter
            var pictures: [String: CardPicture] = [:]
            for case .proposal(let proposal) in cards {
                guard let uri = proposal.artworkURI else { continue }
                if tools.picture?.uri != uri { tools.picture = (uri, CardPicture(fileURI: uri)) }
                pictures[uri] = tools.picture?.picture
            }
            return painter.patches(cards, on: canvas, pictures: pictures)
        }
    }
}
