/// Decides which items are opened after mediad has crashed while it opened them. It is kept in a file that survives the
/// process.
///
/// Each opening and each reading has a mark. After a run that ended without removing its marks, their items are blamed:
///
/// - A crash (a signal that a fault raises) blames the items that were not ready yet; if all were, the one that was opened
///   last. Beside an item that plays, it is the next one, which was being prepared.
/// - A kill leaves no such signal. It may come from a person, or from the kernel because of the memory that a decoder
///   takes. It blames an item only if it came twice in a row before the item was ready.
///
/// A blamed item is opened only on an explicit request, and after another crash not at all. Its key contains the version of
/// its file, so a changed file is another item. An item that is opened well is blamed no more.
public struct OpeningLedger: Sendable {
    /// Identifies one opening.
    public struct Mark: Hashable, Sendable {
        let number: UInt64
    }

    /// How the last run ended.
    public enum End: Hashable, Sendable {
        case clean
        /// A signal that a fault raises.
        case crash
        /// No trace: SIGKILL, or a power failure.
        case kill
    }

    /// How far an opening is.
    public enum Stage: Hashable, Sendable {
        /// Nothing of it is decoded yet.
        case opening
        /// Its first data is decoded; since less than ``PlayerCore/OpeningLedger/probation``.
        case ready
    }

    /// What becomes of an opening.
    public enum Event: Hashable, Sendable {
        /// Its first data is decoded.
        case ready
        /// It has been ready for ``PlayerCore/OpeningLedger/probation``.
        case proven
        /// It is over before that, or nothing was decoded.
        case closed
    }

    /// The answer to a request to open an item.
    public enum Verdict: Hashable, Sendable {
        case opens(Mark)
        /// It has crashed mediad so often.
        case refused(crashes: Int)
    }

    /// What is known of an item.
    public struct Entry: Hashable, Sendable {
        /// Identifies the item and the version of its file.
        public var key: String
        /// Nil while it is not being opened.
        public var stage: Stage?
        /// How often in a row a run was killed before the item was ready.
        public var kills: Int
        /// How often a run crashed because of it, as far as is known.
        public var crashes: Int
        /// When it was blamed last, in seconds since 1970.
        public var blamedAt: Int64

        public init(key: String, stage: Stage? = nil, kills: Int = 0, crashes: Int = 0, blamedAt: Int64 = 0) {
            self.key = key
            self.stage = stage
            self.kills = kills
            self.crashes = crashes
            self.blamedAt = blamedAt
        }
    }

    /// How long an item must have been ready to count as opened well, in seconds.
    public static let probation: Int64 = 5
    /// How many kills in a row count as a crash.
    static let killsPerCrash = 2
    /// From this number of crashes on, an item is not opened any more.
    static let finalCrashes = 2
    /// How long an item on a server is blamed, in seconds: its content has no known version.
    static let remoteTerm: Int64 = 86_400
    /// The maximum number of items that are blamed; those that were blamed first are forgotten first.
    static let mostBlamed = 64

    /// The items that are blamed, or were open at a kill.
    private var blamed: [Entry]
    private var marks: [Mark: (key: String, stage: Stage)] = [:]
    /// The items that somebody insisted on in this run: another pipeline of the same item is part of the same attempt.
    private var insistedOn: Set<String> = []
    private var lastMark: UInt64 = 0

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - entries: as the last run left them.
    ///   - now: in seconds since 1970.
    public init(_ entries: [Entry] = [], after end: End = .clean, now: Int64 = 0) {
        let suspects = Self.suspects(entries, after: end)
        blamed = entries.indices.map { index in
            var entry = entries[index]
            if entry.stage != nil, end != .clean { Self.blame(&entry, isSuspect: suspects.contains(index), end, now) }
            entry.stage = nil
            return entry
        }.filter { $0.kills > 0 || $0.crashes > 0 }
        if blamed.count > Self.mostBlamed {
            blamed.sort { $0.blamedAt < $1.blamedAt }
            blamed.removeFirst(blamed.count - Self.mostBlamed)
        }
    }

    /// The indices of those that may have ended the run.
    private static func suspects(_ entries: [Entry], after end: End) -> [Int] {
        let opening = entries.indices.filter { entries[$0].stage == .opening }
        guard opening.isEmpty, end == .crash else { return opening }
        return entries.lastIndex { $0.stage == .ready }.map { [$0] } ?? []
    }

    private static func blame(_ entry: inout Entry, isSuspect: Bool, _ end: End, _ now: Int64) {
        guard isSuspect else {
            entry.kills = 0
            return
        }
        entry.kills += end == .kill ? 1 : 0
        if end == .crash || entry.kills == killsPerCrash {
            entry.crashes += 1
            entry.kills = 0
        }
        entry.blamedAt = now
    }

    /// The items that the next run has to know: those that are blamed, then those that are being opened, the last one last.
    public var entries: [Entry] {
        var opened: [Entry] = []
        for (_, place) in marks.sorted(by: { $0.key.number < $1.key.number }) {
            var entry = blamed.first { $0.key == place.key } ?? Entry(key: place.key)
            let earlier = opened.firstIndex { $0.key == place.key }.map { opened.remove(at: $0).stage }
            entry.stage = earlier == .opening ? .opening : place.stage
            opened.append(entry)
        }
        return blamed.filter { entry in !opened.contains { $0.key == entry.key } } + opened
    }

    /// How often an item has crashed mediad; 0 if it may be opened without being asked for.
    public func crashes(of key: String, isRemote: Bool, now: Int64) -> Int {
        guard let entry = blamed.first(where: { $0.key == key }) else { return 0 }
        return isRemote && now - entry.blamedAt > Self.remoteTerm ? 0 : entry.crashes
    }

    /// Opens an item, or refuses it.
    ///
    /// - Parameters:
    ///   - insists: whether a person asks for it although it is blamed.
    ///   - isRemote: whether the key contains no version.
    ///   - now: in seconds since 1970.
    public mutating func open(_ key: String, insists: Bool, isRemote: Bool, now: Int64) -> Verdict {
        let crashes = crashes(of: key, isRemote: isRemote, now: now)
        if crashes > 0 {
            guard crashes < Self.finalCrashes, insists || insistedOn.contains(key) else {
                return .refused(crashes: crashes)
            }
            insistedOn.insert(key)
        }
        lastMark += 1
        let mark = Mark(number: lastMark)
        marks[mark] = (key, .opening)
        return .opens(mark)
    }

    /// - Returns: whether ``entries`` may have changed.
    public mutating func note(_ event: Event, of mark: Mark) -> Bool {
        guard let key = marks[mark]?.key else { return false }
        switch event {
        case .ready: marks[mark]?.stage = .ready
        case .proven, .closed: marks[mark] = nil
        }
        guard let index = blamed.firstIndex(where: { $0.key == key }) else { return true }
        if event == .ready { blamed[index].kills = 0 }
        if event == .proven || blamed[index].crashes == 0 && blamed[index].kills == 0 {
            blamed.remove(at: index)
            insistedOn.remove(key)
        }
        return true
    }
}
