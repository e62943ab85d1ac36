internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import LibraryStore
internal import Logging
internal import PlayerCore
internal import Synchronization

/// The journal as the player's loop and the bus use it: adds the time and the identities of files to their data.
///
/// Files are read on a separate queue, so that a disk that hangs delays nothing else.
final class Library: Sendable {
    private let store: LibraryStore
    private let lock: JournalLock
    private let identities = IdentityCache()
    /// What is being opened; nil if that cannot be kept.
    let openings: OpeningJournal?
    private let isKept = Mutex(true)
    private let queue = WorkQueue(label: "mediad.library", width: 4)
    private let logger: Logger

    /// The reason why nothing can be stored, as a sentence.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    init(environment: [String: String], logger: Logger) throws(Refusal) {
        guard let folder = Self.folder(in: environment) else {
            throw Refusal(description: "nothing is stored: neither XDG_STATE_HOME nor HOME is set")
        }
        let path = "\(folder)/journal.sqlite"
        guard let lock = JournalLock(path: path) else {
            throw Refusal(description: "nothing is stored: another mediad uses \(path)")
        }
        self.lock = lock
        self.logger = logger
        store = LibraryStore(path: path) { logger.warning("\($0)") }
        openings = OpeningJournal(path: "\(folder)/openings")
    }

    /// The folder of the daemon's state; nil if there is none.
    static func folder(in environment: [String: String]) -> String? {
        UserFolders(environment: environment).state.map { "\($0)/mediad" }
    }

    /// The session of the last run, the time since then, and why its current item must not be opened; nil if there was no
    /// session or it is unknown.
    func lastSession() async -> (session: StoredSession, absence: MediaTime, fault: PlaybackFault?)? {
        guard var session = await store.loadSession() else { return nil }
        // The artwork cache may have been emptied since.
        if let picture = session.state.metadata?.artworkURI, let path = FileURI.path(of: picture), await isGone(path) {
            session.state.metadata?.artworkURI = nil
        }
        return (session, Self.absence(since: session.state.savedAt), await fault(of: session))
    }

    /// The queue that was replaced in the last run, and how long ago; nil if it is too old or there is none.
    func formerQueue() async -> (queue: FormerQueue, age: MediaTime)? {
        guard let former = await store.formerQueue() else { return nil }
        let age = Self.absence(since: former.time)
        guard age < FormerQueue.lifetime else {
            store.dropQueue()
            return nil
        }
        return (former.queue, age)
    }

    /// Why the current item of a session must not be opened: it has crashed mediad.
    private func fault(of session: StoredSession) async -> PlaybackFault? {
        guard let openings, let index = session.currentIndex, session.items.indices.contains(index) else { return nil }
        let uri = session.items[index].description.uri
        return await withCheckedContinuation { continuation in
            queue.run(within: 0.5) {
                openings.blame(of: uri)
            } then: { blame in
                continuation.resume(returning: (blame ?? nil).map { PlaybackFault($0, for: uri) })
            }
        }
    }

    /// Whether a file is known to be missing. A disk that does not respond must not delay the start of the daemon.
    private func isGone(_ path: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            queue.run(within: 0.5) {
                !FileManager.default.fileExists(atPath: String(decoding: path, as: UTF8.self))
            } then: { isGone in
                continuation.resume(returning: isGone ?? false)
            }
        }
    }

    /// Checks whether the restored item is still the same file. `then` is called only if it is a different one.
    func verify(_ session: StoredSession, then: @escaping @Sendable (ItemID) -> Void) {
        guard let identity = session.state.identity, let index = session.currentIndex,
            session.items.indices.contains(index)
        else { return }
        let item = session.items[index]
        identities[item.description.uri] = identity
        queue.run { [self] in
            // A missing file may come back.
            guard let present = Self.identity(of: item.description.uri, LastingName(item.description)),
                present != identity
            else { return }
            identities[item.description.uri] = present
            then(item.id)
        }
    }

    /// Carries out an effect of the player.
    func perform(_ effect: LibraryEffect, answer: @escaping @Sendable (LibraryAnswer) -> Void) {
        switch effect {
        case .save(var session):
            if session.state.savedAt == 0 { session.state.savedAt = Self.now }
            let current = session.currentIndex.flatMap { session.items.indices.contains($0) ? session.items[$0] : nil }
            session.state.identity = current.flatMap { identities[$0.description.uri] }
            store.save(session)
        case .record(let record): self.record(record, at: Self.now)
        case .recall(let generation, let uri, let name):
            recollection(of: uri, name) { entry in
                if let tracks = entry?.tracks { answer(.tracksRecalled(generation, tracks)) }
                answer(.recalled(generation, entry.flatMap(Self.recollection)))
                Self.tellSettings(of: entry, generation, answer)
            }
        case .recallSettings(let generation, let uri, let name):
            recollection(of: uri, name) { entry in
                if let tracks = entry?.tracks { answer(.tracksRecalled(generation, tracks)) }
                answer(.recalled(generation, nil))
                Self.tellSettings(of: entry, generation, answer)
            }
        case .recallChoice(let generation, let series):
            store.perform { [store] in answer(.choiceRecalled(generation, await store.choice(forSeries: series))) }
        case .recallQueue(let generation, let items):
            store.perform { [self] in answer(.queueRecalled(generation, await continuation(of: items))) }
        case .keepQueue(let queue): store.keepQueue(queue, at: Self.now)
        case .dropQueue: store.dropQueue()
        case .choose(let choice, let series): store.setChoice(choice, forSeries: series)
        }
    }

    /// Tells what else was chosen for an item, as far as anything was.
    private static func tellSettings(
        of entry: HistoryEntry?, _ generation: Generation, _ answer: (LibraryAnswer) -> Void
    ) {
        if let style = entry?.subtitles { answer(.subtitlesRecalled(generation, style)) }
        if let delay = entry?.audioDelay { answer(.audioDelayRecalled(generation, delay)) }
    }

    /// Writes pending changes and closes the file, within the given time at most.
    func close(within time: Duration) async {
        openings?.finish()
        if await store.close(deadline: time) { return }
        logger.warning("the latest changes could not be written to the journal")
    }

    /// Runs a task that mainly reads from the library.
    func perform(_ body: @escaping @Sendable () async -> Void) { store.perform(body) }

    // MARK: The history

    /// The entries, newest first.
    func history(offset: Int, count: Int) async -> [HistoryEntry] { await store.history(offset: offset, count: count) }

    /// The position where an item was left, for an explicit request: the rules for automatic resuming do not apply. With
    /// the queue that it was played from, if that is known.
    func resumePoint(
        of uri: String, then: @escaping @Sendable ((recollection: Recollection, queue: [MediaDescription])?) -> Void
    ) {
        recollection(of: uri, nil) { [self] entry in
            guard let entry else { return then(nil) }
            let recollection = Recollection(
                resume: entry.resume ?? ResumePoint(position: entry.isAtEnd ? .zero : entry.position),
                absence: Self.absence(since: entry.lastPlayed))
            store.perform { [self] in then((recollection, await store.queue(of: entry.identity))) }
        }
    }

    /// With which of the items of a queue it goes on; nil if it begins at its beginning.
    private func continuation(of items: [QueueItem]) async -> Continuation? {
        let keys = items.map { item in
            let uri = item.description.uri
            return (
                uri: uri.withoutLogin,
                identity: LastingName(item.description).flatMap { Self.identity(of: uri, $0) }
            )
        }
        let known = zip(items, await store.entries(of: keys)).map { (item: $0, entry: $1) }
        guard let place = Continuation.place(in: known) else { return nil }
        return Continuation(item: place.item.id, recollection: place.entry.flatMap(Self.recollection))
    }

    /// Forgets an item. `then` receives whether the history contained it.
    func forget(_ uri: String, then: @escaping @Sendable (Bool) -> Void) {
        queue.run { [self] in
            let identity = Self.identity(of: uri, nil)
            store.perform { [self] in
                var isKnown = await store.entry(forURI: uri) != nil
                if let identity, await store.entry(for: identity) != nil { isKnown = true }
                store.forget(uri: uri)
                if let identity { store.forget(identity) }
                then(isKnown)
            }
        }
    }

    /// Whether the history is kept, as configured.
    var keepsHistory: Bool {
        get { isKept.withLock { $0 } }
        set { isKept.withLock { $0 = newValue } }
    }

    /// Imports a folder of mpv's watch-later files.
    ///
    /// - Parameter known: URIs that may have been played with mpv, for files that do not contain their path.
    func importWatchLater(
        _ folder: String, known: [String], then: @escaping @Sendable (_ imported: Int, _ problems: [String]) -> Void
    ) {
        guard keepsHistory else {
            return then(0, ["Nothing was imported: the history is turned off (keep = false under [history])."])
        }
        queue.run { [store] in
            let findings = WatchLaterFolder(path: folder).findings(known: known)
            var problems = findings.problems
            var entries: [HistoryEntry] = []
            for entry in findings.entries {
                guard let identity = ContentIdentity(uri: entry.uri) else {
                    problems.append("\(entry.uri) was not imported: the file no longer exists.")
                    continue
                }
                entries.append(entry.historyEntry(identity: identity))
            }
            store.importHistory(entries)
            then(entries.count, problems)
        }
    }

    // MARK: Playlists

    /// The time when each playlist was last played, by URI, in seconds since 1970.
    func playlists() async -> [String: Double] { await store.playlists() }

    /// Records that a playlist was played.
    func recordPlaylist(_ uri: String, at time: Double) { store.recordPlaylist(uri, at: time) }

    // MARK: Identities

    private func record(_ record: PlaybackRecord, at time: Double) {
        if let identity = identities[record.uri] {
            return store.record(record.entry(identity, at: time), from: record.queue)
        }
        queue.run { [self] in
            guard let identity = Self.identity(of: record.uri, record.name) else { return }
            identities[record.uri] = identity
            store.record(record.entry(identity, at: time), from: record.queue)
        }
    }

    /// The entry of the present file, which may be a different file than the last time.
    private func recollection(
        of uri: String, _ name: LastingName?, then: @escaping @Sendable (HistoryEntry?) -> Void
    ) {
        queue.run { [self] in
            let identity = Self.identity(of: uri, name)
            identities[uri] = identity
            guard let identity else {
                // A book, which is named by its folder.
                guard let path = FileURI.path(of: uri), Self.isFolder(path) else { return then(nil) }
                return store.perform { [self] in then(await store.entry(forURI: uri)) }
            }
            store.perform { [self] in
                if let entry = await store.entry(for: identity) { return then(entry) }
                // An episode that is requested by its URI, or that was played before its feed was known.
                let isRemote = FileURI.escapedPath(of: uri) == nil
                then(isRemote ? await store.entry(forURI: uri.withoutLogin) : nil)
            }
        }
    }

    private static func isFolder(_ path: [UInt8]) -> Bool {
        var status = stat()
        return (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) == 0 } ?? false
        } && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Logins are not part of what was played, and not kept.
    private static func identity(of uri: String, _ name: LastingName?) -> ContentIdentity? {
        name.map { ContentIdentity(text: "guid:" + $0.text) } ?? ContentIdentity(uri: uri.withoutLogin)
    }

    private static func recollection(_ entry: HistoryEntry) -> Recollection? {
        entry.resume.map { Recollection(resume: $0, absence: absence(since: entry.lastPlayed)) }
    }

    private static func absence(since time: Double) -> MediaTime { MediaTime(seconds: max(0, now - time)) ?? .zero }

    private static var now: Double { Date().timeIntervalSince1970 }
}

extension HistoryEntry {
    /// Whether the item was left at its end.
    fileprivate var isAtEnd: Bool { duration.map { position >= $0 } ?? false }
}

extension PlaybackRecord {
    fileprivate func entry(_ identity: ContentIdentity, at time: Double) -> HistoryEntry {
        HistoryEntry(
            identity: identity, uri: uri.withoutLogin, title: title, series: series, season: season, episode: episode,
            position: position, duration: duration, isPlayed: isPlayed, resume: resume, subtitles: subtitles,
            audioDelay: audioDelay, tracks: tracks, kind: kind, lastPlayed: time)
    }
}
