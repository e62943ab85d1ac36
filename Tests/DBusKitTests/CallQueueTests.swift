import TestSupport
import Testing

@testable import DBusKit

@Suite("Calls that wait for their turn")
struct CallQueueTests {
    /// A queue in a test's hand.
    private final class Held {
        private var queue: CallQueue<String>
        init(limit: Int) { queue = CallQueue(limit: limit) }
        var isEmpty: Bool { queue.isEmpty }
        func append(_ call: String, of client: String) -> Bool { queue.append(call, of: client) }
        func next() -> String? { queue.next() }
        func answered(_ client: String) { queue.answered(client) }
    }

    @Test("Clients take turns; each one's calls keep their order")
    func turns() {
        let queue = Held(limit: 100)
        for number in 0..<50 { #expect(queue.append("a\(number)", of: ":1.1")) }
        for number in 0..<2 { #expect(queue.append("b\(number)", of: ":1.2")) }
        #expect((0..<5).map { _ in queue.next() } == ["a0", "b0", "a1", "b1", "a2"])
        #expect(queue.append("c0", of: ":1.3"))
        #expect((0..<3).map { _ in queue.next() } == ["a3", "c0", "a4"])
        for number in 5..<50 { #expect(queue.next() == "a\(number)") }
        #expect(queue.next() == nil)
        #expect(queue.isEmpty)
    }

    @Test("Calls count until they are answered, for each client on its own")
    func limit() {
        let queue = Held(limit: 2)
        #expect(["one", "two", "three"].map { queue.append($0, of: ":1.1") } == [true, true, false])
        #expect(queue.append("other", of: ":1.2"))
        #expect((0..<3).map { _ in queue.next() } == ["one", "other", "two"])
        #expect(!queue.append("four", of: ":1.1"))
        queue.answered(":1.1")
        #expect(["five", "six"].map { queue.append($0, of: ":1.1") } == [true, false])
        #expect(queue.next() == "five")
    }
}

@Suite("Calls without an answer, over the bus", .bus) struct OpenCallTests {
    @BusActor private func allow(_ count: Int, of connection: BusConnection) { connection.openCallsLimit = count }

    @Test("As many as may be wait for their answers; one more is refused and not carried out, until one is answered")
    func open() async throws {
        let thing = try await Thing()
        await allow(3, of: thing.connection)
        let tickets = try (0..<3).map { _ in try thing.client.send(thing.request("Later")) }
        let replies = try (0..<3).map { _ in try thing.kept.next() }
        for _ in 0..<2 {
            let refusal = thing.error { () throws(DBusError) in _ = try thing.call("Note", ["more"]) }
            #expect(refusal == "LimitsExceeded")
        }
        #expect(thing.notes.count == 0)
        // Another client has calls of its own.
        #expect(try BusClient(address: thing.bus.address).call(thing.request("Note", ["other"])) == [])
        #expect(try thing.notes.next() == "other")
        BusActor.post { replies[0].succeed(["done"]) }
        #expect(try thing.client.reply(to: tickets[0]) == ["done"])
        #expect(thing.isAlive)
        BusActor.post { for reply in replies.dropFirst() { reply.succeed(["done"]) } }
    }
}
