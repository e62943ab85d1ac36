import PlayerCore
import Testing

@testable import WindowControl

@Suite struct InputTests {
    /// Two layouts of two symbols each, as a server with an American and a Russian layout lists them.
    static let keys = KeyTable(
        firstCode: 8, columns: 4,
        symbols: [
            0x63, 0x43, 0x6d3, 0x6f3,  // 8: c
            0x20, 0x20, 0x20, 0x20,  // 9: space
            0xff0d, 0, 0xff0d, 0,  // 10: Return
            0xffe1, 0, 0xffe1, 0,  // 11: Shift
            0x6d3, 0x6f3, 0x66, 0x46,  // 12: f in the second layout only
            0x31, 0x21, 0x31, 0x21,  // 13: 1
        ])

    @Test(arguments: [
        (8, 0, "c", 0), (8, 1, "C", 1), (8, 2, "C", 0), (8, 3, "c", 1), (9, 0, "space", 0), (9, 1, "space", 1),
        (10, 4, "Return", 2), (10, 1, "Return", 1), (8, 0x2000, "c", 0), (8, 0x2001, "C", 1), (12, 0, "f", 0),
        (12, 0x48, "f", 12), (13, 1, "exclam", 1), (13, 2, "1", 0),
    ])
    func keyNames(_ code: UInt8, _ state: UInt16, _ name: String, _ modifiers: UInt8) {
        #expect(
            Self.keys.press(code: code, state: state)
                == KeyPress(name: name, modifiers: KeyModifiers(rawValue: modifiers)))
    }

    @Test(arguments: [(11, 0), (7, 0), (14, 0), (255, 0xffff)])
    func keysWithoutANameAreNoPresses(_ code: UInt8, _ state: UInt16) {
        #expect(Self.keys.press(code: code, state: state) == nil)
    }

    @Test func aTableThatIsTooShortIsNoTrap() {
        #expect(KeyTable(firstCode: 8, columns: 0, symbols: []).press(code: 8, state: 0) == nil)
        #expect(KeyTable(firstCode: 8, columns: 7, symbols: [0x63]).press(code: 8, state: 0)?.name == "c")
    }

    @Test func twoClicksAreADoubleClick() {
        var gestures = PointerGestures()
        #expect(gestures.press(button: 1, x: 10, y: 10, time: 1_000) == [.pressed(button: 1, x: 10, y: 10)])
        #expect(gestures.release(button: 1, x: 10, y: 10) == [.released(button: 1, x: 10, y: 10, wasDrag: false)])
        #expect(
            gestures.press(button: 1, x: 12, y: 9, time: 1_300) == [
                .pressed(button: 1, x: 12, y: 9), .doubleClicked(x: 12, y: 9),
            ])
        // The third is a first again.
        #expect(gestures.press(button: 1, x: 12, y: 9, time: 1_500) == [.pressed(button: 1, x: 12, y: 9)])
    }

    @Test(arguments: [(UInt32(1_401), 10), (1_100, 20)])
    func whatIsTooLateOrTooFarIsAnotherClick(_ time: UInt32, _ x: Int) {
        var gestures = PointerGestures()
        _ = gestures.press(button: 1, x: 10, y: 10, time: 1_000)
        #expect(gestures.press(button: 1, x: x, y: 10, time: time) == [.pressed(button: 1, x: x, y: 10)])
    }

    @Test func theServersClockMayWrapAround() {
        var gestures = PointerGestures()
        _ = gestures.press(button: 1, x: 0, y: 0, time: .max - 10)
        #expect(gestures.press(button: 1, x: 0, y: 0, time: 20).last == .doubleClicked(x: 0, y: 0))
    }

    @Test func aPressThatMovesIsADrag() {
        var gestures = PointerGestures()
        #expect(gestures.motion(x: 1, y: 1) == [.moved(x: 1, y: 1)])
        _ = gestures.press(button: 1, x: 10, y: 10, time: 0)
        #expect(gestures.motion(x: 13, y: 8).isEmpty)
        #expect(gestures.motion(x: 30, y: 8) == [.dragged(fromX: 10, fromY: 10, x: 30, y: 8)])
        #expect(gestures.motion(x: 11, y: 10) == [.dragged(fromX: 10, fromY: 10, x: 11, y: 10)])
        #expect(gestures.release(button: 1, x: 11, y: 10) == [.released(button: 1, x: 11, y: 10, wasDrag: true)])
        #expect(gestures.press(button: 1, x: 11, y: 10, time: 50).count == 1)
    }

    @Test func theWheelScrolls() {
        var gestures = PointerGestures()
        #expect(
            (4...7).flatMap { gestures.press(button: $0, x: 0, y: 0, time: 0) } == [
                .scrolled(dx: 0, dy: -1), .scrolled(dx: 0, dy: 1), .scrolled(dx: -1, dy: 0), .scrolled(dx: 1, dy: 0),
            ])
        #expect(gestures.release(button: 4, x: 0, y: 0).isEmpty)
    }
}
