import DBusKit
import Glibc
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("Session inhibition", .needs("dbus-daemon"))
struct InhibitionTests {
    private static let all: [FakeInhibitor.Service: FakeInhibitor.Behaviour] = [
        .portal: .grant, .screensaver: .grant, .logind: .grant,
    ]

    @Test("The portal is asked for everything, and nobody else then")
    func portal() async throws {
        let rig = try await InhibitionRig(Self.all)
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "+portal 12")
        // The same again, as on a change of the item, changes nothing.
        await rig.want([.suspend, .idle])
        await rig.want([])
        #expect(try rig.ledger.next() == "-portal 12")
        await rig.want(.suspend)
        #expect(try rig.ledger.next() == "+portal 4")
        await rig.want([])
        #expect(try rig.ledger.next() == "-portal 4")
        #expect(rig.ledger.unread == 0 && rig.log.count == 0)
    }

    @Test("From sound to video and back: the new inhibition stands before the old one goes")
    func exchange() async throws {
        let rig = try await InhibitionRig(Self.all)
        await rig.want(.suspend)
        #expect(try rig.ledger.next() == "+portal 4")
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next(2) == ["+portal 12", "-portal 4"])
        await rig.want(.suspend)
        #expect(try rig.ledger.next(2) == ["+portal 4", "-portal 12"])
        #expect(rig.ledger.standing == ["portal 4"])
    }

    @Test("Without the portal: the screen saver for idle, logind for suspend")
    func withoutPortal() async throws {
        let rig = try await InhibitionRig([.screensaver: .grant, .logind: .grant])
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next(2) == ["+screensaver idle", "+logind sleep"])
        await rig.want(.suspend)
        #expect(try rig.ledger.next() == "-screensaver idle")
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "+screensaver idle")
        await rig.want([])
        #expect(try rig.ledger.next(2).sorted() == ["-logind sleep", "-screensaver idle"])
        #expect(rig.ledger.standing == [])
    }

    @Test("A portal that refuses is passed over at once, and asked again when something plays again")
    func refusingPortal() async throws {
        var services = Self.all
        services[.portal] = .refuse
        let rig = try await InhibitionRig(services)
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next(3) == ["?portal 12", "+screensaver idle", "+logind sleep"])
        await rig.want([])
        #expect(try rig.ledger.next(2).sorted() == ["-logind sleep", "-screensaver idle"])
        let portal = try rig.fake(.portal)
        await Self.set(portal, .grant)
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "+portal 12")
    }

    @BusActor
    private static func set(_ fake: FakeInhibitor, _ behaviour: FakeInhibitor.Behaviour) { fake.behaviour = behaviour }

    @Test("Only logind: it takes both, and exchanges what it holds")
    func onlyLogind() async throws {
        let rig = try await InhibitionRig([.logind: .grant])
        await rig.want(.suspend)
        #expect(try rig.ledger.next() == "+logind sleep")
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next(2) == ["+logind sleep:idle", "-logind sleep"])
        // The screen saver comes and takes its part over.
        try await rig.add(.screensaver)
        #expect(try rig.ledger.next(3) == ["+screensaver idle", "+logind sleep", "-logind sleep:idle"])
        await rig.want([])
        #expect(try rig.ledger.next(2).sorted() == ["-logind sleep", "-screensaver idle"])
    }

    @Test("Nobody there: one line, no matter how often something plays")
    func nobody() async throws {
        let rig = try await InhibitionRig([:])
        await rig.want([.suspend, .idle])
        #expect(try rig.log.next().contains("may suspend"))
        await rig.want([])
        await rig.want(.suspend)
        // Whoever comes later is found all the same.
        try await rig.add(.portal)
        #expect(try rig.ledger.next() == "+portal 4")
        #expect(rig.log.count == 0)
    }

    @Test("No system bus: the daemon's own is enough, and its loss ends nothing")
    func noSystemBus() async throws {
        let rig = try await InhibitionRig([.screensaver: .grant, .logind: .grant])
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next(2) == ["+screensaver idle", "+logind sleep"])
        rig.system.stop()
        await rig.want([])
        #expect(try rig.ledger.next(2).sorted() == ["-logind sleep", "-screensaver idle"])
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "+screensaver idle")
        #expect(try rig.log.next().contains("may suspend"))
        await rig.want([])
        #expect(try rig.ledger.next() == "-screensaver idle")
    }

    @Test("A system bus that never greets anybody holds up nothing")
    func hangingSystemBus() async throws {
        let fake = try FakeBus()
        let rig = try await InhibitionRig(
            [.screensaver: .grant], patience: InhibitionRig.patience, systemAddress: fake.address)
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "+screensaver idle")
        try await rig.settle()
        #expect(try rig.log.next().contains("may suspend"))
        await rig.want([])
        #expect(try rig.ledger.next() == "-screensaver idle")
    }

    @Test("A portal that hangs is passed over in time; what it grants late takes the others' place")
    func hangingPortal() async throws {
        var services = Self.all
        services[.portal] = .hang
        let rig = try await InhibitionRig(services, patience: InhibitionRig.patience)
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next(3) == ["?portal 12", "+screensaver idle", "+logind sleep"])
        let portal = try rig.fake(.portal)
        await portal.answer()
        #expect(try rig.ledger.next() == "+portal 12")
        #expect(try rig.ledger.next(2).sorted() == ["-logind sleep", "-screensaver idle"])
        #expect(rig.ledger.standing == ["portal 12"])
    }

    @Test("A late grant that nobody wants any more is given back at once")
    func lateGrant() async throws {
        let rig = try await InhibitionRig([.portal: .hang])
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "?portal 12")
        await rig.want([])
        let portal = try rig.fake(.portal)
        await portal.answer()
        #expect(try rig.ledger.next(2) == ["+portal 12", "-portal 12"])
    }

    @Test("A service that hangs has one call to answer, however often something plays")
    func oneCallAtATime() async throws {
        let rig = try await InhibitionRig([.portal: .hang], patience: InhibitionRig.patience)
        await rig.want(.suspend)
        #expect(try rig.ledger.next() == "?portal 4")
        #expect(try rig.log.next().contains("may suspend"))
        for _ in 0..<5 {
            await rig.want([])
            await rig.want([.suspend, .idle])
        }
        try await rig.settle()
        #expect(rig.ledger.unread == 0)
        // What it grants is less than is wanted by now, so it is asked for the rest.
        let portal = try rig.fake(.portal)
        await portal.answer()
        #expect(try rig.ledger.next(3) == ["+portal 4", "+portal 12", "-portal 4"])
    }

    @Test("A service that comes back is asked again while something plays; meanwhile the others are")
    func restart() async throws {
        let rig = try await InhibitionRig(Self.all)
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "+portal 12")
        let portal = try rig.fake(.portal)
        await portal.leave()
        #expect(try rig.ledger.next(3) == ["portal left", "+screensaver idle", "+logind sleep"])
        try await rig.add(.portal)
        #expect(try rig.ledger.next() == "+portal 12")
        #expect(try rig.ledger.next(2).sorted() == ["-logind sleep", "-screensaver idle"])
        await rig.want([])
        #expect(try rig.ledger.next() == "-portal 12")
    }

    @Test("A service that goes away before it answers is passed over at once, and asked again when it comes back")
    func crash() async throws {
        var services = Self.all
        services[.portal] = .hang
        let rig = try await InhibitionRig(services)
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "?portal 12")
        let portal = try rig.fake(.portal)
        await portal.leave()
        #expect(try rig.ledger.next(3) == ["portal left", "+screensaver idle", "+logind sleep"])
        try await rig.add(.portal)
        #expect(try rig.ledger.next() == "+portal 12")
        #expect(try rig.ledger.next(2).sorted() == ["-logind sleep", "-screensaver idle"])
    }

    @Test("What the portal's desktop would not have is asked of the others")
    func withdrawal() async throws {
        let rig = try await InhibitionRig(Self.all)
        await rig.want([.suspend, .idle])
        #expect(try rig.ledger.next() == "+portal 12")
        let portal = try rig.fake(.portal)
        try await portal.withdraw()
        #expect(try rig.ledger.next() == "?portal 12")
        #expect(try rig.ledger.next(3).sorted() == ["+logind sleep", "+screensaver idle", "-portal 12"])
    }

    @Test("Switched off it lets go, switched on again it takes up what is wanted; after the end it takes nothing")
    func switchedOff() async throws {
        let rig = try await InhibitionRig(Self.all)
        await rig.want(.suspend)
        #expect(try rig.ledger.next() == "+portal 4")
        await Self.enable(rig.inhibitor, false)
        #expect(try rig.ledger.next() == "-portal 4")
        await rig.want([.suspend, .idle])
        await Self.enable(rig.inhibitor, true)
        #expect(try rig.ledger.next() == "+portal 12")
        await rig.inhibitor.stop()
        #expect(try rig.ledger.next() == "-portal 12")
        await rig.want(.suspend)
        try await rig.settle()
        #expect(rig.ledger.unread == 0)
    }

    @BusActor
    private static func enable(_ inhibitor: SessionInhibitor, _ isEnabled: Bool) { inhibitor.isEnabled = isEnabled }

    @Test("A portal that cannot be started is started once, not each time something plays")
    func activation() async throws {
        let folder = try ServiceFolder(name: "org.freedesktop.portal.Desktop")
        let rig = try await InhibitionRig([.screensaver: .grant, .logind: .grant], services: [folder.path])
        for _ in 0..<3 {
            await rig.want([.suspend, .idle])
            #expect(try rig.ledger.next(2) == ["+screensaver idle", "+logind sleep"])
            await rig.want([])
            #expect(try rig.ledger.next(2).sorted() == ["-logind sleep", "-screensaver idle"])
        }
        #expect(folder.startCount == 1)
    }

    @Test("Anything in any order: in the end what is wanted stands, once")
    func randomOrder() async throws {
        let rig = try await InhibitionRig(Self.all)
        var random = SplitMix(state: 7)
        let choices: [Inhibition] = [[], .suspend, [.suspend, .idle]]
        for _ in 0..<200 {
            await rig.want(choices[random.next(below: 3)])
            if random.next(below: 4) == 0 { try await rig.settle() }
        }
        await rig.want([.suspend, .idle])
        try await rig.settle(rounds: 4)
        #expect(rig.ledger.standing == ["portal 12"])
        await rig.want([])
        try await rig.settle()
        #expect(rig.ledger.standing == [])
        #expect(rig.ledger.most == 2)
    }
}
