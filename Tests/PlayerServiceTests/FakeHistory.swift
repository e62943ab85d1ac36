import DBusKit
import PlayerCore
import PlayerService
import Synchronization

/// What stands behind the history in these tests: a list in memory, which writes down what it is asked.
final class FakeHistory: Sendable {
    private struct State {
        var entries: [HistoryEntry]
        var asked: [String] = []
        var ignoresCount = false
        var resumed: Result<MediaTime, CommandRefusal> = .success(.zero)
        var imported: (Int, [String]) = (0, [])
    }

    private let state: Mutex<State>

    init(_ entries: [HistoryEntry]) { state = Mutex(State(entries: entries)) }

    /// The calls so far: what was called and with what.
    var asked: [String] { state.withLock { $0.asked } }
    /// Has it answer with everything, however much is asked for.
    func ignoresCount() { state.withLock { $0.ignoresCount = true } }
    func resume(as result: Result<MediaTime, CommandRefusal>) { state.withLock { $0.resumed = result } }
    func importing(as imported: Int, _ problems: [String]) { state.withLock { $0.imported = (imported, problems) } }

    var handlers: HistoryHandlers {
        HistoryHandlers(
            read: { [self] offset, count, completion in
                let entries = state.withLock { state in
                    state.asked.append("history \(offset) \(count)")
                    return state.ignoresCount ? state.entries : Array(state.entries.dropFirst(offset).prefix(count))
                }
                BusActor.post { completion(entries) }
            },
            resume: { [self] uri, completion in
                let result = state.withLock { state in
                    state.asked.append("resume \(uri)")
                    return state.resumed
                }
                BusActor.post { completion(result) }
            },
            forget: { [self] uri, completion in
                let isKnown = state.withLock { state in
                    state.asked.append("forget \(uri)")
                    let count = state.entries.count
                    state.entries.removeAll { $0.uri == uri }
                    return state.entries.count < count
                }
                BusActor.post { completion(isKnown) }
            },
            importFolder: { [self] folder, completion in
                let (imported, problems) = state.withLock { state in
                    state.asked.append("import \(folder)")
                    return state.imported
                }
                BusActor.post { completion(imported, problems) }
            })
    }
}
