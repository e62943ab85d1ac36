import DBusKit
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("The machine's sleep", .needs("dbus-daemon"))
struct MachineSleepTests {
    @Test("Sleep waits until the player is ready; when the machine wakes, the next one would")
    func sleepWaits() async throws {
        let bus = try PrivateBus()
        let logind = try await FakeInhibitor(.logind, at: bus.address, InhibitionLedger())
        let told = Mailbox<MachineEvent>()
        let ready = Mailbox<@Sendable @BusActor () -> Void>()
        let machine = await MachineSleep(systemAddress: bus.address) { event, completion in
            told.post(event)
            ready.post(completion)
        }
        await machine.watch()
        await machine.watch()
        #expect(try logind.delays.next() == "+logind sleep delay")
        for _ in 0..<2 {
            try await logind.tellSleep(true)
            #expect(try told.next(within: .seconds(10), "the sleep") == .fallsAsleep)
            #expect(logind.delays.standing == ["logind sleep delay"])
            let completion = try ready.next(within: .seconds(10), "who is waited for")
            await completion()
            #expect(try logind.delays.next() == "-logind sleep delay")
            try await logind.tellSleep(false)
            #expect(try told.next(within: .seconds(10), "the end of the sleep") == .awakes)
            _ = try ready.next(within: .seconds(10), "who is waited for")
            #expect(try logind.delays.next() == "+logind sleep delay")
        }
        await machine.stop()
        #expect(try logind.delays.next() == "-logind sleep delay")
        await logind.close()
    }

    @Test("Without logind, and without a system bus, nothing is told")
    func nobodyThere() async throws {
        let bus = try PrivateBus()
        for address in [bus.address, "unix:path=/nonexistent"] {
            let told = Mailbox<MachineEvent>()
            let machine = await MachineSleep(systemAddress: address) { event, _ in told.post(event) }
            await machine.watch()
            await machine.stop()
            #expect(told.count == 0)
        }
    }
}
