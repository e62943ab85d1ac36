internal import LibraryStore
internal import PlayerCore
internal import Synchronization

/// The identities of the items that were opened last, by URI. Playback is recorded under the identity of the file
/// that was opened, even if another file has its name by now.
final class IdentityCache: Sendable {
    private static let limit = 32
    private let entries = Mutex<[(uri: String, identity: ContentIdentity)]>([])

    /// Nil if the identity is unknown.
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
