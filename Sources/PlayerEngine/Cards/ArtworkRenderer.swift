internal import GLibLoop
internal import Gst
internal import PlayerCore
internal import ScreenUI

/// Shows the artwork of items without video in the window, or a plain ground, with the cards over it. Pictures are decoded
/// and composed outside the media loop.
@MediaActor
final class ArtworkRenderer {
    private struct Wish: Hashable, Sendable {
        var picture: WindowArtwork
        var width: Int
        var height: Int
    }

    private let surface: any PictureSurface
    private let queue = WorkQueue(label: "mediad.artwork", width: 1)
    private var wanted: WindowArtwork?
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

    /// - Parameter picture: nil: nothing.
    func show(_ picture: WindowArtwork?) {
        wanted = picture
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
        let wish = wanted.flatMap { picture in
            size.map { Wish(picture: picture, width: $0.width, height: $0.height) }
        }
        guard wish != shown else { return }
        shown = wish
        guard let wish else {
            (picture, cards) = (nil, [])
            surface.paint(nil)
            onChange?(nil)
            return
        }
        queue.run {
            let picture = Self.picture(wish)
            MediaActor.post { [weak self] in self?.decoded(picture, wish) }
        }
    }

    /// Decodes the artwork and puts it on its backdrop. Artwork that cannot be decoded is none.
    private nonisolated static func picture(_ wish: Wish) -> CardPicture {
        if case .artwork(let uri) = wish.picture {
            let foot = CardMetrics(width: wish.width, height: wish.height).nowPlayingFoot
            let cover = CardPicture(fileURI: uri, room: (wish.width, wish.height - foot), isFilling: true)
            if let cover { return cover.centred(width: wish.width, height: wish.height, above: foot) }
        }
        return CardPicture.plain(width: wish.width, height: wish.height)
    }

    private func decoded(_ picture: CardPicture, _ wish: Wish) {
        guard shown == wish else { return }
        self.picture = picture
        onChange?((picture.width, picture.height))
        compose()
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
