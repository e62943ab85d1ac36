public import Gst
public import PlayerCore
internal import Synchronization

/// The painter and its pictures, used by one thread at a time.
public final class CardStudio: Sendable {
    /// The most pictures that are kept.
    private static let mostPictures = 12

    private struct Tools {
        var painter: CardPainter?
        /// The pictures of shown cards, oldest first; nil if one cannot be decoded.
        var pictures: [(uri: String, picture: CardPicture?)] = []

        mutating func picture(_ uri: String, most: Int, _ load: (String) -> CardPicture?) -> CardPicture? {
            if let known = pictures.first(where: { $0.uri == uri }) { return known.picture }
            let picture = load(uri)
            if pictures.count >= most { pictures.removeFirst() }
            pictures.append((uri, picture))
            return picture
        }
    }

    private let tools = Mutex(Tools())
    /// The memory of drawings, kept while there are cards.
    public let store = PixelStore()
    private let load: @Sendable (String) -> CardPicture?

    /// - Parameter load: decodes the picture of a `file:` URI; may block.
    public init(load: @escaping @Sendable (String) -> CardPicture?) { self.load = load }

    /// Blocks while fonts and pictures are read, so it must not run on the media loop.
    public func paint(_ drawing: CardDrawing, on canvas: CardCanvas) -> CardPage {
        tools.withLock { tools in
            let painter = tools.painter ?? CardPainter(store)
            tools.painter = painter
            let layout = painter.layout(drawing, on: canvas)
            var pictures: [String: CardPicture] = [:]
            for uri in Self.uris(layout).prefix(Self.mostPictures) {
                pictures[uri] = tools.picture(uri, most: Self.mostPictures, load)
            }
            return CardPage(
                painter.patches(layout, light: drawing.light, on: canvas, pictures: pictures), layout, on: canvas)
        }
    }

    /// The pictures that are visible.
    private static func uris(_ layout: CardLayout) -> [String] {
        layout.boxes.flatMap { box -> [String] in
            switch box.card {
            case .proposal(let card): [card.artworkURI].compactMap(\.self)
            case .information(let card): [card.artworkURI].compactMap(\.self)
            case .hint(let card): [card.pictureURI].compactMap(\.self)
            case .list(let list):
                layout.listParts?.rows.keys.sorted().compactMap { list.row(at: $0)?.pictureURI } ?? []
            default: []
            }
        }
    }
}
