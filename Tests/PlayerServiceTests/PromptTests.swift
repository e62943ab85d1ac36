import DBusKit
import Foundation
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("Prompts as notifications", .timeLimit(.minutes(5)))
struct PromptTests {
    @Test("An offer is one notification, and Skip takes it for a person")
    func offer() async throws {
        let rig = try await PromptRig()
        try await rig.serve()
        await rig.show(PromptRig.offering())
        let shown = try await rig.wait(for: "the offer") { $0.shown.count == 1 }[0]
        #expect(shown.shown.summary == "Skip intro")
        #expect(shown.shown.body.hasSuffix("\nuntil 0:30"))
        #expect(shown.shown.titles == ["Skip", "Not now"])
        #expect(shown.shown.timeout == 0, "it stays until it is taken back")
        #expect(shown.shown.hints["desktop-entry"] == "mediad")
        #expect(shown.shown.hints["transient"] == true)
        let key = try #require(shown.shown.key("Skip"))
        try await rig.server?.press(shown.id, key)
        try await rig.wait(for: "the press") { _ in !rig.pressed.isEmpty }
        #expect(rig.pressed == [.segments(.takeOffer)])
        #expect(rig.origins == [.person])
        await rig.show(PromptRig.offering())
        try await rig.settle()
        #expect(await rig.server?.calls == ["GetCapabilities", "Notify"], "it was answered")
    }

    @Test("What no longer holds is closed, and its buttons mean nothing any more")
    func closed() async throws {
        let rig = try await PromptRig()
        try await rig.serve()
        await rig.show(PromptRig.offering())
        let shown = try await rig.wait(for: "the offer") { $0.shown.count == 1 }[0]
        let key = try #require(shown.shown.key("Skip"))
        await rig.show(.sample())
        try await rig.wait(for: "the end") { $0.shown.isEmpty }
        try await rig.server?.press(shown.id, key, closing: false)
        try await rig.settle()
        #expect(rig.pressed.isEmpty)
    }

    @Test("A click on the notification itself does what most people want")
    func clicked() async throws {
        let rig = try await PromptRig()
        try await rig.serve()
        await rig.show(PromptRig.proposing("Two"))
        let first = try await rig.wait(for: "the proposal") { $0.shown.count == 1 }[0]
        #expect(Array(first.shown.actions.prefix(2)) == ["default", "Play"])
        // What was on the screen when somebody clicked was another proposal.
        await rig.show(PromptRig.proposing("Three"))
        let next = try await rig.wait(for: "the next") { $0.shown.values.first?.body == "Three" }
        #expect(next.count == 1)
        try await rig.server?.press(first.id, "default", closing: false)
        try await rig.settle()
        #expect(rig.pressed.isEmpty)
        try await rig.server?.press(next[0].id, "default")
        try await rig.wait(for: "the click") { _ in !rig.pressed.isEmpty }
        #expect(rig.pressed == [.proposals(.accept)])
        // Of several actions none is the one that is meant.
        await rig.show(PromptRig.acting(["like", "buy"]))
        let actions = try await rig.wait(for: "actions") { $0.shown.values.first?.titles == ["LIKE", "BUY"] }[0]
        #expect(!actions.shown.actions.contains("default"))
        try await rig.server?.press(actions.id, "default", closing: false)
        try await rig.settle()
        #expect(rig.pressed.count == 1)
    }

    @Test("Only the server is believed, and only its own buttons")
    func strangers() async throws {
        let rig = try await PromptRig()
        try await rig.serve()
        await rig.show(PromptRig.proposing("Two"))
        let shown = try await rig.wait(for: "the proposal") { $0.shown.count == 1 }[0]
        let key = try #require(shown.shown.key("Play"))
        let connection = try await BusConnection(address: rig.bus.address)
        try await connection.emit(
            path: "/org/freedesktop/Notifications", interface: FakeNotificationServer.name, member: "ActionInvoked",
            arguments: [.uint32(shown.id), .string(key)])
        let long = String(repeating: "1", count: 5_000)
        for wrong in ["", "1", "1.9", "1.-1", "1.99999999999999999999", "\(key).0", long] {
            try await rig.server?.press(shown.id, wrong, closing: false)
        }
        try await rig.server?.press(shown.id + 1, key, closing: false)
        try await rig.server?.emit("ActionInvoked", [.string("a"), .string(key)])
        try await rig.server?.emit("NotificationClosed", [.uint32(shown.id)])
        try await rig.settle()
        #expect(rig.pressed.isEmpty)
        try await rig.server?.press(shown.id, key, closing: false)
        try await rig.server?.press(shown.id, key, closing: false)
        try await rig.wait(for: "the press") { _ in !rig.pressed.isEmpty }
        try await rig.settle()
        #expect(rig.pressed == [.proposals(.accept)], "a second click on the same is none")
        await connection.close()
    }

