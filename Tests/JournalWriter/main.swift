import Glibc
import LibraryStore
import PlayerCore

// journal-writer PATH: writes session after session, each one telling which it is, until it is killed. Prints the number
// of each that is said to be on disk, and what the store logs.
// journal-writer PATH BYTES: the same for 40 sessions, while no file may become longer than so many bytes.
@Sendable func say(_ line: String) {
    // At once, not when a buffer is full: the next moment may be the last.
    let bytes = Array((line + "\n").utf8)
    write(1, bytes, bytes.count)
}

let arguments = CommandLine.arguments
guard arguments.count > 1 else { exit(2) }
if arguments.count > 2, let bytes = UInt(arguments[2]) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    guard setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit) == 0 else { exit(3) }
}
let last = arguments.count > 2 ? 40 : Int.max
let store = LibraryStore(path: arguments[1]) { say("log: \($0)") }

var number = 0
if let session = await store.loadSession() { number = Int(session.state.savedAt) }
while number < last {
    number += 1
    let count = UInt64(20 + number / 7 % 5 * 40)
    let items = (0..<count).map { index in
        QueueItem(
            id: ItemID(rawValue: UInt64(number / 7) << 32 | index),
            description: MediaDescription(uri: "file:///round-\(number / 7)/\(index)"))
    }
    store.save(
        StoredSession(
            items: items, currentIndex: number % items.count,
            shuffle: StoredSession.Shuffle(order: items.map(\.id).reversed(), cursor: number % items.count),
            state: StoredSession.State(
                position: MediaTime(nanoseconds: Int64(number) * 1_000_000), wasPlaying: true,
                volume: Double(number % 100) / 100, savedAt: Double(number))))
    store.record(
        HistoryEntry(
            identity: ContentIdentity(text: "uri:\(number % 50)"), uri: "\(number)",
            position: MediaTime(nanoseconds: Int64(number)), lastPlayed: Double(number)))
    if number % 3 == 0, await store.flush(deadline: .seconds(30)) { say("\(number)") }
}
say("closed \(await store.close(deadline: .seconds(30)))")
