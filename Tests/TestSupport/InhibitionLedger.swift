internal import Synchronization

/// What fake services were asked to inhibit and what of it stands.
///
/// One line for each thing that happens: `+portal 12` for an inhibition that was granted, `-portal 12` for its end,
/// `?portal 12` for a request that was not granted at once, `portal left` for the end of a service with all it granted.
public final class InhibitionLedger: Sendable {
    private let lines = Mailbox<String>()
    private let entries = Mutex<[String]>([])
    private let highest = Mutex(0)

    public init() {}

    /// What is inhibited now.
    public var standing: [String] { entries.withLock { $0.sorted() } }

    /// How much stood at the same time, at most.
    public var most: Int { highest.withLock { $0 } }

    /// How many lines were not read yet.
    public var unread: Int { lines.count }

    /// The next line, in the order in which things happened.
    public func next(within time: Duration = .seconds(10), _ what: String = "an inhibition or its end") throws -> String
    {
        try lines.next(within: time, what)
    }

    /// As many lines as are wanted.
    public func next(_ count: Int) throws -> [String] { try (0..<count).map { _ in try next() } }

    func grant(_ entry: String) {
        let count = entries.withLock { entries in
            entries.append(entry)
            return entries.count
        }
        highest.withLock { $0 = max($0, count) }
        lines.post("+" + entry)
    }

    func end(_ entry: String) {
        let stood = entries.withLock { entries in
            guard let index = entries.firstIndex(of: entry) else { return false }
            entries.remove(at: index)
            return true
        }
        if stood { lines.post("-" + entry) }
    }

    func refuse(_ entry: String) { lines.post("?" + entry) }

    func leave(_ service: String) {
        entries.withLock { $0.removeAll { $0.hasPrefix(service + " ") } }
        lines.post(service + " left")
    }
}
