internal import GLibLoop
internal import Gst
internal import PlayerCore
internal import ScreenUI

/// Shows the artwork of items without video in the window, with the cards over it. Pictures are decoded and composed
/// outside the media loop.
@MediaActor
final class ArtworkRenderer {
    private struct Wish: Hashable, Sendable {
        var uri: String
        var width: Int
        var height: Int
    }

    private let surface: any PictureSurface
    private let queue = WorkQueue(label: "mediad.artwork", width: 1)
    private var uri: String?
    private var size: (width: Int, height: Int)?
    private var shown: Wish?
    /// The artwork on its backdrop; nil while it is decoded.
    private var picture: CardPicture?
    private var cards: [PicturePatch] = []
    /// Whether the cards are being drawn. Changes wait until that is done.
    private var isComposing = false
    private var isStale = false
    /// Receives the size of the artwork with its backdrop; nil when there is none any more.
    var onChange: (@MediaActor ((width: Int, height: Int)?) -> Void)?

    init(surface: any PictureSurface) { self.surface = surface }

    /// - Parameter uri: a `file:` URI; nil: no artwork.
    func show(_ uri: String?) {
        self.uri = uri
        settle()
    }

    func windowChanged(width: Int, height: Int) {
        size = (width, height)
        settle()
    }

    /// Draws over the artwork.
    func cover(with cards: [PicturePatch]) {
        guard cards != self.cards else { return }
        self.cards = cards
        compose()
    }

    private func settle() {
        let wish = uri.flatMap { uri in size.map { Wish(uri: uri, width: $0.width, height: $0.height) } }
        guard wish != shown else { return }
        shown = wish
        guard let wish else {
            (picture, cards) = (nil, [])
            surface.paint(nil)
            onChange?(nil)
            return
        }
        queue.run {
            let foot = CardMetrics(width: wish.width, height: wish.height).nowPlayingFoot
            let cover = CardPicture(fileURI: wish.uri, room: (wish.width, wish.height - foot), isFilling: true)
            let picture = cover?.centred(width: wish.width, height: wish.height, above: foot)
            MediaActor.post { [weak self] in self?.decoded(picture, wish) }
        }
    }

    private func decoded(_ picture: CardPicture?, _ wish: Wish) {
        guard shown == wish else { return }
        self.picture = picture
        onChange?(picture.map { ($0.width, $0.height) })
        if picture == nil { surface.paint(nil) } else { compose() }
    }

    private func compose() {
        isStale = isComposing
        guard !isComposing, let picture, let shown else { return }
        isComposing = true
        queue.run { [cards] in
            let composed = picture.covered(by: cards)
            MediaActor.post { [weak self] in self?.composed(composed, for: shown) }
        }
    }

    private func composed(_ composed: CardPicture, for wish: Wish) {
        isComposing = false
        if shown == wish { surface.paint((composed.width, composed.height, composed.pixels)) }
        if isStale { compose() }
    }
}
