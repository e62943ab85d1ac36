import PlayerCore

/// Plays damaged items and sees to it that the next item is heard each time.
final class HostilePlayer {
    /// Seconds in which an item is heard or given up, however busy the machine is.
    private static let patience = 5.0
    /// The engine opens an item that says nothing three times, for 1, 2 and 10 seconds.
    private static let stalled = 16.0

    private let next: String
    /// Everything in it is decoded at once.
    private let racing: HostileSession
    /// As it is heard.
    private let real: HostileSession

    init(next: String, folder: String) {
        self.next = next
        racing = HostileSession(
            sinks: ("fakeaudiosink sync=false", "fakevideosink sync=false"), artwork: "\(folder)/art")
        real = HostileSession(sinks: ("none", "none"), artwork: "\(folder)/art")
    }

    /// One third of the items is decoded as a whole and left, one sought in, one heard to its end.
    ///
    /// - Returns: what came of it, in a word.
    func play(_ item: String, _ number: Int) throws(HostileSession.Hang) -> String {
        let session = number % 3 == 2 ? real : racing
        session.perform(
            .replaceQueue([MediaDescription(uri: item), MediaDescription(uri: next)], play: true, start: nil, index: 0))
        var word = "plays"
        // A busy machine is slow; what is given up by the engine itself takes its time.
        if !session.waits(Self.patience, for: { $0.currentIndex != 0 || Self.plays($0) }) {
            word = "stalls"
            guard session.waits(Self.stalled, for: { $0.currentIndex != 0 || Self.plays($0) }) else {
                throw HostileSession.Hang(what: "neither plays nor fails: \(Self.text(session.snapshot))")
            }
        }
        if session.snapshot.currentIndex != 0 {
            word = word == "plays" ? "fails" : word
        } else if number % 3 == 2 {
            word = hear(session)
        } else {
            handle(session, number)
            session.perform(.next)
        }
        // What is left at its end (`stopped`) has no next item to be played.
        guard session.waits(Self.patience * 2, for: { $0.currentIndex == 1 && Self.plays($0) || $0.status == .stopped })
        else { throw HostileSession.Hang(what: "the next item is not heard: \(Self.text(session.snapshot))") }
        guard session.snapshot.status != .stopped || session.snapshot.currentIndex == 1 else {
            throw HostileSession.Hang(what: "the queue stopped: \(Self.text(session.snapshot))")
        }
        return word
    }

    func end() {
        for session in [racing, real] {
            session.perform(.stop)
            session.end()
        }
    }

    /// Lets it decode for a moment, and seeks every second time.
    private func handle(_ session: HostileSession, _ number: Int) {
        _ = session.waits(0.15) { $0.currentIndex != 0 }
        guard number % 3 == 1, session.snapshot.canSeek, let current = session.snapshot.current else { return }
        let length = min(current.duration?.nanoseconds ?? 4_000_000_000, 20_000_000_000)
        session.perform(.setPosition(current.id, MediaTime(nanoseconds: length / 8 * Int64(number % 8))))
        _ = session.waits(0.2) { $0.currentIndex != 0 }
    }

    /// Seeks to right before the end and waits for the next item; what claims to be long is left.
    private func hear(_ session: HostileSession) -> String {
        let before = MediaTime(nanoseconds: 300_000_000)
        guard let current = session.snapshot.current, session.snapshot.canSeek, let duration = current.duration,
            duration > before
        else {
            if session.waits(1, for: { $0.currentIndex != 0 }) { return "ends" }
            session.perform(.next)
            return "leaves"
        }
        session.perform(.setPosition(current.id, duration - before))
        if session.waits(Self.patience, for: { $0.currentIndex != 0 || $0.status == .stopped }) { return "ends" }
        let lasts = Self.text(session.snapshot)
        session.perform(.next)
        return "lasts \(lasts)"
    }

    private static func plays(_ snapshot: PlayerSnapshot) -> Bool {
        snapshot.status == .playing && snapshot.position.rate > 0
    }

    private static func text(_ snapshot: PlayerSnapshot) -> String {
        "item \(snapshot.currentIndex ?? -1), \(snapshot.status), at \(snapshot.position.position.seconds) s"
            + " of \(snapshot.current?.duration?.seconds ?? -1) s, rate \(snapshot.position.rate)"
    }
}
