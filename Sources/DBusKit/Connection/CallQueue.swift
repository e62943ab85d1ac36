/// Calls that wait for their turn, by client: a client that floods the service delays only its own calls.
///
/// The calls of one client keep their order. Each client has a limit: D-Bus itself has none for a service, and memory
/// would run out first.
struct CallQueue<Call> {
    private struct Client {
        var waiting = FirstInFirstOut<Call>()
        /// The number of calls that wait or were handed out, and have not been answered.
        var open = 0
    }

    /// The maximum number of unanswered calls of one client.
    var limit: Int
    private var clients: [String: Client] = [:]
    /// The clients with waiting calls, the next one first.
    private var turns = FirstInFirstOut<String>()

    init(limit: Int) { self.limit = limit }

    /// Whether no call waits.
    var isEmpty: Bool { turns.isEmpty }

    /// Appends a call after the earlier ones of its client.
    ///
    /// - Returns: false if the client has reached its limit; the call is not kept then.
    mutating func append(_ call: Call, of client: String) -> Bool {
        guard clients[client, default: Client()].open < limit else { return false }
        clients[client, default: Client()].open += 1
        if clients[client]?.waiting.isEmpty == true { turns.append(client) }
        clients[client]?.waiting.append(call)
        return true
    }

    /// Takes the next call: the first one of a client; then it is the next client's turn.
    mutating func next() -> Call? {
        guard let client = turns.popFirst(), let call = clients[client]?.waiting.popFirst() else { return nil }
        if clients[client]?.waiting.isEmpty == false { turns.append(client) }
        return call
    }

    /// A call that was handed out has been answered.
    mutating func answered(_ client: String) {
        clients[client]?.open -= 1
        if clients[client]?.open == 0 { clients[client] = nil }
    }

    /// Drops the waiting calls.
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

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        defer {
            elements[first] = nil
            first += 1
            // Moved in bulk, so that taking everything is linear.
            if first * 2 >= elements.count {
                elements.removeFirst(first)
                first = 0
            }
        }
        return elements[first]
    }
}
