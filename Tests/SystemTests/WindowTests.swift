import DBusKit
import Foundation
import TestSupport
import Testing

/// The video window on real displays: asked over D-Bus, read back from the window manager, looked at in screenshots.
@Suite(
    .system,
    .needs(
        "dbus-daemon", "Xvfb", "xprop", "xwininfo", "xdotool", "xkill", "openbox", "metacity", "sway", "grim", "ffmpeg")
)
struct WindowTests {
    @Test(arguments: ["openbox", "metacity"], [(1920, 1080), (1280, 720)])
    func pictureInPicture(manager: String, size: (width: Int, height: Int)) throws {
        let display = try XDisplay(width: size.width, height: size.height)
        let running = try display.startManager(manager)
        defer { running.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        try rig.play()
        #expect(rig.text("Backend") == "x11")
        #expect(rig.flag("PictureInPicturePossible"))
        let window = try #require(try rig.window(on: display))

        for corner in ["top-left", "bottom-right"] {
            try rig.remote.set(.window, "Corner", .string(corner))
            try rig.start()
            #expect(rig.flag("Honoured"))
            let states = try display.states(of: window)
            #expect(states.contains("ABOVE"))
            let desktop = try display.property("_NET_WM_DESKTOP", of: window)
            #expect(states.contains("STICKY") || desktop.contains("4294967295"), "\(states) \(desktop)")
            let x = corner == "top-left" ? 16 : size.width - 480 - 16
            let y = corner == "top-left" ? 16 : size.height - 270 - 16
            #expect(try display.geometry(of: window) == "480x270+\(x)+\(y)")
            #expect(rig.geometry == [x, y, 480, 270])
            try rig.expectBars(
                in: (x, y, 480, 270),
                "ffmpeg", "-v", "error", "-f", "x11grab", "-video_size", "\(size.width)x\(size.height)", "-i",
                display.name)
            // The same window plays the next item.
            try rig.remote.call(.player, "Next")
            try rig.remote.wait("the next item") { rig.remote.index == 1 }
            try rig.remote.waitForMovement()
            #expect(try rig.window(on: display) == window)
            #expect(try display.isViewable(window))
            #expect(rig.text("State") == "picture-in-picture")
            try rig.stop(cause: "restore") { try rig.remote.call(.window, "StopPictureInPicture") }
            #expect(rig.text("State") == "windowed")
            #expect(try !display.states(of: window).contains("ABOVE"))
            try rig.remote.call(.player, "Previous")
            try rig.remote.wait("the first item again") { rig.remote.index == 0 }
            try rig.remote.waitForMovement()
        }
        try rig.start()
        try rig.stop(cause: "close") { try rig.remote.call(.window, "ClosePictureInPicture") }
        try rig.remote.wait("the pause") { rig.remote.status == "Paused" }
        try rig.remote.wait("the window's end") { rig.text("State") == "none" }
        try rig.remote.wait("nothing on the screen") { try !display.isViewable(window) }
        try rig.remote.call(.player, "Play")
        try rig.remote.wait("the window") { rig.text("State") == "windowed" }
        rig.stage.daemon.finish()
    }

    /// X sinks that listen to their windows wake 20 times a second.
    @Test func aPausedWindowDoesNotWakeTheProcessor() throws {
        let display = try XDisplay()
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        try rig.play()
        try rig.remote.call(.player, "Pause")
        try rig.stage.waitForRest()
        // The window's pictures come from its owner instead.
        let window = try #require(try rig.window(on: display))
        #expect(try display.isViewable(window))
    }

    @Test func fullscreenAndTheInterfaceThatComesBack() throws {
        let display = try XDisplay()
        let running = try display.startManager("openbox")
        defer { running.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        try rig.play()
        let window = try #require(try rig.window(on: display))
        try rig.remote.call(.window, "SetFullscreen", [.boolean(true)])
        try rig.remote.wait("fullscreen") { rig.text("State") == "fullscreen" && rig.flag("Honoured") }
        #expect(try display.states(of: window).contains("FULLSCREEN"))
        try rig.start()
        try rig.remote.call(.window, "RegisterInterface", [.string("a test")])
        try rig.remote.forget()
        try rig.remote.call(.window, "StopPictureInPicture")
        try rig.remote.wait("the question") { !rig.remote.signals("RestoreUserInterface").isEmpty }
        #expect(rig.remote.signals("WillStop").isEmpty)
        let serial = rig.remote.signals("RestoreUserInterface").first?.arguments.first ?? .uint32(0)
        try rig.remote.call(.window, "RestoreCompleted", [serial, .boolean(true)])
        try rig.remote.wait("the end") { !rig.remote.signals("DidStop").isEmpty }
        try rig.remote.wait("fullscreen again") { rig.text("State") == "fullscreen" }
        // A key in the window.
        try display.run("xdotool", "key", "--window", String(window), "Escape")
        try rig.remote.wait("the window") { rig.text("State") == "windowed" }
        // The user's close.
        try display.run("xdotool", "windowclose", String(window))
        try rig.remote.wait("the pause") { rig.remote.status == "Paused" }
        rig.stage.daemon.finish()
    }

    @Test("a window that opens fills the screen from the start, after a close as well")
    func aWindowThatOpensFillsTheScreen() throws {
        try PictureRig.perform(configuration: "[video]\nfullscreen = true\n") { rig in
            let file = "file://\(rig.folder)/grey.mkv"
            let made = try ChildProcess.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=gray:s=320x180:r=10:d=60", "-c:v", "libx264", "-preset",
                    "ultrafast", "\(rig.folder)/grey.mkv",
                ])
            #expect(made.end == .exited(0), "\(made.errors)")
            func wait(_ state: String) throws {
                try rig.remote.wait(state) { rig.remote.value(.window, "State")?.asString == state }
            }
            try rig.remote.replace([file])
            try wait("fullscreen")
            #expect(rig.remote.value(.window, "Honoured") == .boolean(true))
            try rig.remote.call(.window, "SetFullscreen", [.boolean(false)])
            try wait("windowed")
            try rig.remote.call(.player, "Stop")
            try wait("none")
            try rig.remote.call(.player, "Play")
            try wait("fullscreen")
        }
    }

