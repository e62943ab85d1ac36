import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import WindowControl

/// An X display on which nobody manages windows.
@Suite(.serialized, .patient, .needs("Xvfb", "xprop", "xwininfo", "xdotool", "xrandr"))
struct BareDisplayTests {
    @Test func aMissingDisplayIsAnError() async throws {
        await #expect(throws: WindowFault.noDisplay) { _ = try await Stage(.x11, [:]) }
        await #expect(throws: WindowFault.refused(display: ":4711")) { _ = try await Stage(.x11, ["DISPLAY": ":4711"]) }
        await #expect(throws: WindowFault.badDisplayName("nonsense")) {
            _ = try await Stage(.x11, ["DISPLAY": "nonsense"])
        }
    }

    @Test func theWindowSaysWhoItIsBeforeItIsShown() async throws {
        let display = try XDisplay()
        let stage = try await Stage(display)
        let window = stage.handle
        #expect(try display.property("WM_CLASS", of: window) == #""mediad", "mediad""#)
        #expect(try display.property("_NET_WM_NAME", of: window) == #""A film""#)
        #expect(try display.property("_NET_WM_PID", of: window) == "\(ProcessInfo.processInfo.processIdentifier)")
        #expect(try display.property("_NET_WM_USER_TIME", of: window) == "0")
        // xprop draws the icons that a terminal has room for, and says what size they have.
        let icon = try display.run("xprop", "-len", "200000", "-notype", "-id", "\(window)", "32c", "_NET_WM_ICON")
        for size in [16, 32, 48, 64] { #expect(icon.contains("\(size), \(size), ")) }
        let protocols = try display.run("xprop", "-id", "\(window)", "WM_PROTOCOLS")
        #expect(protocols.contains("WM_DELETE_WINDOW") && protocols.contains("_NET_WM_PING"))
        #expect(try display.run("xprop", "-id", "\(window)", "WM_NORMAL_HINTS").contains("minimum size: 160 by 90"))
        #expect(try !display.isViewable(window))
        await stage.window.setTitle("Über")
        #expect(try display.property("_NET_WM_NAME", of: window) == #""Über""#)
        let report = await stage.window.place(.pictureInPicture(.at(.topLeft)))
        #expect(report.shortfalls == [.notShown] && report.geometry == nil)
        await stage.window.close()
        #expect(try display.run("xprop", "-id", "\(window)").isEmpty)
    }

    @Test(arguments: [(1920, 1080), (1280, 720)])
    func placesAreKeptButNothingStaysAbove(_ width: Int, _ height: Int) async throws {
        let display = try XDisplay(width: width, height: height)
        let stage = try await Stage(display)
        #expect(await stage.window.choice.reason != nil)
        #expect(await stage.window.capabilities.canDoPictureInPicture == false)
        let shown = await stage.window.show()
        #expect(shown.isHonoured)
        let home = try display.geometry(of: stage.handle)
        #expect(shown.geometry?.text == home)

        let screen = WindowRect(x: 0, y: 0, width: width, height: height)
        for corner in WindowCorner.allCases {
            let layout = PictureInPictureLayout.at(corner)
            let report = await stage.window.place(.pictureInPicture(layout))
            #expect(report.shortfalls == [.noWindowManager])
            #expect(try display.geometry(of: stage.handle) == layout.rect(in: screen).text)
        }
        #expect(await stage.window.place(.fullscreen).isHonoured)
        #expect(try display.geometry(of: stage.handle) == screen.text)
        #expect(await stage.window.place(.windowed).isHonoured)
        #expect(try display.geometry(of: stage.handle) == home)
        await stage.window.close()
    }

    @Test func withoutAWindowManagerItIsRaisedAllTheSame() async throws {
        let display = try XDisplay()
        let (stage, other) = (try await Stage(display), try await Stage(display))
        _ = await stage.window.show()
        _ = await other.window.show()
        await stage.window.raise()
        try stage.event(.obscured(false))
        #expect(try display.run("xdotool", "getwindowfocus").trimmingCharacters(in: .newlines) == "\(stage.handle)")
        for stage in [stage, other] { await stage.window.close() }
    }

    @Test func theMonitorThatTheWindowIsOnCounts() async throws {
        let display = try XDisplay(width: 1920, height: 1080)
        try display.run("xrandr", "--setmonitor", "left", "1000/200x1080/200+0+0", "screen")
        try display.run("xrandr", "--setmonitor", "right", "920/200x600/200+1000+100", "none")
        let stage = try await Stage(display)
        _ = await stage.window.show()
        for (x, expected) in [(10, "480x270+496+786"), (1200, "480x270+1416+406")] {
            _ = await stage.window.place(.windowed)
            await stage.window.move(to: WindowRect(x: x, y: 200, width: 400, height: 300))
            try stage.event(.moved(WindowRect(x: x, y: 200, width: 400, height: 300)))
            _ = await stage.window.place(.pictureInPicture(.at(.bottomRight)))
            #expect(try display.geometry(of: stage.handle) == expected)
        }
        _ = await stage.window.place(.fullscreen)
        #expect(try display.geometry(of: stage.handle) == "920x600+1000+100")
        await stage.window.close()
    }

    @Test func hiddenItIsNotThereAndShownAgainItIsWhereItWas() async throws {
        let display = try XDisplay()
        let stage = try await Stage(display)
        _ = await stage.window.show()
        let report = await stage.window.place(.pictureInPicture(.at(.bottomLeft)))
        await stage.window.hide()
        #expect(try !display.isViewable(stage.handle))
        #expect(await stage.window.show().geometry == report.geometry)
        #expect(try display.isViewable(stage.handle))
        #expect(try stage.takeAll().allSatisfy { if case .moved = $0 { false } else { true } })
        await stage.window.close()
    }

    @Test func keysAndThePointerAreEvents() async throws {
        let display = try XDisplay()
        let stage = try await Stage(display)
        try display.run("xdotool", "mousemove", "0", "0")
        let place = try #require(await stage.window.show().geometry)
        let id = "\(stage.handle)"
        try display.run("xdotool", "windowfocus", "--sync", id)
        try stage.event(.focused(true))
        try display.run("xdotool", "mousemove", "\(place.x + 100)", "\(place.y + 50)")
        try stage.event("the pointer inside") { if case .pointer(.entered) = $0 { true } else { false } }
        for (key, name, modifiers) in [
            ("space", "space", KeyModifiers()), ("Left", "Left", []), ("Return", "Return", []),
            ("Escape", "Escape", []), ("f", "f", []), ("shift+c", "C", .shift), ("c", "c", []), ("n", "n", []),
            ("ctrl+p", "p", .control), ("KP_Enter", "KP_Enter", []), ("XF86AudioPlay", "XF86AudioPlay", []),
        ] {
            try display.run("xdotool", "key", key)
            let event = try stage.event("the key \(key)") { if case .key = $0 { true } else { false } }
            #expect(event == .key(KeyPress(name: name, modifiers: modifiers)))
        }
        try display.run("xdotool", "click", "--repeat", "2", "--delay", "50", "1")
        try stage.event(.pointer(.pressed(button: 1, x: 100, y: 50)))
        try stage.event(.pointer(.released(button: 1, x: 100, y: 50, wasDrag: false)))
        try stage.event(.pointer(.doubleClicked(x: 100, y: 50)))
        try display.run("xdotool", "mousedown", "1", "mousemove_relative", "40", "20", "mouseup", "1")
        try stage.event(.pointer(.dragged(fromX: 100, fromY: 50, x: 140, y: 70)))
        try stage.event(.pointer(.released(button: 1, x: 140, y: 70, wasDrag: true)))
        try display.run("xdotool", "click", "5")
        try stage.event(.pointer(.scrolled(dx: 0, dy: 1)))
        try display.run("xdotool", "mousemove", "0", "0")
        try stage.event(.pointer(.left))
        // Nobody is there to take a drag over.
        #expect(await !stage.window.beginDrag(.move))
        await stage.window.close()
    }

    @Test func aWindowThatIsDestroyedSaysSo() async throws {
        let display = try XDisplay()
        let stage = try await Stage(display)
        _ = await stage.window.show()
        try display.run("xdotool", "windowclose", "\(stage.handle)")
        try stage.event(.destroyed)
        #expect(await stage.window.place(.fullscreen).shortfalls == [.connectionLost])
        #expect(await stage.window.show().shortfalls == [.connectionLost])
        await stage.window.close()
    }

    @Test func aServerThatDiesIsAnEventAndEndsEveryRequest() async throws {
        let display = try XDisplay()
        let stage = try await Stage(display)
        _ = await stage.window.show()
        display.crash()
        try stage.event("the display's end") { if case .displayLost = $0 { true } else { false } }
        #expect(await stage.window.place(.pictureInPicture(.at(.topLeft))).shortfalls == [.connectionLost])
        await stage.window.hide()
        await stage.window.setTitle("still no crash")
        await stage.window.close()
    }

    @Test func anotherRequestSupersedesTheOneThatWaits() async throws {
        let display = try XDisplay()
        let stage = try await Stage(display)
        _ = await stage.window.show()
        async let first = stage.window.place(.pictureInPicture(.at(.topLeft)))
        async let second = stage.window.place(.fullscreen)
        let reports = await [first, second]
        // Whichever came first.
        #expect(reports.filter { $0.shortfalls != [.superseded] }.count >= 1)
        #expect(await stage.window.place(.windowed).isHonoured)
        await stage.window.close()
    }
}