    @Test("What changes takes the place of what is shown, and is never stacked")
    func replaced() async throws {
        let rig = try await PromptRig()
        try await rig.serve(firstID: 42)
        await rig.show(PromptRig.acting(["like"]))
        try await rig.wait(for: "the action") { $0.shown.count == 1 }
        await rig.show(PromptRig.acting(["like", "buy"]))
        let shown = try await rig.wait(for: "both") { $0.shown.values.first?.titles == ["LIKE", "BUY"] }
        #expect(shown.map(\.id) == [42])
        for title in ["LIKE", "LIKE", "BUY"] {
            let key = try #require(shown[0].shown.key(title))
            try await rig.server?.press(42, key, closing: false)
        }
        try await rig.wait(for: "the presses") { _ in rig.pressed.count == 3 }
        #expect(rig.pressed == ["like", "like", "buy"].map { .actions(.invoke($0)) })
    }

    @Test(
        "A server gets no more than it can show",
        arguments: [
            ["actions", "body", "body-markup", "icon-static"], ["actions", "body"], ["body", "body-markup"],
            ["actions"], [],
        ])
    func capabilities(_ capabilities: [String]) async throws {
        let rig = try await PromptRig()
        try await rig.serve(capabilities: capabilities)
        await rig.show(PromptRig.proposing("Tom & <b>Jerry</b>\u{1B}[2J\nTwo", picture: "file:///a.png"))
        let shown = try await rig.wait(for: "the proposal") { $0.shown.count == 1 }[0].shown
        let title = "Tom & <b>Jerry</b> [2J Two"
        let escaped = "Tom &amp; &lt;b&gt;Jerry&lt;/b&gt; [2J Two"
        let lines = "Play: mediactl proposal accept\nNot now: mediactl proposal defer"
        #expect(shown.titles == (capabilities.contains("actions") ? ["Play", "Not now"] : []))
        #expect(shown.hints["image-path"] == (capabilities.contains("icon-static") ? "file:///a.png" : nil))
        switch capabilities.filter({ $0 != "icon-static" }) {
        case ["actions", "body", "body-markup"]: #expect([shown.summary, shown.body] == ["Up next", escaped])
        case ["actions", "body"]: #expect([shown.summary, shown.body] == ["Up next", title])
        case ["body", "body-markup"]: #expect([shown.summary, shown.body] == ["Up next", escaped + "\n" + lines])
        case ["actions"]: #expect([shown.summary, shown.body] == ["Up next – \(title)", ""])
        default:
            let words = [title] + lines.split(separator: "\n").map(String.init)
            #expect([shown.summary, shown.body] == [(["Up next"] + words).joined(separator: " – "), ""])
        }
    }

    @Test("Long texts are cut between characters")
    func long() async throws {
        let rig = try await PromptRig()
        try await rig.serve()
        await rig.show(PromptRig.proposing(String(repeating: "ü", count: 30_000)))
        let shown = try await rig.wait(for: "the proposal") { $0.shown.count == 1 }[0].shown
        #expect(shown.body == String(repeating: "ü", count: 198) + "…")
    }

    @Test("What a person closed stays closed; what its server lost comes back with the next one")
    func restarted() async throws {
        let rig = try await PromptRig()
        try await rig.serve()
        var both = PromptRig.acting(["like"])
        both.proposal = PromptRig.proposing("Two").proposal
        await rig.show(both)
        let shown = try await rig.wait(for: "both") { $0.shown.count == 2 }
        let proposal = try #require(shown.first { $0.shown.summary == "Up next" })
        await rig.server?.close(proposal.id, reason: 2)
        try await rig.settle()
        await rig.server?.leave()
        try await rig.serve(firstID: 7)
        let after = try await rig.wait(for: "the action, again") { $0.shown.count == 1 }
        #expect(after.map(\.shown.titles) == [["LIKE"]])
        await rig.show(PromptRig.acting([]))
        try await rig.wait(for: "its end") { $0.shown.isEmpty }
    }

    @Test("A server that hangs holds up nothing, and shows late only what still holds")
    func hanging() async throws {
        let rig = try await PromptRig()
        let server = try await rig.serve()
        await hang(server)
        await rig.show(PromptRig.offering())
        try await rig.wait(for: "the call") { $0.calls.contains("Notify") }
        for end in 1...20 { await rig.show(PromptRig.offering(until: Int64(end) * 1_000_000)) }
        try await rig.settle()
        #expect(await server.calls == ["GetCapabilities", "Notify"], "one call at a time")
        await rig.show(.sample())
        await server.answer()
        try await rig.wait(for: "the end") { $0.shown.isEmpty && $0.calls.last == "CloseNotification" }
        #expect(await server.calls.count { $0 == "Notify" } == 1)
    }

