internal import GLibLoop
internal import Gst
internal import PlayerCore
internal import ScreenUI

/// Draws cards outside the media loop, once per change, and passes the result to the video chain, or to the cover that is
/// in the window instead.
@MediaActor
final class CardRenderer {
    private var drawing = CardDrawing()
    private var window: (width: Int, height: Int)?
    private var overlay: PictureOverlay?
    private var shrinker: PictureShrinker?
    /// The size of the cover in the window; nil while there is none.
    private var cover: (width: Int, height: Int)?
    /// Whether cards are being drawn. Changes wait until the drawing is complete.
    private var isPainting = false
    private var isStale = false
    private var isShrunk = false
    private var told: WindowRect?
    private var areas = CardAreas()
    /// What is on frames from now on.
    private var presented = CardDrawing()
    /// Receives the share of the frames' height that cards cover at the bottom.
    var onFoot: (@MediaActor (Double) -> Void)?
    /// Receives what is drawn over the cover.
    var onCover: (@MediaActor ([PicturePatch]) -> Void)?
    /// Receives where the cards lie in the window, when they are on frames from then on.
    var onPlace: (@MediaActor (CardAreas) -> Void)?
    /// Called when ``presented`` changes.
    var onPresent: (@MediaActor () -> Void)?
    private let queue = WorkQueue(label: "mediad.cards", width: 1)
    private let studio = CardStudio { CardPicture(fileURI: $0) }
    private let framed: @MediaActor (WindowRect?) -> Void

    /// - Parameter framed: receives the area of the video in the window; nil: the whole window.
    init(framed: @escaping @MediaActor (WindowRect?) -> Void) { self.framed = framed }

    func show(_ drawing: CardDrawing) {
        guard drawing != self.drawing else { return }
        self.drawing = drawing
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

    /// Handles a cover that appears in the window, changes its size or gives way to video.
    func coverChanged(_ size: (width: Int, height: Int)?) {
        guard size?.width != cover?.width || size?.height != cover?.height else { return }
        cover = size
        // Otherwise the next video would begin with the cards of the last one.
        if size != nil, let frame = overlay?.frame { overlay?.show(PictureDrawing([]), on: frame) }
        paint()
    }

    private var canvas: CardCanvas? {
        if let cover { return CardCanvas(FrameShape(width: cover.width, height: cover.height), window: nil) }
        return overlay?.frame.map { CardCanvas($0, window: window) }
    }

    private func paint() {
        guard let canvas else {
            tell(nil)
            return place(CardAreas())
        }
        guard !drawing.cards.isEmpty else {
            // A drawing in progress is stale when it is complete.
            isStale = isPainting
            studio.store.close()
            onFoot?(0)
            return present(drawing, PictureDrawing([]), CardPage(), canvas)
        }
        guard !isPainting else {
            isStale = true
            return
        }
        isPainting = true
        studio.store.open()
        let (drawing, studio) = (drawing, studio)
        queue.run {
            let page = studio.paint(drawing, on: canvas)
            let picture = PictureDrawing(page.patches)
            MediaActor.post { [weak self] in self?.painted(picture, page, drawing, canvas) }
        }
    }

    private func painted(_ picture: PictureDrawing, _ page: CardPage, _ drawing: CardDrawing, _ canvas: CardCanvas) {
        isPainting = false
        guard isStale, drawing != self.drawing || canvas != self.canvas else {
            isStale = false
            return put(picture, page, drawing, canvas)
        }
        isStale = false
        // What changes faster than it is drawn, as during a drag, is late but does not stand.
        if canvas == self.canvas, !self.drawing.cards.isEmpty { put(picture, page, drawing, canvas) }
        paint()
    }

    private func put(_ picture: PictureDrawing, _ page: CardPage, _ drawing: CardDrawing, _ canvas: CardCanvas) {
        onFoot?(page.foot)
        present(drawing, picture, page, canvas)
    }

    private func present(
        _ drawing: CardDrawing, _ picture: PictureDrawing, _ page: CardPage, _ canvas: CardCanvas
    ) {
        // Last, because the answer may be other cards.
        defer { place(page.areas) }
        guard cover == nil else {
            onCover?(picture.patches)
            presented = drawing
            return tell(nil)
        }
        let place = page.video.map(canvas.inFrame).map {
            PictureShrinker.Place(x: $0.x & ~1, y: $0.y & ~1, width: $0.width & ~1, height: $0.height & ~1)
        }
        let around = picture.patches.filter { patch in place.map { !$0.touches(patch) } ?? false }
        let over = around.isEmpty ? picture : PictureDrawing(picture.patches.filter { !around.contains($0) })
        overlay?.show(over, on: canvas.frame)
        if place != nil || isShrunk {
            shrinker?.shrink(to: place, among: around, on: canvas.frame, moves: drawing.isAnimated)
        }
        isShrunk = place != nil
        tell(page.video.map(canvas.inWindow))
        guard drawing != presented else { return }
        presented = drawing
        onPresent?()
    }

    private func place(_ areas: CardAreas) {
        guard areas != self.areas else { return }
        self.areas = areas
        onPlace?(areas)
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
