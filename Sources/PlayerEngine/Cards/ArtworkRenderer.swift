internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Shows the artwork of items without video in the window. Pictures are decoded outside the media loop.
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

    private func settle() {
        let wish = uri.flatMap { uri in size.map { Wish(uri: uri, width: $0.width, height: $0.height) } }
        guard wish != shown else { return }
        shown = wish
        guard let wish else { return surface.paint(nil) }
        queue.run { [surface] in
            let picture = CardPicture(fileURI: wish.uri, room: (wish.width, wish.height), isFilling: true)
            let canvas = picture?.centred(width: wish.width, height: wish.height)
            MediaActor.post { [weak self] in
                if self?.shown == wish { surface.paint(canvas.map { ($0.width, $0.height, $0.pixels) }) }
            }
        }
    }
}

extension CardPicture {
    /// Centres the picture in an area of the given size, on its own backdrop; returns it unchanged if it does not fit.
    func centred(width: Int, height: Int) -> CardPicture {
        guard self.width <= width, self.height <= height, (self.width, self.height) != (width, height) else {
            return self
        }
        var canvas = Backdrop(self, width: width, height: height).pixels(width: width, height: height)
        let (left, top) = ((width - self.width) / 2, (height - self.height) / 2)
        for row in 0..<self.height {
            let start = 4 * ((top + row) * width + left)
            let line = 4 * row * self.width..<4 * (row + 1) * self.width
            canvas.replaceSubrange(start..<start + line.count, with: pixels[line])
        }
        return CardPicture(width: width, height: height, pixels: canvas)
    }
}
