import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import WindowControl

/// Real window managers that know EWMH; what they did is read back by xprop and xwininfo.
@Suite(
    .serialized, .patient,
    .needs("Xvfb", "openbox", "metacity", "xprop", "xwininfo", "xdotool", "wmctrl"))
struct WindowManagerTests {
    static let managers = ["openbox", "metacity"]
    static let sizes = [(1920, 1080), (1280, 720)]

    @Test(arguments: managers, sizes)
    func pictureInPictureIsAboveStickyAndInItsCorner(_ manager: String, _ size: (Int, Int)) async throws {
        let display = try XDisplay(width: size.0, height: size.1)
        let process = try display.startManager(manager)
        let stage = try await Stage(display)
        #expect(await stage.window.choice == BackendChoice(.x11))
        #expect(await stage.window.capabilities.canDoPictureInPicture)
        let shown = await stage.window.show()
        #expect(shown.isHonoured, "\(shown)")
        let home = try display.geometry(of: stage.handle)
        let statesAtHome = try display.states(of: stage.handle).subtracting(["FOCUSED"])

        for corner in WindowCorner.allCases {
            let layout = PictureInPictureLayout.at(corner)
            let report = await stage.window.place(.pictureInPicture(layout))
            #expect(report.isHonoured, "\(report)")
            let screen = WindowRect(x: 0, y: 0, width: size.0, height: size.1)
            let found = try display.geometry(of: stage.handle)
            #expect(found == layout.rect(in: screen).text)
            #expect(try display.states(of: stage.handle).isSuperset(of: ["ABOVE", "SKIP_TASKBAR"]))
            let isSticky = try display.states(of: stage.handle).contains("STICKY")
            let desktop = try display.property("_NET_WM_DESKTOP", of: stage.handle)
            #expect(isSticky || desktop == "4294967295")
        }
        let hints = try display.run("xprop", "-id", "\(stage.handle)", "WM_NORMAL_HINTS")
        #expect(hints.contains("minimum aspect ratio: 16/9") && hints.contains("minimum size: 160 by 90"))

        let back = await stage.window.place(.windowed)
        #expect(back.isHonoured, "\(back)")
        #expect(try display.geometry(of: stage.handle) == home)
        #expect(try display.states(of: stage.handle).subtracting(["FOCUSED"]) == statesAtHome)
        #expect(try display.property("_NET_WM_DESKTOP", of: stage.handle) == "0")
        await stage.window.close()
        withExtendedLifetime(process) {}
    }

    @Test(arguments: managers)
    func fullscreenAndBackByWayOfPictureInPicture(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        let stage = try await Stage(display)
        _ = await stage.window.show()
        let home = try display.geometry(of: stage.handle)
        for placement in [.fullscreen, .pictureInPicture(.at(.topRight)), .fullscreen] as [WindowPlacement] {
            let report = await stage.window.place(placement)
            #expect(report.isHonoured, "\(report)")
            let states = try display.states(of: stage.handle)
            #expect(states.contains("FULLSCREEN") == (placement == .fullscreen))
            #expect(states.contains("ABOVE") == (placement != .fullscreen))
            let expected = placement == .fullscreen ? "1280x720+0+0" : "480x270+776+24"
            let found = try display.geometry(of: stage.handle)
            #expect(found == expected)
        }
        let back = await stage.window.place(.windowed)
        #expect(back.isHonoured, "\(back)")
        #expect(try display.geometry(of: stage.handle) == home)
        await stage.window.close()
        withExtendedLifetime(process) {}
    }

    @Test(arguments: managers)
    func whatTheUserHadSetIsGivenBack(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        let stage = try await Stage(display)
        _ = await stage.window.show()
        let id = "0x\(String(stage.handle, radix: 16))"
        try display.run("wmctrl", "-i", "-r", id, "-b", "add,above")
        try stage.event(.pinned(above: true, sticky: false))
        try display.run("wmctrl", "-i", "-r", id, "-b", "add,maximized_vert,maximized_horz")
        try stage.event("the maximised size") { if case .moved = $0 { true } else { false } }
        let home = try display.geometry(of: stage.handle)

        #expect(await stage.window.place(.pictureInPicture(.at(.bottomRight))).isHonoured)
        #expect(try !display.states(of: stage.handle).contains("MAXIMIZED_VERT"))
        let report = await stage.window.place(.windowed)
        #expect(report.isHonoured, "\(report)")
        #expect(try display.states(of: stage.handle).isSuperset(of: ["ABOVE", "MAXIMIZED_VERT", "MAXIMIZED_HORZ"]))
        #expect(try display.geometry(of: stage.handle) == home)
        await stage.window.close()
        withExtendedLifetime(process) {}
    }

