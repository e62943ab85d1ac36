import Foundation
import Gst
import PlayerCore
import Testing

@testable import ScreenUI

/// Every card, drawn over white and over black pictures of all sizes.
///
/// With `CARD_GALLERY=FOLDER`, the pictures are also written there, to be looked at.
@Suite struct CardGalleryTests {
    private static let sizes = [(320, 180), (480, 270), (1_280, 720), (3_840, 2_160)]
    private static let titles: [Words.Language: String] = [
        .english: "The Bridge on the River at the End of the Long and Winding Road", .german: "Die Brücke am Fluss",
        .french: "جسر على نهر في نهاية الطريق الطويل والمتعرج الذي لا ينتهي أبدا",
    ]

    private static func bar(_ language: Words.Language) -> BarCard {
        var bar = BarCard()
        (bar.title, bar.chapter) = (titles[language] ?? "", "Chapter two")
        (bar.position, bar.length, bar.share, bar.isPlaying) = (2_123, 7_000, 0.3, true)
        (bar.gaps, bar.dots) = ([0.12, 0.4, 0.7, 0.9], [0.25, 0.6])
        bar.segments = [BarCard.Stretch(0, 0.05), BarCard.Stretch(0.92, 1)].compactMap(\.self)
        bar.buttons = BarButton.allCases.filter { $0 != .live }
        return bar
    }

    private static func drawings(_ language: Words.Language) -> [(String, CardDrawing)] {
        let bar = bar(language)
        var trimming = bar
        trimming.trimmed = BarCard.Stretch(0.2, 0.8)
        var live = bar
        (live.isLive, live.isAtEdge, live.length, live.share) = (true, true, nil, 1)
        live.buttons = BarButton.allCases
        var behind = live
        (behind.isAtEdge, behind.position, behind.share, behind.isMuted) = (false, 75, 0.8, true)
        behind.idle = [.next]
        let title = titles[language] ?? ""
        let next = ProposalCard(
            title: title, subtitle: "A subtitle", place: "A series · S2 E3", detail: "12 · 42:10",
            summary: String(repeating: "Something happens, and somebody is there to see it. ", count: 4),
            artworkURI: "file:///picture", seconds: 7, total: 10)
        let short = ProposalCard(title: "The Bridge", place: "A series · S2 E3", detail: "42:10")
        let rows = (1...14).map { row in
            ListCard.Row(title: row == 5 ? title : "Part \(row)", detail: "\(row):00", isCurrent: row == 3)
        }
        var information = InformationCard(
            title: title, subtitle: "A series", facts: "Drama · 12 · 2021 · 1:56:40",
            technical: "matroska · H.264 · AAC")
        information.summary = String(repeating: "Something happens, and somebody is there to see it. ", count: 6)
        information.artworkURI = "file:///picture"
        var plain = InformationCard(title: "Sonata for an Extremely Patient Listener and a Very Large Orchestra")
        (plain.facts, plain.technical) = ("1:40", "Matroska · H.264 · AAC")
        var arabic = InformationCard(title: "السبعة والأربعون يوما المنتظرة إلى الأبد")
        (arabic.facts, arabic.technical) = ("1:40", "Matroska · H.264 · AAC")
        let hint = HintCard(share: 0.55, seconds: 3_900, chapter: "Chapter three")
        let queue = (3...9).map { number in
            ListCard.Row(
                title: "Plain Show · S1 E\(number)", detail: number == 9 ? "Up next" : "42:0\(number)",
                isCurrent: number == 5)
        }
        let actions = [ActionButton(id: "a", title: "Like"), ActionButton(id: "b", title: "Buy this song")]
        func drawing(_ cards: [Card], _ light: CardLight? = nil) -> CardDrawing {
            CardDrawing(cards, light: light, language: language)
        }
        return [
            ("offer", drawing([.offer(.openingCredits), .actions(actions)], CardLight(.offer, isFocus: false))),
            ("skipped", drawing([.skipped(.recap, canUndo: true), .volume(0.6), .paused])),
            ("proposal", drawing([.proposal(next)], CardLight(.accept, isFocus: true))),
            ("proposal-short", drawing([.proposal(short)])),
            (
                "interstitial",
                drawing([
                    .offer(.interstitial), .interstitial(InterstitialCard(number: 1, count: 2, seconds: 12)),
                    .refused(.duringInterstitial),
                ])
            ),
            ("bar", drawing([.bar(bar), .hint(hint)], CardLight(.line, isFocus: false))),
            ("focus", drawing([.bar(bar), .offer(.closingCredits)], CardLight(.bar(.chapters), isFocus: true))),
            ("volume", drawing([.bar(bar), .volume(0.4)], CardLight(.volume, isFocus: true))),
            (
                "lyrics",
                drawing([
                    .nowPlaying(NowPlayingCard(title: title, detail: "Somebody", share: 0.3)),
                    .lyrics(LyricsCard(line: "And the river ran below us", next: "All the way down to the sea")),
                ])
            ),
            ("keys", drawing([.keys(KeysCard(language))])),
            ("trim", drawing([.bar(trimming)])), ("live", drawing([.bar(live)])), ("behind", drawing([.bar(behind)])),
            (
                "list",
                drawing(
                    [.bar(bar), .list(ListCard(.chapters, rows: rows, middle: 4))], CardLight(.row(4), isFocus: true))
            ),
            (
                "tabs",
                drawing(
                    [
                        .bar(bar),
                        .list(
                            ListCard(
                                .chapters,
                                rows: (1...9).map {
                                    ListCard.Row(
                                        title: "Scene \($0)", detail: "\($0):00", isCurrent: $0 == 2,
                                        pictureURI: $0 < 8 ? "file:///picture" : nil)
                                }, middle: 4, tabs: ["Chapters", "Actors", "Places"], tab: 1)),
                    ], CardLight(.tab(0), isFocus: false))
            ),
            (
                "queue",
                drawing(
                    [.bar(bar), .list(ListCard(.queue, rows: queue, middle: 3))],
                    CardLight(.row(3), isFocus: true))
            ),
            ("information", drawing([.bar(bar), .information(information)])),
            ("information-plain", drawing([.bar(bar), .information(plain)])),
            ("arabic", drawing([.bar(bar), .information(arabic)])),
            (
                "questions",
                drawing(
                    [.offer(.openingCredits), .actions([ActionButton(id: "a", title: "Like")]), .chapter(bar.chapter)])
            ),
            (
                "small",
                drawing([.controls(isPlaying: true), .progress(0.4)], CardLight(.picture(.restore), isFocus: false))
            ),
            (
                "small-offer",
                CardDrawing(
                    [.offer(.openingCredits), .controls(isPlaying: true), .progress(0.4)], language: language,
                    canShowBar: false)
            ),
        ]
    }

