internal import PlayerCore

/// The four sizes of text on cards.
enum TypeScale: Hashable, Sendable, CaseIterable {
    case caption, body, title, headline
}

/// The sizes that follow from the size of the picture alone, in pixels of the displayed picture.
///
/// All of them grow with the picture, and none falls below what is readable.
public struct CardMetrics: Hashable, Sendable {
    let width: Int
    let height: Int

    /// - Parameters:
    ///   - width: of the displayed picture.
    ///   - height: of the same.
    public init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }

    /// The em size of the text.
    var textSize: Int {
        let side = min(height, width)
        return max(10, min(13, side / 9), side * 34 / 1_000)
    }

    /// The distance between cards and the edges of the picture.
    var margin: Int { max(4, height * 45 / 1_000) }

    /// The height of a card with one line.
    var lineHeight: Int { textSize * 2 }

    /// The unit of all distances inside of cards: 8 pixels on a picture 720 pixels tall.
    var unit: Int { max(3, textSize / 3) }

    /// Whether the picture is large enough for something beside it.
    var hasRoomBeside: Bool { width >= 640 && height >= 360 && width <= height * 4 && height <= width * 2 }

    /// The size of a step of the scale.
    func scale(_ step: TypeScale) -> Double {
        let body = Double(textSize)
        return switch step {
        case .caption: max(9, body * 0.75)
        case .body: body
        case .title: body * 4 / 3
        case .headline: body * 5 / 3
        }
    }

    /// The area for what is heard, at the bottom; nil if the picture is too small for it.
    var nowPlayingRect: WindowRect? {
        let lines = scale(.title) * 1.4 + scale(.body) * 1.4
        let tall = Int(lines.rounded(.up)) + 2 * unit
        guard 2 * height >= 7 * tall, width > textSize * 10 else { return nil }
        let side = min(margin, width / 20)
        return WindowRect(x: side, y: height - margin / 2 - tall, width: width - 2 * side, height: tall)
    }

    /// The height below a cover, in which nothing of it is.
    public var nowPlayingFoot: Int { nowPlayingRect.map { height - $0.y + 2 * unit } ?? 0 }
}
