import Testing

@testable import PlayerCore

/// The list of keys, which the card and the manual show, and what the keys do.
@Suite struct WindowKeyListTests {
    private static let candidates: [String] =
        (0...25).flatMap { offset -> [String] in
            ["a", "A"].compactMap { first in
                Unicode.Scalar(UInt32(Unicode.Scalar(first)!.value) + UInt32(offset)).map { String(Character($0)) }
            }
        } + (0...9).map(String.init) + [
            "space", "exclam", "numbersign", "percent", "plus", "minus", "comma", "period", "slash", "less", "greater",
            "question", "bracketleft", "bracketright", "braceleft", "braceright", "BackSpace", "Tab", "ISO_Left_Tab",
            "Return", "KP_Enter", "Escape", "Delete", "Home", "End", "Left", "Right", "Up", "Down", "Prior", "Next",
            "F1", "F11", "XF86AudioPlay", "XF86AudioPause", "XF86AudioNext", "XF86AudioPrev", "XF86AudioStop",
        ]

    @Test func everyKeyThatDoesSomethingIsListedOnce() {
        let listed = WindowKeyList.lines.filter { !$0.withControl }.flatMap(\.keys)
        #expect(Set(listed).count == listed.count)
        var tracks = TrackSet()
        tracks.subtitles = [MediaTrack(id: 1)]
        tracks.audio = [MediaTrack(id: 1), MediaTrack(id: 2)]
        // The controls answer these themselves.
        var meant: Set = ["Tab", "ISO_Left_Tab", "i", "I", "l", "question", "Return", "KP_Enter", "Escape"]
        let hands = Hands(tracks: tracks)
        let keys = WindowKeys(scene: hands.engine.player.scene)
        for name in Self.candidates where keys.command(of: KeyPress(name: name, modifiers: [])) != nil {
            meant.insert(name)
        }
        for name in ["j", "J", "numbersign"] { meant.insert(name) }
        #expect(Set(listed) == meant)
        let trackKeys = TrackKeys(tracks: tracks, style: SubtitleStyle())
        let withControl = Self.candidates.filter { trackKeys.command(ofControl: $0) != nil }
        #expect(Set(WindowKeyList.lines.filter(\.withControl).flatMap(\.keys)) == Set(withControl))
    }

    @Test("Shift makes a step of five seconds one of a minute, and N goes back")
    func stepsBack() {
        let keys = WindowKeys(scene: Hands().engine.player.scene)
        func command(_ name: String, _ modifiers: KeyModifiers = []) -> PlayerCommand? {
            keys.command(of: KeyPress(name: name, modifiers: modifiers))
        }
        #expect(command("Right") == .seek(by: .seconds(5)) && command("Left") == .seek(by: .seconds(-5)))
        #expect(command("Right", .shift) == .seek(by: .seconds(60)))
        #expect(command("Left", .shift) == .seek(by: .seconds(-60)))
        #expect(command("N", .shift) == .previous && command("XF86AudioPrev") == .previous)
    }

    @Test(
        "a key for frames pauses what plays, and the next press shows the next frame", arguments: ["period", "comma"])
    func frames(_ key: String) {
        let hands = Hands()
        hands.engine.advance(5)
        hands.press(key)
        #expect(hands.engine.status == .paused)
        let here = hands.engine.position
        #expect(abs(here - 5) < 0.001)
        hands.press(key)
        #expect(hands.engine.status == .paused)
        let step = hands.engine.position - here
        #expect(key == "period" ? (0.001...0.041).contains(step) : (-0.041 ... -0.001).contains(step))
    }

    @Test(arguments: Words.Language.allCases) func everyLineHasFewWords(_ language: Words.Language) {
        for line in WindowKeyList.lines {
            #expect((2...40).contains(line.text(language).count), "\(line.sign)")
            #expect(!line.sign.isEmpty)
        }
        #expect(KeysCard(language).rows.count == WindowKeyList.lines.count)
    }

    @Test func aKeyShowsThemAndHidesThem() {
        let hands = Hands()
        func isShown() -> Bool { hands.cards.contains { if case .keys = $0 { true } else { false } } }
        hands.press("question")
        #expect(isShown())
        #expect(hands.bar == nil, "they need its place")
        hands.engine.advance(60)
        #expect(isShown(), "they stay to be read")
        hands.press("question")
        #expect(hands.cards.isEmpty)
        hands.press("question")
        hands.press("Escape")
        #expect(!isShown())
        hands.press("question")
        hands.point(.pressed(button: 1, x: 640, y: 360))
        hands.point(.released(button: 1, x: 640, y: 360, wasDrag: false))
        #expect(!isShown(), "a click puts them away")
        #expect(hands.engine.status == .playing)
    }
}
