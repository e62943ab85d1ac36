internal import GLibLoop
public import PlayerCore

/// Knows which items have crashed mediad, and keeps what is being opened now. Called on any thread but a loop's: it accesses
/// files.
public protocol OpeningGuard: Sendable {
    /// Opens an item or refuses it.
    ///
    /// - Parameter insists: whether a person asks for the item although it has crashed mediad.
    func open(_ uri: String, insists: Bool) -> OpeningLedger.Verdict
    /// Notes what becomes of an opening; returns at once.
    func note(_ event: OpeningLedger.Event, of mark: OpeningLedger.Mark)
}

/// The mark of an item while it is opened or read; taken away when the last reference is.
final class OpeningMark: Sendable {
    private let openings: any OpeningGuard
    private let mark: OpeningLedger.Mark
    @MediaActor private var timer: LoopSource?

    init(_ mark: OpeningLedger.Mark, in openings: any OpeningGuard) {
        self.openings = openings
        self.mark = mark
    }

    deinit { openings.note(.closed, of: mark) }

    /// The item's first data is decoded; only the first call counts.
    @MediaActor
    func becameReady() {
        guard timer == nil else { return }
        openings.note(.ready, of: mark)
        note(.proven, after: OpeningLedger.probation)
    }

    @MediaActor
    private func note(_ event: OpeningLedger.Event, after seconds: Int64) {
        let moment = MonotonicClock.microseconds + seconds * 1_000_000
        timer = LoopSource.timer(on: MediaActor.loop, at: moment) { [weak self] in
            MediaActor.assumeIsolated {
                guard let self else { return }
                self.openings.note(event, of: self.mark)
                guard event == .proven else { return }
                self.note(.settled, after: OpeningLedger.settling - OpeningLedger.probation)
            }
        }
    }
}

extension FileAccess {
    /// Marks an item before it is opened or read. May be as slow as the file system.
    ///
    /// - Returns: the fault of an item that has crashed mediad; nil instead of a mark if no marks are kept.
    func mark(_ uri: String, insists: Bool = false) -> Result<OpeningMark?, PlaybackFault> {
        guard let openings else { return .success(nil) }
        switch openings.open(uri, insists: insists) {
        case .opens(let mark): return .success(OpeningMark(mark, in: openings))
        case .refused(let blame): return .failure(PlaybackFault(blame, for: uri))
        }
    }
}
