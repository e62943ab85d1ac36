import DBusKit
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("Window1", .playerctld)
struct WindowInterfaceTests {
    private func set(_ rig: Rig, _ name: String, _ value: DBusValue) throws(DBusError) {
        try rig.client.set(Rig.ownName, Rig.ownPath, "org.mediad.Window1", name, to: value)
    }

    @Test("Without a window every property has its type, and says why")
    func none() async throws {
        let all = try await Rig(core: Player(firstID: 1, seed: 1)).all("org.mediad.Window1", own: true)
        #expect(all["State"] == "none" && all["Backend"] == "none")
        #expect(all["Geometry"] == .structure([.int32(0), .int32(0), .int32(0), .int32(0)]))
        #expect(all["PictureInPictureSupported"] == false && all["PictureInPicturePossible"] == false)
        #expect(all["WhyNot"] == "There is no display to show a window on.")
        #expect(all["PictureInPictureActive"] == false && all["Honoured"] == false)
        #expect(all["StartsAutomatically"] == false)
        #expect(all["Corner"] == "bottom-right" && all["Width"] == .uint32(480))
        #expect(all["Rotation"] == .int32(0))
        #expect(all.count == 13)
    }

    @Test("Corner, width and the automatic start are set, announced, and refused where they are none")
    func settings() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.forgetSignals()
        try set(rig, "Corner", "top-left")
        try set(rig, "Width", .uint32(640))
        try set(rig, "StartsAutomatically", true)
        #expect(try rig.ownProperty("Window1", "Corner") == "top-left")
        #expect(try rig.ownProperty("Window1", "Width") == .uint32(640))
        let changed = try rig.signals().filter { $0.changedInterface == "org.mediad.Window1" }.flatMap(\.changed.keys)
        #expect(Set(changed) == ["Corner", "Width", "StartsAutomatically"])
        for (name, value) in [
            ("Corner", "middle"), ("Corner", .int64(1)), ("Width", .uint32(159)), ("Width", .uint32(1 << 20)),
        ] as [(String, DBusValue)] {
            let failure = rig.failure { () throws(DBusError) in try set(rig, name, value) }
            #expect(failure?.isStandard(.invalidArgs) == true, "\(name)")
        }
        #expect(try rig.ownProperty("Window1", "Width") == .uint32(640))
    }

    @Test("A start that is not possible says why, as an error and as a signal")
    func impossible() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.forgetSignals()
        let failure = rig.failure { () throws(DBusError) in try rig.own("Window1", "StartPictureInPicture") }
        #expect(failure?.name == "org.mediad.Error.NotPossible")
        #expect(failure?.message == "There is no display to show a window on.")
        let signals = try rig.signals()
        #expect(signals.map(\.member).filter { $0.hasSuffix("Start") } == ["FailedToStart"])
        // What is over already is no error.
        for member in ["StopPictureInPicture", "ClosePictureInPicture"] { try rig.own("Window1", member) }
    }

    @Test("What happens is told in this order")
    func told() async throws {
        let rig = try await Rig()
        try rig.forgetSignals()
        await rig.publish([
            .window(.willStart), .window(.didStart), .window(.restoreUserInterface(serial: 7)),
            .window(.willStop(.close)),
            .window(.didStop(.close)), .window(.failedToStart("why")),
        ])
        let told = try rig.signals().filter { $0.interface == "org.mediad.Window1" }
        #expect(
            told.map(\.member) == [
                "WillStart", "DidStart", "RestoreUserInterface", "WillStop", "DidStop", "FailedToStart",
            ])
        #expect(told.map { $0.arguments.first } == [nil, nil, .uint32(7), "close", "close", "why"])
    }

    @Test("MPRIS says whether the screen is filled, and can be asked to fill it")
    func fullscreen() async throws {
        let rig = try await Rig()
        await rig.publish {
            $0.window.isSupported = true
            $0.window.state = .fullscreen
        }
        let all = try rig.all(Rig.root)
        #expect(all["Fullscreen"] == true && all["CanSetFullscreen"] == true)
        rig.player.forgetCommands()
        try rig.client.set(Rig.name, Rig.path, Rig.root, "Fullscreen", to: false)
        #expect(rig.player.commands == [.window(.setFullscreen(false))])
    }

    @Test("CanRaise is true while there is a window, and Raise asks for it to come to the front")
    func raise() async throws {
        let rig = try await Rig()
        #expect(try rig.all(Rig.root)["CanRaise"] == false)
        for state in [WindowSnapshot.State.windowed, .fullscreen, .pictureInPicture] {
            await rig.publish { $0.window.state = state }
            #expect(try rig.all(Rig.root)["CanRaise"] == true)
        }
        rig.player.forgetCommands()
        try rig.client.call(Rig.name, Rig.path, Rig.root, "Raise")
        #expect(rig.player.commands == [.window(.raise)])
        try rig.forgetSignals()
        await rig.publish { $0.window.state = .none }
        let changed = try rig.signals().filter { $0.changedInterface == Rig.root }
        #expect(changed.map { $0.changed["CanRaise"] } == [false])
    }

    @Test("How the picture meets the window is set, and announced when it is")
    func scaling() async throws {
        let rig = try await Rig()
        rig.player.forgetCommands()
        #expect(try rig.ownProperty("Window1", "Scaling") == .string("fit"))
        try rig.client.set(Rig.ownName, Rig.ownPath, "org.mediad.Window1", "Scaling", to: .string("fill"))
        #expect(rig.player.commands == [.window(.setScaling(.fill))])
        #expect(throws: DBusError.self) {
            try rig.client.set(Rig.ownName, Rig.ownPath, "org.mediad.Window1", "Scaling", to: .string("stretch"))
        }
        try rig.forgetSignals()
        await rig.publish { $0.window.scaling = .fill }
        #expect(try rig.signals().map(\.changed) == [["Scaling": .string("fill")]])
    }

    @Test("The picture is saved where it is asked for, as PNG, and a failure says why")
    func screenshot() async throws {
        let rig = try await Rig()
        #expect(try rig.own("Window1", "Screenshot", ["", false]) == [.string("/here.png")])
        #expect(try rig.own("Window1", "Screenshot", ["/a/b.PNG", true]) == [.string("/here.png")])
        for path in ["a.png", "/a/b.jpg", "/a/b"] {
            #expect(throws: DBusError.self) { try rig.own("Window1", "Screenshot", [.string(path), false]) }
        }
        let failure = #expect(throws: DBusError.self) { try rig.own("Window1", "Screenshot", ["/full/a.png", false]) }
        #expect(failure?.name == "org.mediad.Error.Failed" && failure?.message == "There is no space left.")
        #expect(rig.player.screenshots == [" false", "/a/b.PNG true", "/full/a.png false"])
    }

    @Test("An interface that leaves the bus is registered no more; one that was replaced is forgotten")
    func interfaces() async throws {
        let rig = try await Rig()
        rig.player.forgetCommands()
        var other: BusClient? = try BusClient(address: rig.bus.address)
        _ = try other?.call(
            Rig.ownName, Rig.ownPath, "org.mediad.Window1", "RegisterInterface", [.string("a television")])
        #expect(rig.player.commands == [.window(.registerInterface("a television"))])
        other = nil
        let deadline = ContinuousClock.now + .seconds(20)
        while rig.player.commands.count < 2, ContinuousClock.now < deadline { _ = try rig.signals() }
        #expect(rig.player.commands == [.window(.registerInterface("a television")), .window(.registerInterface(nil))])
        try rig.own("Window1", "RegisterInterface", ["me"])
        try rig.own("Window1", "RegisterInterface", [""])
        #expect(rig.player.commands.suffix(2) == [.window(.registerInterface("me")), .window(.registerInterface(nil))])
        try rig.own("Window1", "RestoreCompleted", [.uint32(3), true])
        #expect(rig.player.commands.last == .window(.restoreCompleted(3, true)))
    }

    @Test("A locked session is heard of")
    func locked() async throws {
        let rig = try await Rig()
        rig.player.forgetCommands()
        let emitter = try ChildProcess(
            "gdbus",
            [
                "emit", "--session", "--object-path", "/org/freedesktop/ScreenSaver", "--signal",
                "org.freedesktop.ScreenSaver.ActiveChanged", "true",
            ], environment: rig.bus.environment)
        #expect(try emitter.finish().status == 0)
        let deadline = ContinuousClock.now + .seconds(20)
        while rig.player.commands.isEmpty, ContinuousClock.now < deadline { _ = try rig.signals() }
        #expect(rig.player.commands == [.window(.setLocked(true))])
    }
}