    @Test(arguments: managers)
    func itTakesNoFocus(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        let watcher = try ChildProcess(
            "xprop", ["-root", "-spy", "_NET_ACTIVE_WINDOW"], environment: display.environment)
        let other = try ChildProcess("xmessage", ["the user works here"], environment: display.environment)
        let id = try display.window(ofClass: "xmessage")
        try display.run("xdotool", "windowactivate", String(id))
        let number = "0x\(String(id, radix: 16))"
        while !(try watcher.line()).contains(number) {}

        let stage = try await Stage(display)
        _ = await stage.window.show()
        for placement in [.pictureInPicture(.at(.topLeft)), .windowed] as [WindowPlacement] {
            _ = await stage.window.place(placement)
            #expect(try display.property("_NET_ACTIVE_WINDOW", of: 0).contains(number))
        }
        await stage.window.hide()
        _ = await stage.window.place(.pictureInPicture(.at(.topLeft)))
        _ = await stage.window.show()
        #expect(try display.property("_NET_ACTIVE_WINDOW", of: 0).contains(number))
        await stage.window.close()
        withExtendedLifetime((process, other)) {}
    }

    /// A window manager ignores what it does not manage yet.
    @Test(arguments: managers)
    func raisedWhileItAppearsItHasTheFocus(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        let watcher = try ChildProcess(
            "xprop", ["-root", "-spy", "_NET_ACTIVE_WINDOW"], environment: display.environment)
        let other = try ChildProcess("xmessage", ["the user works here"], environment: display.environment)
        let id = try display.window(ofClass: "xmessage")
        try display.run("xdotool", "windowactivate", String(id))
        while !(try watcher.line()).contains("0x\(String(id, radix: 16))") {}

        let stage = try await Stage(display)
        let window = stage.window
        WindowActor.perform { _ = await window.show() }
        WindowActor.perform { await window.raise() }
        let ours = "0x\(String(stage.handle, radix: 16))"
        while !(try watcher.line()).contains(ours) {}
        await stage.window.close()
        withExtendedLifetime((process, other)) {}
    }

    @Test(arguments: managers)
    func raisedItComesToTheFrontFromAnywhere(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        try display.run("wmctrl", "-n", "2")
        let watcher = try ChildProcess(
            "xprop", ["-root", "-spy", "_NET_ACTIVE_WINDOW"], environment: display.environment)
        func focus(_ window: String) throws { while !(try watcher.line()).contains(window) {} }
        let other = try ChildProcess("xmessage", ["the user works here"], environment: display.environment)
        let id = try display.window(ofClass: "xmessage")
        let number = "0x\(String(id, radix: 16))"
        let stage = try await Stage(display)
        let ours = "0x\(String(stage.handle, radix: 16))"
        _ = await stage.window.show()

        try display.run("xdotool", "windowactivate", String(id))
        try focus(number)
        await stage.window.raise()
        try focus(ours)
        #expect(try display.property("_NET_CLIENT_LIST_STACKING", of: 0).hasSuffix(ours))

        try display.run("xdotool", "windowminimize", "\(stage.handle)")
        try stage.event(.minimised(true))
        await stage.window.raise()
        try stage.event(.minimised(false))
        try focus(ours)
        #expect(try display.isViewable(stage.handle))

        try display.run("wmctrl", "-s", "1")
        try stage.event(.onCurrentWorkspace(false))
        await stage.window.raise()
        try stage.event(.onCurrentWorkspace(true))

        // What is not shown stays away.
        await stage.window.hide()
        await stage.window.raise()
        try display.waitUntilHidden(stage.handle)
        await stage.window.close()
        withExtendedLifetime((process, other)) {}
    }

    /// A window manager that shows what is on the workspace it has just come to may overlook that the window has gone.
    @Test(arguments: managers)
    func hiddenDuringAChangeOfWorkspaceItStaysHidden(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        try display.run("wmctrl", "-n", "2")
        let stage = try await Stage(display)
        for _ in 1...10 {
            _ = await stage.window.show()
            try display.run("wmctrl", "-s", "1")
            try stage.event(.onCurrentWorkspace(false))
            await stage.window.raise()
            try stage.event(.onCurrentWorkspace(true))
            await stage.window.hide()
            try display.waitUntilHidden(stage.handle)
        }
        await stage.window.close()
        withExtendedLifetime(process) {}
    }

    @Test(arguments: managers)
    func itAppearsInItsCornerAtOnce(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        let stage = try await Stage(display)
        _ = await stage.window.place(.pictureInPicture(.at(.bottomRight)))
        let shown = await stage.window.show()
        #expect(shown.isHonoured, "\(shown)")
        #expect(try display.geometry(of: stage.handle) == "480x270+776+426")
        await stage.window.hide()
        let again = await stage.window.show()
        #expect(again.isHonoured, "\(again)")
        #expect(try display.geometry(of: stage.handle) == "480x270+776+426")
        let back = await stage.window.place(.windowed)
        #expect(back.isHonoured, "\(back)")
        #expect(try !display.states(of: stage.handle).contains("ABOVE"))
        await stage.window.close()
        withExtendedLifetime(process) {}
    }

