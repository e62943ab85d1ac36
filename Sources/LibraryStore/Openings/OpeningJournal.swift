internal import GLibLoop
internal import Glibc
public import PlayerCore
internal import Synchronization

/// Keeps what is being opened in a file beside the journal, so that the next run knows what this one crashed at.
///
/// Only the process that holds the journal's lock may use it.
public final class OpeningJournal: Sendable {
    private struct State {
        var ledger: OpeningLedger
        /// The number of the state that is to be written.
        var version: UInt64 = 0
        var isFinished = false
    }

    private struct Disk: ~Copyable {
        let file: OpeningFile
        /// The number of the state in the file.
        var version: UInt64 = 0
    }

    /// The longest time that an item waits for its mark to be written, in microseconds: a disk may hang.
    private static let patience: Int64 = 250_000

    private let state: Mutex<State>
    private let disk: Mutex<Disk>
    private let queue = WorkQueue(label: "mediad.openings", width: 1)
    private let written = Condition()
    private let writtenVersion = Atomic<UInt64>(0)

    /// Reads what the last run left, and begins a new one.
    ///
    /// - Parameter path: of the file.
    /// - Returns: nil if there can be no such file; then nothing is blamed.
    public init?(path: String) {
        guard let file = OpeningFile.open(path: path) else { return nil }
        let (entries, end) = file.read()
        let ledger = OpeningLedger(entries, after: end, now: Self.now)
        file.begin(ledger.entries)
        state = Mutex(State(ledger: ledger))
        disk = Mutex(Disk(file: file))
    }

    /// Why a restored item must wait until somebody asks for it; nil if it may be opened. Accesses the item's file.
    public func blame(of uri: String) -> OpeningLedger.Blame? {
        let (key, isRemote) = Self.key(of: uri)
        return state.withLock { $0.ledger.blame(of: key, isRemote: isRemote, now: Self.now) }
    }

    /// Opens an item or refuses it. When this returns, its mark is in the file; after a quarter of a second it returns in
    /// any case. Accesses the item's file: do not call this on a thread that must not wait.
    ///
    /// - Parameter insists: whether a person asks for the item although it is blamed.
    public func open(_ uri: String, insists: Bool) -> OpeningLedger.Verdict {
        let (key, isRemote) = Self.key(of: uri)
        let (verdict, version) = state.withLock { state in
            let verdict = state.ledger.open(key, insists: insists, isRemote: isRemote, now: Self.now)
            if case .opens = verdict { state.version += 1 }
            return (verdict, state.version)
        }
        guard case .opens = verdict else { return verdict }
        write()
        let deadline = MonotonicClock.microseconds + Self.patience
        written.withLock {
            while writtenVersion.load(ordering: .acquiring) < version, written.wait(until: deadline) {}
        }
        return verdict
    }

    /// Notes what becomes of an opening; returns at once.
    public func note(_ event: OpeningLedger.Event, of mark: OpeningLedger.Mark) {
        let isChanged = state.withLock { state in
            guard state.ledger.note(event, of: mark) else { return false }
            state.version += 1
            return true
        }
        if isChanged { write() }
    }

    /// Ends the run as requested: nobody is to blame for what comes now. Waits for the disk for a quarter of a second.
    public func finish() {
        let version = state.withLock { state in
            state.isFinished = true
            state.version += 1
            return state.version
        }
        write()
        let deadline = MonotonicClock.microseconds + Self.patience
        written.withLock {
            while writtenVersion.load(ordering: .acquiring) < version, written.wait(until: deadline) {}
        }
    }

    private func write() {
        queue.run { [self] in
            let (entries, version, isFinished) = state.withLock { ($0.ledger.entries, $0.version, $0.isFinished) }
            disk.withLock { disk in
                guard disk.version < version else { return }
                disk.version = version
                if isFinished { disk.file.finish(entries) } else { disk.file.write(entries) }
            }
            written.withLock {
                let newest = max(version, writtenVersion.load(ordering: .relaxed))
                writtenVersion.store(newest, ordering: .releasing)
                written.broadcast()
            }
        }
    }

    /// The key of an item: a sum of its address and, for a local file, of its version. Logins are not part of it.
    private static func key(of uri: String) -> (key: String, isRemote: Bool) {
        guard let path = FileURI.path(of: uri) else {
            return (Checksum.sha256.text(of: Array(uri.withoutLogin.utf8)), true)
        }
        var status = stat()
        let answer = (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
        }
        let version =
            answer == 0 ? "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)" : "missing"
        return (Checksum.sha256.text(of: path + [0] + Array(version.utf8)), false)
    }

    private static var now: Int64 { Int64(time(nil)) }
}
