import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import WindowControl

/// sway over its own socket; what it did is read back by `swaymsg -t get_tree`.
@Suite(.serialized, .system, .enabled(if: SwaySession.isUsable))
struct SwayTests {
    @Test(arguments: [(1920, 1080), (1280, 720)])
    func aSinksWaylandWindowIsPlaced(_ width: Int, _ height: Int) async throws {
        let session = try SwaySession(width: width, height: height)
        let video = try session.startVideo()
        let stage = try await Stage(.wayland, session.environment, processIdentifier: video.processIdentifier)
        #expect(await stage.window.choice.backend == .sway)
        #expect(stage.window.handle == nil)
        let shown = await stage.window.show()
        #expect(shown.isHonoured, "\(shown)")
        let before = try #require(try session.container(pid: video.processIdentifier))
        let home = SwaySession.place(before)

        for corner in WindowCorner.allCases {
            let layout = PictureInPictureLayout.at(corner)
            let report = await stage.window.place(.pictureInPicture(layout))
            #expect(report.isHonoured, "\(report)")
            let found = try #require(try session.container(pid: video.processIdentifier))
            #expect(found["type"] as? String == "floating_con")
            #expect(found["sticky"] as? Bool == true)
            #expect(found["border"] as? String == "none")
            #expect(found["visible"] as? Bool == true)
            let rect = layout.rect(in: WindowRect(x: 0, y: 0, width: width, height: height))
            #expect(SwaySession.place(found) == rect.text && report.geometry == rect)
        }
        let full = await stage.window.place(.fullscreen)
        #expect(full.isHonoured, "\(full)")
        let filling = try #require(try session.container(pid: video.processIdentifier))
        #expect(filling["fullscreen_mode"] as? Int == 1)
        let back = await stage.window.place(.windowed)
        #expect(back.isHonoured, "\(back)")
        let restored = try #require(try session.container(pid: video.processIdentifier))
        #expect(restored["type"] as? String == "con" && restored["sticky"] as? Bool == false)
        #expect(before["border"] as? String == "normal" && restored["border"] as? String == "normal")
        #expect(restored["fullscreen_mode"] as? Int == 0)
        #expect(SwaySession.place(restored) == home)
        await stage.window.close()
    }