    @Test(arguments: managers)
    func whatTheUserDoesIsSeen(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        try display.run("wmctrl", "-n", "2")
        let stage = try await Stage(display)
        _ = await stage.window.show()
        let id = "0x\(String(stage.handle, radix: 16))"
        _ = try stage.takeAll()

        try display.run("wmctrl", "-i", "-r", id, "-e", "0,100,120,640,360")
        let moved = try stage.event("the move") {
            if case .moved(let rect) = $0 { rect.width == 640 && rect.height == 360 } else { false }
        }
        guard case .moved(let rect) = moved else { return }
        #expect(try display.geometry(of: stage.handle) == rect.text)
        try display.run("wmctrl", "-i", "-r", id, "-b", "add,fullscreen")
        try stage.event(.fullscreen(true))
        try display.run("wmctrl", "-i", "-r", id, "-b", "remove,fullscreen")
        try stage.event(.fullscreen(false))
        try display.run("wmctrl", "-s", "1")
        try stage.event(.onCurrentWorkspace(false))
        try display.run("wmctrl", "-s", "0")
        try stage.event(.onCurrentWorkspace(true))
        try display.run("xdotool", "windowminimize", "\(stage.handle)")
        try stage.event(.minimised(true))
        try display.run("wmctrl", "-i", "-a", id)
        try stage.event(.minimised(false))
        try display.run("wmctrl", "-i", "-c", id)
        try stage.event(.closeRequested)
        #expect(try display.isViewable(stage.handle))

        // A sticky window leaves no workspace.
        _ = await stage.window.place(.pictureInPicture(.at(.topLeft)))
        _ = try stage.takeAll()
        try display.run("wmctrl", "-s", "1")
        try display.run("wmctrl", "-i", "-r", id, "-b", "remove,above")
        try stage.event(.pinned(above: false, sticky: true))
        #expect(await stage.window.state.isOnCurrentWorkspace)
        await stage.window.close()
        withExtendedLifetime(process) {}
    }

    @Test(arguments: managers)
    func panelsAreLeftFree(_ manager: String) async throws {
        let display = try XDisplay()
        let process = try display.startManager(manager)
        let watcher = try ChildProcess("xprop", ["-root", "-spy", "_NET_WORKAREA"], environment: display.environment)
        let panel = try ChildProcess("xmessage", ["a panel"], environment: display.environment)
        let id = try display.window(ofClass: "xmessage")
        let strut = "_NET_WM_STRUT_PARTIAL"
        try display.run(
            "xprop", "-id", String(id), "-f", strut, "32c", "-set", strut, "0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1279")
        while !(try watcher.line()).contains("1280, 670") {}
        let stage = try await Stage(display)
        _ = await stage.window.show()
        #expect(await stage.window.place(.pictureInPicture(.at(.bottomRight))).isHonoured)
        #expect(try display.geometry(of: stage.handle) == "480x270+776+376")
        await stage.window.close()
        withExtendedLifetime((process, panel)) {}
    }

    @Test func windowManagersMayComeAndGo() async throws {
        let display = try XDisplay()
        let stage = try await Stage(display)
        _ = await stage.window.show()
        let process = try display.startManager("openbox")
        try stage.event("a window manager") {
            if case .capabilitiesChanged(let now) = $0 { now.canDoPictureInPicture } else { false }
        }
        let report = await stage.window.place(.pictureInPicture(.at(.bottomRight)))
        #expect(report.isHonoured, "\(report)")
        process.kill()
        try stage.event(.capabilitiesChanged(.nothing))
        #expect(await stage.window.place(.pictureInPicture(.at(.topLeft))).shortfalls == [.noWindowManager])
        await stage.window.close()
    }

    @Test func theWindowManagerTakesADragOver() async throws {
        let display = try XDisplay()
        let process = try display.startManager("openbox")
        let stage = try await Stage(display)
        _ = await stage.window.show()
        let place = try #require(await stage.window.place(.pictureInPicture(.at(.topLeft))).geometry)
        try display.run("xdotool", "mousemove", "\(place.x + 100)", "\(place.y + 100)", "mousedown", "1")
        try stage.event(.pointer(.pressed(button: 1, x: 100, y: 100)))
        #expect(await stage.window.beginDrag(.move))
        // The window manager has the pointer a moment later (what moves until then is lost), and says where the window is
        // when the drag ends.
        for _ in 0..<40 { try display.run("xdotool", "mousemove_relative", "9", "6") }
        try display.run("xdotool", "mouseup", "1")
        try stage.event("the new place") {
            if case .moved(let rect) = $0 { rect.x > place.x && rect.y > place.y } else { false }
        }
        await stage.window.close()
        withExtendedLifetime(process) {}
    }
}
