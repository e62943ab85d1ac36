/// Calls that wait for their turn, client by client: a client that calls without end holds up its own calls only.
///
/// The calls of one client keep their order. Only so many of a client are in hand at a time, handed out and not answered
/// yet: the calls of others stand behind no more of them wherever they are handed on to. And each client has a limit in
/// all: D-Bus itself has none for a service, and memory would be the first to end.
struct CallQueue<Call> {
    private struct Client {
        var waiting = FirstInFirstOut<Call>()
        /// Calls that were handed out and were not answered yet.
        var inHand = 0
        /// Whether it is among those whose turn comes.
        var hasTurn = false

        var open: Int { waiting.count + inHand }

        func mayHaveTurn(_ width: Int) -> Bool { !hasTurn && !waiting.isEmpty && inHand < width }
    }

    /// The calls of one client that may be without an answer.
    private let limit: Int
    /// The calls of one client that may be in hand.
    private let width: Int
    private var clients: [String: Client] = [:]
    /// Who has calls that wait, the next one first.
    private var turns = FirstInFirstOut<String>()

    init(limit: Int, width: Int) {
        self.limit = limit
        self.width = width
    }

    /// Whether there is no call whose turn it is.
    var isEmpty: Bool { turns.isEmpty }

    /// Lines a call up behind the earlier ones of its client.
    ///
    /// - Returns: false where the client has reached its limit; the call is not kept then.
    mutating func append(_ call: Call, of client: String) -> Bool {
        guard (clients[client]?.open ?? 0) < limit else { return false }
        clients[client, default: Client()].waiting.append(call)
        lineUp(client)
        return true
    }

    /// Gives a client a turn, if it may have one.
    private mutating func lineUp(_ client: String) {
        guard clients[client]?.mayHaveTurn(width) == true else { return }
        clients[client]?.hasTurn = true
        turns.append(client)
    }

    /// Takes the call whose turn it is: the first of a client, and then it is the next client's turn.
    mutating func next() -> Call? {
        guard let client = turns.popFirst(), let call = clients[client]?.waiting.popFirst() else { return nil }
        clients[client]?.inHand += 1
        clients[client]?.hasTurn = false
        lineUp(client)
        return call
    }

    /// A call that was handed out has its answer.
    mutating func answered(_ client: String) {
        clients[client]?.inHand -= 1
        if clients[client]?.open == 0 { clients[client] = nil } else { lineUp(client) }
    }

    /// Drops what waits.
    mutating func removeAll() {
        clients.removeAll()
        turns = FirstInFirstOut()
    }
}

/// A queue whose first element is taken in constant time.
private struct FirstInFirstOut<Element> {
    private var elements: [Element?] = []
    private var first = 0

    var isEmpty: Bool { first == elements.count }
    var count: Int { elements.count - first }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        defer {
            elements[first] = nil
            first += 1
            // Moved in bulk, so that taking everything stays linear.
            if first * 2 >= elements.count {
                elements.removeFirst(first)
                first = 0
            }
        }
        return elements[first]
    }
}