    @Test func raisedOverMPRISItComesToTheFrontAndStaysPaused() throws {
        let display = try XDisplay()
        let running = try display.startManager("openbox")
        defer { running.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        #expect(rig.remote.value(.root, "CanRaise") == false)
        try rig.play()
        try rig.remote.wait("CanRaise") { rig.remote.value(.root, "CanRaise") == true }
        let window = try #require(try rig.window(on: display))
        try rig.remote.call(.player, "Pause")
        try rig.remote.wait("the pause") { rig.remote.status == "Paused" }
        let ours = "0x\(String(window, radix: 16))"
        let place = rig.geometry
        try #require(place.count == 4)
        func middle() throws -> [[Int]] {
            try rig.colours(
                of: (place[0] + place[2] / 3, place[1] + place[3] / 3, place[2] / 3, place[3] / 3), columns: 8, rows: 6,
                from: display, screen: (1280, 720))
        }
        let before = try middle()
        #expect(before.contains { $0.max() ?? 0 > 60 }, "there is a picture: \(before)")
        // The desktop entry without files does the same.
        for raise in [{ try rig.remote.call(.root, "Raise") }, { try DesktopEntry.run(on: rig.stage) }]
            as [() throws -> Void]
        {
            try display.run("xdotool", "windowminimize", String(window))
            try rig.remote.wait("the icon") { try !display.isViewable(window) }
            #expect(rig.remote.value(.root, "CanRaise") == true)
            try raise()
            try rig.remote.wait("the window") {
                try display.isViewable(window) && display.property("_NET_ACTIVE_WINDOW", of: 0).contains(ours)
            }
            #expect(rig.remote.status == "Paused")
            // Without a compositor nobody kept the picture.
            try rig.remote.wait("the picture") { try middle() == before }
        }
        try rig.remote.call(.player, "Stop")
        try rig.remote.wait("no window") { rig.remote.value(.root, "CanRaise") == false }
        #expect(throws: DBusError.self) { try rig.remote.call(.root, "Raise") }
        rig.stage.daemon.finish()
    }

    /// Minimised, and on another workspace: where picture in picture is wanted most.
    @Test(arguments: ["openbox", "metacity"]) func fromWhereNobodySeesIt(manager: String) throws {
        let display = try XDisplay()
        let running = try display.startManager(manager)
        defer { running.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        try rig.play()
        let window = try #require(try rig.window(on: display))
        try display.run("xdotool", "windowminimize", String(window))
        try rig.remote.wait("the icon") { try !display.isViewable(window) }
        try rig.start()
        #expect(try display.isViewable(window))
        #expect(rig.flag("Honoured"))
        try rig.stop(cause: "restore") { try rig.remote.call(.window, "StopPictureInPicture") }
        try rig.remote.wait("the window") { try rig.text("State") == "windowed" && display.isViewable(window) }
        // By itself, and back again.
        try rig.remote.set(.window, "StartsAutomatically", .boolean(true))
        try rig.remote.forget()
        try display.run("xdotool", "windowminimize", String(window))
        try rig.remote.wait("the start") { !rig.remote.signals("DidStart").isEmpty }
        #expect(try display.isViewable(window))
        rig.stage.daemon.finish()
    }

    @Test func fullscreenBeforeThereIsAWindow() throws {
        let display = try XDisplay()
        let running = try display.startManager("openbox")
        defer { running.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        try rig.remote.call(.window, "SetFullscreen", [.boolean(true)])
        try rig.remote.replace([rig.film])
        try rig.remote.wait("fullscreen") { rig.text("State") == "fullscreen" && rig.flag("Honoured") }
        let window = try #require(try rig.window(on: display))
        #expect(try display.states(of: window).contains("FULLSCREEN"))
        rig.stage.daemon.finish()
    }

    @Test(
        .enabled(if: SwaySession.isUsable || ProcessInfo.processInfo.environment["CI"] != nil),
        arguments: [(1920, 1080), (1280, 720)])
    func underSway(size: (width: Int, height: Int)) throws {
        let session = try SwaySession(width: size.width, height: size.height)
        let extra = session.environment.filter { ["DISPLAY", "SWAYSOCK"].contains($0.key) }
        let rig = try WindowRig(extra: extra)
        defer { rig.stage.close() }
        try rig.play()
        try rig.remote.wait("the backend") { rig.text("Backend") == "sway" }
        try rig.start()
        let found = try #require(
            try session.container { ($0["window_properties"] as? [String: Any])?["class"] as? String == "mediad" })
        #expect(found["type"] as? String == "floating_con")
        #expect(found["sticky"] as? Bool == true)
        #expect(SwaySession.place(found) == "480x270+\(size.width - 496)+\(size.height - 286)")
        let shot = "\(session.directory)/shot.ppm"
        try rig.expectBars(
            in: (size.width - 496, size.height - 286, 480, 270), "ffmpeg", "-v", "error", "-i", shot,
            taking: { _ = try session.start("grim", "-t", "ppm", shot).finish() })
        let id = found["id"] as? Int
        try rig.remote.call(.player, "Next")
        try rig.remote.wait("the next item") { rig.remote.index == 1 }
        try rig.remote.waitForMovement()
        let next = try session.container {
            ($0["window_properties"] as? [String: Any])?["class"] as? String == "mediad"
        }
        #expect(next?["id"] as? Int == id)
        try rig.stop(cause: "restore") { try rig.remote.call(.window, "StopPictureInPicture") }
        let back = try session.container {
            ($0["window_properties"] as? [String: Any])?["class"] as? String == "mediad"
        }
        #expect(back?["type"] as? String == "con")
        #expect(back?["sticky"] as? Bool == false)
        rig.stage.daemon.finish()
    }

    /// At 60 frames a second in a large window a frame of the old size is nearly always under way when the new size comes.
    @Test func aWindowThatIsResizedKeepsMoving() throws {
        let size = (width: 1920, height: 1080)
        let display = try XDisplay(width: size.width, height: size.height)
        let running = try display.startManager("openbox")
        defer { running.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name], picture: "testsrc2=", rate: 60, seconds: 20)
        defer { rig.stage.close() }
        try rig.play()
        let window = try #require(try rig.window(on: display))
        for number in 1...40 {
            let wanted = [1800 - 20 * number, 1000 - 10 * number]
            try display.run("xdotool", "windowsize", String(window), String(wanted[0]), String(wanted[1]))
            try rig.remote.wait("the new size") { Array(rig.geometry.suffix(2)) == wanted }
        }
        let place = rig.geometry
        try #require(place.count == 4)
        try rig.waitForMotion(in: (place[0], place[1], place[2], place[3]), on: display, screen: size)
        #expect(!rig.stage.daemon.log.contains("output lost"), "\(rig.stage.daemon.log)")
        rig.stage.daemon.finish()
    }

    /// As xkill does it: the connection of the window ends, and what is drawn goes to a window that is gone.
    @Test func aWindowThatIsTakenAwayTakesThePictureAndNoMore() throws {
        let display = try XDisplay()
        let running = try display.startManager("openbox")
        defer { running.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        try rig.play()
        let window = try #require(try rig.window(on: display))
        try display.run("xkill", "-id", String(window))
        try rig.remote.wait("the pause") { rig.remote.status == "Paused" && rig.text("State") == "none" }
        try rig.remote.call(.player, "Play")
        try rig.remote.wait("another window") { rig.text("State") == "windowed" }
        #expect(try rig.window(on: display) != nil)
        try rig.remote.waitForMovement()
        rig.stage.daemon.finish()
    }

    /// Xlib cannot go on without its server: mediad ends so that systemd starts it again, and is where it was.
    @Test func anXServerThatDiesEndsItSoThatItComesBack() throws {
        let display = try XDisplay()
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        try rig.play()
        display.crash()
        #expect(try rig.stage.daemon.process.waitForEnd(within: 30) == .exited(75))
        #expect(rig.stage.daemon.log.contains("the X server is gone"))
        try rig.stage.restart()
        #expect(rig.remote.status == "Paused")
        #expect(rig.remote.title == "film")
        rig.stage.daemon.finish()
    }

    @Test func withoutADisplayEverythingButThePictureWorks() throws {
        let rig = try WindowRig(extra: [:])
        defer { rig.stage.close() }
        try rig.remote.replace([rig.film, rig.film])
        try rig.remote.waitForMovement()
        #expect(rig.text("Backend") == "none")
        #expect(rig.text("State") == "none")
        #expect(!rig.flag("PictureInPictureSupported"))
        #expect(!rig.text("WhyNot").isEmpty)
        #expect(throws: (any Error).self) { try rig.remote.call(.window, "StartPictureInPicture") }
        try rig.remote.wait("the refusal") { !rig.remote.signals("FailedToStart").isEmpty }
        try rig.remote.waitForMovement()
        try rig.remote.call(.player, "Next")
        try rig.remote.wait("the next item") { rig.remote.index == 1 }
        try rig.remote.waitForMovement()
        #expect(rig.stage.daemon.log.components(separatedBy: "no display").count == 2, "said once")
        rig.stage.daemon.finish()
    }
}
