/// Decides which items are opened after mediad has crashed while it opened them. It is kept in a file that survives the
/// process.
///
/// Each opening and each reading has a mark. After a run that ended without removing its marks, their items are blamed:
///
/// - A crash (a signal that a fault raises) blames the items that were not ready yet, or else the one that was opened last:
///   beside an item that plays, that is the next one, which is being prepared. If that one had been ready for some time, a
///   single crash is taken for an accident, as it may have any reason.
/// - A kill leaves no such signal. It may come from a person, from a power failure, or from the kernel because of the memory
///   that a decoder takes. It counts only before the item was ready, and only if it happens again and again.
///
/// A blamed item is opened only on an explicit request, and if that crashes, too, not at all. Its key contains the version of
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
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        /// Nothing of it is decoded yet.
        case opening
        /// Its first data is decoded; since less than ``PlayerCore/OpeningLedger/probation``.
        case ready
        /// The same, since less than ``PlayerCore/OpeningLedger/settling``.
        case proven
    }

    /// What becomes of an opening.
    public enum Event: Hashable, Sendable {
        /// Its first data is decoded.
        case ready
        /// It has been ready for ``PlayerCore/OpeningLedger/probation``.
        case proven
        /// It has been ready for ``PlayerCore/OpeningLedger/settling``.
        case settled
        /// It is over before that.
        case closed
    }

    /// The answer to a request to open an item.
    public enum Verdict: Hashable, Sendable {
        case opens(Mark)
        case refused(Blame)
    }

    /// Why an item is not opened by itself.
    public enum Blame: Hashable, Sendable {
        /// Runs were killed while it was being opened, one after the other.
        case killed
        /// A run crashed because of it, as far as is known; a person may try it once more.
        case crashed
        /// That try crashed, too: it is not opened any more.
        case crashedAgain
        /// Runs crashed one after the other while other items were being opened: nothing is opened by itself.
        case crashedWithOthers
    }

    /// What is known of an item.
    public struct Entry: Hashable, Sendable {
        /// Identifies the item and the version of its file.
        public var key: String
        /// Nil while it is not being opened.
        public var stage: Stage?
        /// How often in a row a run was killed before the item was ready.
        public var kills: Int
        /// How often a run crashed before the item was proven.
        public var crashes: Int
        /// How often in a row a run crashed after that, and before the item was settled.
        public var accidents: Int
        /// When it was blamed last, in seconds since 1970.
        public var blamedAt: Int64

        public init(
            key: String, stage: Stage? = nil, kills: Int = 0, crashes: Int = 0, accidents: Int = 0, blamedAt: Int64 = 0
        ) {
            self.key = key
            self.stage = stage
            self.kills = kills
            self.crashes = crashes
            self.accidents = accidents
            self.blamedAt = blamedAt
        }

        fileprivate var isBlameless: Bool { kills == 0 && crashes == 0 && accidents == 0 }

        /// The first accident may have any reason, the second is a crash.
        private var allCrashes: Int { max(crashes, accidents - 1) }

        /// - Parameter isRestoring: whether nobody is there who could be waiting for the item.
        fileprivate func blame(isRestoring: Bool) -> Blame? {
            if allCrashes >= 2 { return .crashedAgain }
            if allCrashes == 1 { return .crashed }
            return kills >= (isRestoring ? killsUntilWaiting : killsUntilSkipped) ? .killed : nil
        }
    }

    /// How long an item must have been ready to count as opened well, in seconds.
    public static let probation: Int64 = 5
    /// How long it must have been ready until a crash has nothing to do with it, in seconds: more than the interval at which
    /// the position is saved, so that a part that crashes a decoder is reached again before.
    public static let settling: Int64 = 60
    /// How many kills in a row let a restored item wait.
    private static let killsUntilWaiting = 2
    /// How many kills in a row let an item be skipped.
    private static let killsUntilSkipped = 4
    /// So many items that crashed within so many seconds are a loop. systemd starts mediad 20 times a minute.
    private static let (crashesOfLoop, loopTerm) = (3, Int64(60))
    /// How long an item on a server is blamed, in seconds: its content has no known version.
    static let remoteTerm: Int64 = 86_400
    /// The maximum number of items that are blamed; those that were blamed first are forgotten first.
    static let mostBlamed = 64

    /// The items that are blamed, or were being opened at a kill.
    private var blamed: [Entry]
    private var marks: [Mark: (key: String, stage: Stage)] = [:]
    /// The items that somebody insisted on in this run: another pipeline of the same item is part of the same attempt.
    private var insistedOn: Set<String> = []
    private var lastMark: UInt64 = 0

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - entries: as the last run left them, see ``PlayerCore/OpeningLedger/entries``.
    ///   - now: in seconds since 1970.
    public init(_ entries: [Entry] = [], after end: End = .clean, now: Int64 = 0) {
        let suspects = Self.suspects(entries, after: end)
        blamed = entries.indices.map { index in
            var entry = entries[index]
            if suspects.contains(index) { Self.accuse(&entry, end, now) }
            if !suspects.contains(index), entry.stage != nil, end != .clean { entry.kills = 0 }
            entry.stage = nil
            return entry
        }.filter { !$0.isBlameless }
        if blamed.count > Self.mostBlamed {
            blamed.sort { $0.blamedAt < $1.blamedAt }
            blamed.removeFirst(blamed.count - Self.mostBlamed)
        }
    }

    /// The indices of those that may have ended the run.
    private static func suspects(_ entries: [Entry], after end: End) -> [Int] {
        if end == .clean { return [] }
        let opening = entries.indices.filter { entries[$0].stage == .opening }
        guard opening.isEmpty, end == .crash else { return opening }
        let last = entries.lastIndex { $0.stage == .ready } ?? entries.lastIndex { $0.stage == .proven }
        return last.map { [$0] } ?? []
    }

    private static func accuse(_ entry: inout Entry, _ end: End, _ now: Int64) {
        switch (end, entry.stage) {
        case (.kill, _): entry.kills += 1
        case (_, .proven): entry.accidents += 1
        default: entry.crashes += 1
        }
        entry.blamedAt = now
    }

    /// What the next run has to know: the items that are blamed, then those that are being opened, the last one last.
    public var entries: [Entry] {
        var opened: [Entry] = []
        for (_, place) in marks.sorted(by: { $0.key.number < $1.key.number }) {
            var entry = blamed.first { $0.key == place.key } ?? Entry(key: place.key)
            let other = opened.firstIndex { $0.key == place.key }.map { opened.remove(at: $0).stage } ?? nil
            entry.stage = Stage.allCases.first { $0 == other || $0 == place.stage }
            opened.append(entry)
        }
        return blamed.filter { entry in !opened.contains { $0.key == entry.key } } + opened
    }

    /// Why an item is not opened by itself when the session is restored; nil: it is opened.
    ///
    /// What follows it is opened with it. In a queue of files that all crash, each start would crash with the next one, until
    /// systemd gives up.
    ///
    /// A clock that was set back leaves times in the future. They are as far away as those that are past: nobody is blamed
    /// until the clock gets there.
    public func blame(of key: String, isRemote: Bool, now: Int64) -> Blame? {
        let recent = blamed.count { $0.crashes + $0.accidents > 0 && $0.isBlamed(within: Self.loopTerm, of: now) }
        return blame(of: key, isRestoring: true, isRemote: isRemote, now: now)
            ?? (recent >= Self.crashesOfLoop ? .crashedWithOthers : nil)
    }

    private func blame(of key: String, isRestoring: Bool, isRemote: Bool, now: Int64) -> Blame? {
        guard let entry = blamed.first(where: { $0.key == key }) else { return nil }
        return isRemote && !entry.isBlamed(within: Self.remoteTerm, of: now)
            ? nil : entry.blame(isRestoring: isRestoring)
    }

    /// Opens an item, or refuses it.
    ///
    /// - Parameters:
    ///   - insists: whether a person asks for it although it is blamed.
    ///   - isRemote: whether the key contains no version.
    ///   - now: in seconds since 1970.
    public mutating func open(_ key: String, insists: Bool, isRemote: Bool, now: Int64) -> Verdict {
        if let blame = blame(of: key, isRestoring: false, isRemote: isRemote, now: now) {
            guard blame != .crashedAgain, insists || insistedOn.contains(key) else { return .refused(blame) }
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
        case .proven: marks[mark]?.stage = .proven
        case .settled, .closed: marks[mark] = nil
        }
        guard event != .closed, let index = blamed.firstIndex(where: { $0.key == key }) else { return true }
        blamed[index].kills = 0
        if event != .ready { blamed[index].crashes = 0 }
        if event == .settled { blamed[index].accidents = 0 }
        if blamed[index].isBlameless {
            blamed.remove(at: index)
            insistedOn.remove(key)
        }
        return true
    }
}

extension PlaybackFault {
    /// The fault of an item that is not opened because of what happened before.
    public init(_ blame: OpeningLedger.Blame, for uri: String) {
        let sentence =
            switch blame {
            case .killed:
                "mediad was killed again and again while opening \(uri). Play it again to try it once more, or skip it."
            case .crashed: "mediad crashed while opening \(uri). Play it again to try it once more, or skip it."
            case .crashedAgain:
                "mediad crashed again while opening \(uri). It is not opened until its file changes: "
                    + "replace the file, or skip it."
            case .crashedWithOthers:
                "mediad crashed several times within a minute while opening other items, so \(uri) was not opened by itself. "
                    + "Play it to go on; if it happens again, a decoder of GStreamer is broken: update it."
            }
        self.init(.crashed, sentence)
    }
}

extension OpeningLedger.Entry {
    /// Whether it was blamed so many seconds ago at most, or is so many ahead of a clock that was set back.
    fileprivate func isBlamed(within seconds: Int64, of now: Int64) -> Bool {
        UInt64(bitPattern: max(now, blamedAt) &- min(now, blamedAt)) <= seconds
    }
}
