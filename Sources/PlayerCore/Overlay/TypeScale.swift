/// The four sizes of text on cards.
public enum TypeScale: Hashable, Sendable, CaseIterable {
    case caption, body, title, headline
}

extension CardLayout {
    /// The size of a step of the scale, in pixels of the displayed picture.
    public func scale(_ step: TypeScale) -> Double {
        let body = Double(textSize)
        return switch step {
        case .caption: max(9, body * 0.75)
        case .body: body
        case .title: body * 4 / 3
        case .headline: body * 5 / 3
        }
    }
}