    @BusActor
    private func hang(_ server: FakeNotificationServer) { server.hangs = true }

    @Test("Where there is no server nothing happens, and the log says so once")
    func absent() async throws {
        let rig = try await PromptRig()
        await rig.show(.sample())
        try await rig.settle()
        #expect(rig.log.count == 0, "nothing was to be shown")
        await rig.show(PromptRig.offering())
        #expect(try rig.log.next().hasPrefix("there is no notification server (org.freedesktop.Notifications: "))
        await rig.show(.sample())
        await rig.show(PromptRig.proposing("Two"))
        try await rig.settle()
        #expect(rig.log.count == 0)
        // One that comes shows what holds.
        try await rig.serve()
        try await rig.wait(for: "the proposal") { $0.shown.values.first?.summary == "Up next" }
    }

    @Test("A server is started once, and not again when it is gone")
    func activated() async throws {
        let folder = try ServiceFolder(name: FakeNotificationServer.name)
        let rig = try await PromptRig(services: [folder.path])
        await rig.show(PromptRig.offering())
        _ = try rig.log.next()
        for title in ["One", "Two", "Three"] {
            await rig.show(PromptRig.proposing(title))
            await rig.show(.sample())
        }
        try await rig.settle()
        #expect(folder.startCount == 1)
    }

    @Test("Without prompts, and while a window shows the same, nobody is asked")
    func silent() async throws {
        let rig = try await PromptRig(mode: .never)
        try await rig.serve()
        await rig.show(PromptRig.offering())
        try await rig.settle()
        #expect(await rig.server?.calls.isEmpty == true)
        var drawn = PromptRig.offering()
        drawn.cards = [.offer(.openingCredits)]
        drawn.window.isInSight = true
        drawn.window.geometry = WindowRect(x: 0, y: 0, width: 1_280, height: 720)
        await rig.show(drawn)
        await set(rig.prompts, .withoutWindow)
        try await rig.settle()
        #expect(await rig.server?.calls.isEmpty == true)
        await set(rig.prompts, .always)
        try await rig.wait(for: "the offer") { $0.shown.count == 1 }
        await set(rig.prompts, .never)
        try await rig.wait(for: "its end") { $0.shown.isEmpty }
    }

    @BusActor
    private func set(_ prompts: DesktopPrompts, _ mode: PromptMode) { prompts.mode = mode }

    @Test("Failures are told together, and go with the daemon")
    func failures() async throws {
        let rig = try await PromptRig()
        try await rig.serve()
        var failed = PlayerSnapshot.sample()
        failed.status = .stopped
        let fault = ItemFault(fault: PlaybackFault(.containerBroken, "It is broken."), uri: "file:///films/a%20b.mkv")
        failed.error = fault
        var second = fault
        second.inARow = 2
        await rig.show(
            failed, [.itemFailed(ItemID(rawValue: 9_999), fault), .itemFailed(ItemID(rawValue: 9_998), second)])
        let shown = try await rig.wait(for: "the failure") { $0.shown.count == 1 }[0].shown
        #expect(shown.summary.hasPrefix("Cannot play a b"))
        #expect(shown.body == "It is broken.\n2 items in a row could not be played.")
        #expect(shown.timeout == -1)
        #expect(shown.hints["transient"] == false)
        await rig.prompts.stop()
        try await rig.wait(for: "the end") { $0.shown.isEmpty }
    }

    @Test("Servers that come and go at any moment leave nothing behind, and no prompt is lost")
    func comingAndGoing() async throws {
        let rig = try await PromptRig()
        var generator = SystemRandomNumberGenerator()
        var expected = PlayerSnapshot.sample()
        try await rig.serve()
        for round in 0..<150 {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: await rig.server?.leave()
            case 1:
                await rig.server?.leave()
                try await rig.serve(firstID: UInt32.random(in: 1...9, using: &generator))
            case 2: expected = PromptRig.acting(["a\(round)"])
            case 3: expected = PromptRig.proposing("\(round)")
            case 4: expected = .sample()
            default: if Bool.random(using: &generator) { try await rig.settle() }
            }
            await rig.show(expected)
        }
        await rig.server?.leave()
        let final = PromptRig.acting(["last"])
        await rig.show(final)
        try await rig.serve()
        try await rig.wait(for: "the last action alone") { $0.shown.values.map(\.titles) == [["LAST"]] }
        await rig.show(.sample())
        try await rig.wait(for: "its end") { $0.shown.isEmpty }
    }
}
