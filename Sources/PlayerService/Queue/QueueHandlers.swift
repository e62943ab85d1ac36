internal import DBusKit
public import PlayerCore

/// The handlers of requests about the whole queue, which take too long for a loop. Each must call its completion exactly
/// once, on the bus loop.
public struct QueueHandlers: Sendable {
    /// Returns the indices of the items of a snapshot that contain all words, ascending.
    public typealias Find =
        @Sendable (
            _ words: String, _ snapshot: PlayerSnapshot, _ completion: @escaping @Sendable @BusActor ([Int]) -> Void
        ) -> Void
    /// Returns the ids of the items of a snapshot, sorted.
    public typealias Sort =
        @Sendable (
            _ field: QueueField, _ snapshot: PlayerSnapshot,
            _ completion: @escaping @Sendable @BusActor ([ItemID]) -> Void
        ) -> Void
    /// Returns how many files of a snapshot have not been read yet, and may have another place then.
    public typealias Unread =
        @Sendable (
            _ field: QueueField, _ snapshot: PlayerSnapshot, _ completion: @escaping @Sendable @BusActor (Int) -> Void
        ) -> Void
    /// Saves the items of a snapshot as a list with a name, in place of one with this name if that is wanted, and returns its
    /// path.
    public typealias Save =
        @Sendable (
            _ name: String, _ snapshot: PlayerSnapshot, _ replaces: Bool,
            _ completion: @escaping PlayerBus.Handlers.Completion<String, QueueSaveRefusal>
        ) -> Void

    /// Appends the items of a snapshot to the list with a name, which is made if there is none, and returns its path.
    public typealias Append =
        @Sendable (
            _ name: String, _ snapshot: PlayerSnapshot,
            _ completion: @escaping PlayerBus.Handlers.Completion<String, QueueSaveRefusal>
        ) -> Void

    /// The folders below which every folder of sound files is a book, as absolute paths.
    public var books: @Sendable () -> [String]
    public var find: Find
    public var sort: Sort
    public var unread: Unread
    public var save: Save
    public var append: Append

    public init(
        books: @escaping @Sendable () -> [String] = { [] }, find: @escaping Find, sort: @escaping Sort,
        unread: @escaping Unread, save: @escaping Save, append: @escaping Append
    ) {
        self.books = books
        self.find = find
        self.sort = sort
        self.unread = unread
        self.save = save
        self.append = append
    }

    /// Finds nothing, sorts nothing and saves nothing.
    public static let none = QueueHandlers(
        find: { _, _, completion in BusActor.post { completion([]) } },
        sort: { _, snapshot, completion in BusActor.post { completion(snapshot.items.map(\.id)) } },
        unread: { _, _, completion in BusActor.post { completion(0) } },
        save: { _, _, _, completion in
            BusActor.post { completion(.failure(.failed("The queue cannot be saved here."))) }
        },
        append: { _, _, completion in
            BusActor.post { completion(.failure(.failed("There are no playlists here."))) }
        })
}

/// What the queue can be sorted by.
public enum QueueField: String, Hashable, Sendable, CaseIterable { case album, artist, title, track, date }

/// Why the queue was not saved: sentences for people.
public enum QueueSaveRefusal: Error, Hashable, Sendable {
    /// There is no folder for it.
    case noFolder(String)
    /// A file with this name exists.
    case exists(String)
    case failed(String)
}

/// The name of a list in the playlist folder.
enum PlaylistName {
    /// Bytes: names of files have at most 255, and the ending and a temporary one are added.
    static let longest = 200

    /// The name of the file without its ending; nil if it cannot be one.
    static func checked(_ text: String) -> String? {
        var name = text
        if name.lowercased().hasSuffix(".m3u8") { name.removeLast(5) }
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        guard !name.isEmpty, name.utf8.count <= longest, !name.hasPrefix("."), !name.contains("/"),
            !name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 })
        else { return nil }
        return name
    }
}