    /// A picture of one colour with the patches over it: RGB.
    private static func compose(_ patches: [PicturePatch], _ width: Int, _ height: Int, _ shade: UInt8) -> [UInt8] {
        var pixels = [UInt8](repeating: shade, count: width * height * 3)
        for patch in patches {
            for row in 0..<patch.height {
                for column in 0..<patch.width {
                    let from = 4 * (row * patch.width + column)
                    let to = 3 * ((patch.y + row) * width + patch.x + column)
                    let rest = 255 - Int(patch.pixels[from + 3])
                    guard rest < 255 else { continue }
                    for part in 0..<3 {
                        let sum = Int(patch.pixels[from + 2 - part]) + Int(pixels[to + part]) * rest / 255
                        pixels[to + part] = UInt8(min(255, sum))
                    }
                }
            }
        }
        return pixels
    }

    @Test(arguments: sizes) func everyCardIsDrawnInsideThePicture(_ width: Int, _ height: Int) throws {
        let folder = ProcessInfo.processInfo.environment["CARD_GALLERY"]
        let shape = FrameShape(width: width, height: height)
        var colours = [UInt8](repeating: 0, count: 160 * 90 * 4)
        for index in colours.indices { colours[index] = UInt8(truncatingIfNeeded: index / 7) }
        let picture = CardPicture(width: 160, height: 90, pixels: colours)
        for language in Words.Language.allCases {
            for (name, drawing) in Self.drawings(language) {
                let patches = CardPictures.patches(
                    drawing, on: CardCanvas(shape, window: nil), pictures: ["file:///picture": picture])
                #expect(!patches.isEmpty, "\(name)")
                for patch in patches {
                    #expect(patch.x >= 0 && patch.y >= 0 && patch.x + patch.width <= width, "\(name)")
                    #expect(patch.y + patch.height <= height, "\(name)")
                }
                guard let folder else { continue }
                for shade in [UInt8(0), 255] {
                    let file = "\(name)-\(width)-\(language.rawValue)-\(shade == 0 ? "black" : "white").ppm"
                    let head = Array("P6\n\(width) \(height)\n255\n".utf8)
                    try Data(head + Self.compose(patches, width, height, shade))
                        .write(to: URL(fileURLWithPath: folder).appendingPathComponent(file))
                }
            }
        }
    }

    /// WCAG 2.1, 1.4.3: the contrast of text with what is behind it.
    @Test(arguments: [0.0, 1]) func textIsReadableOverAnyPicture(_ picture: Double) {
        typealias Colour = CardSurface.Colour
        func over(_ colour: Colour, _ below: [Double]) -> [Double] {
            zip([colour.red, colour.green, colour.blue], below).map { $0 * colour.alpha + $1 * (1 - colour.alpha) }
        }
        func luminance(_ colour: [Double]) -> Double {
            let linear = colour.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        }
        func contrast(_ text: Colour, on below: [Double]) -> Double {
            let (one, two) = (luminance(over(text, below)), luminance(below))
            return (max(one, two) + 0.05) / (min(one, two) + 0.05)
        }
        let box = over(.box, [picture, picture, picture])
        #expect(contrast(.text, on: box) >= 4.5)
        #expect(contrast(.faint, on: box) >= 4.5)
        #expect(contrast(.text, on: over(.button, box)) >= 4.5)
        #expect(contrast(.ink, on: over(.lit, box)) >= 4.5)
    }
}
