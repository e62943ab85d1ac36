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
