import Testing

@testable import PlayerCore

/// Keys and a pointer in a window of 1280×720 that shows a film of a hundred seconds.
final class Hands {
    let engine: FakeEngine

    init(
        uri: String = "file:///a", mode: CardMode = .on, aspect: AspectRatio? = nil, next: NextDescription? = nil,
        tracks: TrackSet = TrackSet(), hasWindow: Bool = true, fill: (inout MediaDetails.Fields) -> Void = { _ in }
    ) {
        var settings = PlayerSettings()
        settings.cards = mode
        settings.readsAhead = true
        engine = FakeEngine(settings: settings)
        var findings = ItemFindings()
        findings.container.chapters = [
            Chapter(start: .zero, end: .seconds(40), titles: [ChapterTitle("One")]),
            Chapter(start: .seconds(40), end: .seconds(70), titles: [ChapterTitle("Two")]),
            Chapter(start: .seconds(70), end: .seconds(100), titles: [ChapterTitle("Three")]),
        ]
        var film = FakeMedia(duration: .seconds(100), findings: findings, hasVideo: true)
        film.aspect = aspect
        film.tracks = tracks
        engine.media[uri] = film
        engine.media["file:///b"] = FakeMedia(duration: .seconds(100), hasVideo: true)
        let item = described(uri) { fields in
            fields.segments = [SegmentDescription(start: .seconds(10), end: .seconds(30), kind: "opening-credits")]
            fields.next = next
            fill(&fields)
        }
        if hasWindow { engine.tell(.window(.opened(.x11, Self.everything, reason: nil))) }
        engine.send(.replaceQueue([item], play: true, start: nil, index: 0))
        if hasWindow { place(.windowed) }
        engine.forget()
    }

    private static let everything = WindowCapabilities(
        windowManager: "a manager", keepsAbove: true, keepsSticky: true, makesFullscreen: true)

    func place(_ placement: WindowPlacement) {
        engine.tell(
            .window(
                .changed(.placed(PlacementReport(placement, [], WindowRect(x: 0, y: 0, width: 1_280, height: 720))))
            ))
    }

    var cards: [Card] { engine.snapshot.cards }
    var light: CardLight? { engine.player.scene.published.controls.light }
    var bar: BarCard? {
        for case .bar(let bar) in cards { return bar }
        return nil
    }
    var list: ListCard? {
        for case .list(let list) in cards { return list }
        return nil
    }
    var proposal: ProposalCard? {
        for case .proposal(let card) in cards { return card }
        return nil
    }
    var hint: HintCard? {
        for case .hint(let hint) in cards { return hint }
        return nil
    }
    var orders: [PictureOrder] {
        engine.pictureEffects.compactMap { if case .thumbnail(let order) = $0 { order } else { nil } }
    }
    /// What can be pressed, as the player was told.
    var areas: [CardArea] { engine.player.features.controls.placed.areas }
    var targets: [CardTarget] { areas.map(\.subject.target) }
    func rect(of target: CardTarget) throws -> WindowRect {
        try #require(engine.player.features.controls.placed.rect(of: target), "\(target)")
    }

    func press(_ name: String) { engine.tell(.window(.changed(.key(KeyPress(name: name, modifiers: []))))) }
    func point(_ event: PointerEvent) { engine.tell(.window(.changed(.pointer(event)))) }
    func move(_ x: Int, _ y: Int) { point(.moved(x: x, y: y)) }

    func middle(of target: CardTarget) throws -> (x: Int, y: Int) {
        let rect = try rect(of: target)
        return (rect.x + rect.width / 2, rect.y + rect.height / 2)
    }

    func click(_ target: CardTarget) throws {
        let (x, y) = try middle(of: target)
        click(x, y)
    }

    func click(_ x: Int, _ y: Int) {
        point(.pressed(button: 1, x: x, y: y))
        point(.released(button: 1, x: x, y: y, wasDrag: false))
    }
}