    @Test(arguments: [(1920, 1080), (1280, 720)])
    func anXWindowIsPlaced(_ width: Int, _ height: Int) async throws {
        let session = try SwaySession(width: width, height: height)
        let stage = try await Stage(.x11, session.environment)
        try await stage.backend(.sway)
        let shown = await stage.window.show()
        #expect(shown.isHonoured, "\(shown)")
        let layout = PictureInPictureLayout.at(.topRight)
        let report = await stage.window.place(.pictureInPicture(layout))
        #expect(report.isHonoured, "\(report)")
        let found = try #require(try session.container(window: stage.handle))
        #expect(found["type"] as? String == "floating_con" && found["sticky"] as? Bool == true)
        let rect = layout.rect(in: WindowRect(x: 0, y: 0, width: width, height: height))
        #expect(SwaySession.place(found) == rect.text)
        await stage.window.hide()
        #expect(try session.container(window: stage.handle) == nil)
        let again = await stage.window.show()
        #expect(again.isHonoured, "\(again)")
        #expect(SwaySession.place(try #require(try session.container(window: stage.handle))) == rect.text)
        #expect(await stage.window.place(.windowed).isHonoured)
        try session.message(#"[class="mediad"] kill"#)
        try stage.event(.closeRequested)
        await stage.window.close()
    }

    @Test func aWindowThatComesLaterIsPlacedThen() async throws {
        let session = try SwaySession()
        let late = try session.startLateVideo()
        let stage = try await Stage(
            .wayland, session.environment, processIdentifier: late.processIdentifier, settleTime: .seconds(1))
        let early = await stage.window.place(.pictureInPicture(.at(.bottomLeft)))
        #expect(early.shortfalls == [.notShown])
        #expect(await stage.window.show().shortfalls == [.notShown])
        try session.go()
        let placed = try stage.event("the placement") { if case .placed = $0 { true } else { false } }
        guard case .placed(let report) = placed else { return }
        #expect(report.isHonoured, "\(report)")
        let found = try #require(try session.container(pid: late.processIdentifier))
        #expect(SwaySession.place(found) == "480x270+24+786")
        late.kill()
        try stage.event(.destroyed)
        await stage.window.close()
    }

    @Test func whatTheUserDoesIsSeen() async throws {
        let session = try SwaySession()
        let video = try session.startVideo()
        let stage = try await Stage(.wayland, session.environment, processIdentifier: video.processIdentifier)
        #expect(await stage.window.show().isHonoured)
        _ = try stage.takeAll()
        let ours = "[pid=\(video.processIdentifier)]"
        try session.message("workspace 2")
        try stage.event(.onCurrentWorkspace(false))
        try session.message("workspace 1")
        try stage.event(.onCurrentWorkspace(true))
        try session.message("\(ours) fullscreen enable")
        try stage.event(.fullscreen(true))
        // Another window takes it away.
        let another = try session.startVideo()
        let other = try await Stage(
            .wayland, session.environment, processIdentifier: another.processIdentifier)
        #expect(await other.window.show().isHonoured)
        #expect(await other.window.place(.fullscreen).isHonoured)
        try stage.event(.fullscreen(false))
        #expect(await other.window.place(.windowed).isHonoured)
        await other.window.close()
        #expect(await stage.window.place(.pictureInPicture(.at(.topLeft))).isHonoured)
        try session.message("\(ours) move scratchpad")
        try stage.event(.minimised(true))
        try session.message("\(ours) scratchpad show")
        try stage.event(.minimised(false))
        try session.message("\(ours) floating disable")
        try stage.event(.pinned(above: false, sticky: false))
        try session.message("\(ours) kill")
        try stage.event(.destroyed)
        await stage.window.close()
    }

    @Test func itTakesNoFocus() async throws {
        let session = try SwaySession()
        let video = try session.startVideo()
        let other = try session.startVideo()
        let stage = try await Stage(.wayland, session.environment, processIdentifier: video.processIdentifier)
        #expect(await stage.window.show().isHonoured)
        let next = try await Stage(.wayland, session.environment, processIdentifier: other.processIdentifier)
        #expect(await next.window.show().isHonoured)
        try session.message("[pid=\(other.processIdentifier)] focus")
        for placement in [.pictureInPicture(.at(.topLeft)), .windowed] as [WindowPlacement] {
            #expect(await stage.window.place(placement).isHonoured)
            #expect(try session.container(pid: other.processIdentifier)?["focused"] as? Bool == true)
        }
        await stage.window.close()
        await next.window.close()
    }

    @Test func raisedItIsFocusedFromAnywhere() async throws {
        let session = try SwaySession()
        let video = try session.startVideo()
        let other = try session.startVideo()
        let stage = try await Stage(.wayland, session.environment, processIdentifier: video.processIdentifier)
        #expect(await stage.window.show().isHonoured)
        let next = try await Stage(.wayland, session.environment, processIdentifier: other.processIdentifier)
        #expect(await next.window.show().isHonoured)
        let ours = "[pid=\(video.processIdentifier)]"
        for hiding in [
            "[pid=\(other.processIdentifier)] focus", "workspace 2", "\(ours) move scratchpad",
            "[pid=\(other.processIdentifier)] focus, fullscreen enable",
        ] {
            try session.message(hiding)
            #expect(try session.container(pid: video.processIdentifier)?["focused"] as? Bool != true, "\(hiding)")
            await stage.window.raise()
            let found = try session.container(pid: video.processIdentifier)
            #expect(found?["focused"] as? Bool == true && found?["visible"] as? Bool == true, "\(hiding)")
        }
        await stage.window.close()
        await next.window.close()
    }

    @Test func aNewWindowTakesNoFocusEither() async throws {
        let session = try SwaySession()
        let other = try session.startVideo()
        let next = try await Stage(.wayland, session.environment, processIdentifier: other.processIdentifier)
        #expect(await next.window.show().isHonoured)
        try session.message("[pid=\(other.processIdentifier)] focus")
        // An X window, and a Wayland one that comes when the compositor is already told.
        let stage = try await Stage(.x11, session.environment)
        try await stage.backend(.sway)
        #expect(await stage.window.show().isHonoured)
        #expect(try session.container(pid: other.processIdentifier)?["focused"] as? Bool == true)
        let late = try session.startLateVideo()
        let sink = try await Stage(.wayland, session.environment, processIdentifier: late.processIdentifier)
        async let shown = sink.window.show()
        try session.go()
        #expect(await shown.isHonoured)
        #expect(try session.container(pid: other.processIdentifier)?["focused"] as? Bool == true)
        for stage in [next, stage, sink] { await stage.window.close() }
    }

    @Test func aNewCompositorIsFound() async throws {
        var session: SwaySession? = try SwaySession()
        let first = try #require(session)
        let video = try first.startVideo()
        let stage = try await Stage(.wayland, first.environment, processIdentifier: video.processIdentifier)
        #expect(await stage.window.show().isHonoured)
        first.crash()
        try stage.event("sway's end") { if case .compositorLost = $0 { true } else { false } }
        #expect(await stage.window.place(.windowed).shortfalls == [.connectionLost])
        // In the same place, under another name.
        session = try SwaySession(runtimeDirectory: first.directory)
        #expect(session?.environment["SWAYSOCK"] != first.environment["SWAYSOCK"])
        try stage.event(.compositorBack)
        await stage.window.close()
    }

    @Test func aStaleSocketIsNoBackend() async throws {
        let directory = NSTemporaryDirectory()
        let environment = ["WAYLAND_DISPLAY": "wayland-9", "SWAYSOCK": directory + "mediad-no-such-socket"]
        let stage = try await Stage(.wayland, environment)
        let choice = await stage.window.choice
        #expect(choice.backend == .none && choice.reason?.contains("mediad-no-such-socket") == true)
        #expect(await stage.window.show().shortfalls == [.noWindowManager])
        await stage.window.close()
    }
}
