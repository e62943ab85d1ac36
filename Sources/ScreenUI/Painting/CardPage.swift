public import Gst
public import PlayerCore

/// Drawn cards, and what follows from their layout.
public struct CardPage: Sendable {
    /// What is drawn over frames.
    public let patches: [PicturePatch]
    /// The share of the height that the cards cover at the bottom.
    public let foot: Double
    /// The area that is left to the video, in pixels of the displayed picture; nil: all of it.
    public let video: WindowRect?
    /// Where the cards lie in the window.
    public let areas: CardAreas

    /// Without cards.
    public init() { (patches, foot, video, areas) = ([], 0, nil, CardAreas()) }

    init(_ patches: [PicturePatch], _ layout: CardLayout, on canvas: CardCanvas) {
        self.patches = patches
        foot = Double(layout.coveredFoot) / Double(layout.height)
        video = layout.framesPicture ? layout.videoFrame : nil
        areas = layout.areas(on: canvas)
    }
}

extension CardLayout {
    /// Where everything lies in the window.
    func areas(on canvas: CardCanvas) -> CardAreas {
        let regions = regions
        let behindPanel = Set(givingWay.flatMap(\.targets))
        return CardAreas(
            areas: regions.compactMap { region in
                cards.lazy.compactMap { $0.subject(of: region.target) }.first
                    .map { CardArea($0, canvas.inWindow(region.rect)) }
            },
            covers: covers.map(canvas.inWindow),
            withoutRoom: Set(cards.flatMap(\.targets)).subtracting(regions.map(\.target)).subtracting(behindPanel),
            behindPanel: behindPanel)
    }
}
