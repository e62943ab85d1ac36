internal import LibraryStore
internal import PlayerCore
internal import Synchronization

/// What the items are that were opened last, by URI: what plays is recorded as what was opened, even if another file lies
/// there by now.
final class IdentityCache: Sendable {
    private static let limit = 32
    private let entries = Mutex<[(uri: String, identity: ContentIdentity)]>([])

    /// Nil where nobody knows.
    subscript(uri: String) -> ContentIdentity? {
        get { entries.withLock { $0.first { $0.uri == uri }?.identity } }
        set {
            entries.withLock { entries in
                entries.removeAll { $0.uri == uri }
                guard let newValue else { return }
                entries.append((uri, newValue))
                if entries.count > Self.limit { entries.removeFirst() }
            }
        }
    }
}
