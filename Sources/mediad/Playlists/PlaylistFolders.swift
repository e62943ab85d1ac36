internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import MediaExport
internal import MediaProbe
internal import PlayerCore
internal import PlayerService
internal import Synchronization

/// The playlists in the configured folders. They are read again whenever the folders change.
///
/// Folders are read on a separate queue: a folder on a mount that hangs is shown when the mount responds.
final class PlaylistFolders: Sendable {
    /// The maximum number of folders.
    static let mostFolders = 32
    /// The maximum number of playlists; later ones by name are left out.
    private static let mostPlaylists = 10_000
    /// The maximum number of files of a folder.
    private static let mostFiles = 20_000

    private struct State {
        var folders: [String] = []
        /// Whether they are the usual ones, which are made when they are needed.
        var areUsual = false
        var lastPlayed: [String: Double] = [:]
        var watch: FolderWatch?
        /// Reads the folders shortly after the last change, since programs write a file in several steps.
        var look: LoopSource?
    }

    private let state = Mutex(State())
    private let queue = WorkQueue(label: "mediad.playlist", width: 1, patience: 5)
    private let show: @Sendable ([Playlist]) -> Void

    /// - Parameter show: called with all playlists, on any thread, when they may have changed.
    init(show: @escaping @Sendable ([Playlist]) -> Void) { self.show = show }

    /// Shows the playlists of the configured folders from now on.
    ///
    /// - Parameter library: provides the times when playlists were last played; nil if they are known already.
    func begin(_ configuration: Configuration.Playlists, environment: [String: String], library: Library?) {
        guard let library else { return begin(configuration, environment: environment, lastPlayed: [:]) }
        library.perform { [self] in
            begin(configuration, environment: environment, lastPlayed: await library.playlists())
        }
    }

    private func begin(
        _ configuration: Configuration.Playlists, environment: [String: String], lastPlayed: [String: Double]
    ) {
        queue.run { [self] in
            let folders = configuration.paths(environment: environment)
            state.withLock { state in
                state.folders = Array(folders.prefix(Self.mostFolders))
                state.areUsual = configuration.folders.isEmpty
                state.lastPlayed.merge(lastPlayed) { max($0, $1) }
                if state.watch == nil {
                    state.watch = FolderWatch(on: MediaActor.loop) { [weak self] in self?.lookSoon() }
                }
            }
            look()
        }
    }

    /// Records that a playlist was played.
    func played(_ uri: String, at time: Double) {
        state.withLock { $0.lastPlayed[uri] = time }
        look()
    }

    /// Saves the queue of a snapshot as a list in the first folder that exists. `then` is called once, on any thread.
    ///
    /// - Parameters:
    ///   - name: without an ending; a name of a file.
    ///   - replaces: whether a list with this name is replaced.
    func save(
        _ name: String, _ snapshot: PlayerSnapshot, replaces: Bool,
        then: @escaping @Sendable (Result<String, QueueSaveRefusal>) -> Void
    ) {
        write({ Self.save(name, snapshot, replaces: replaces, in: $0) }, then: then)
    }

    /// Appends the items of a snapshot to the list with a name, in the first folder that has it, or else makes it in the first
    /// folder that exists. `then` is called once, on any thread.
    ///
    /// - Parameter name: without an ending; a name of a file.
    func append(
        _ snapshot: PlayerSnapshot, to name: String,
        then: @escaping @Sendable (Result<String, QueueSaveRefusal>) -> Void
    ) {
        write({ Self.append(snapshot, to: name, in: $0) }, then: then)
    }

    /// Has a list written, in one of the folders.
    private func write(
        _ list: @escaping @Sendable ([String]) -> Result<String, QueueSaveRefusal>,
        then: @escaping @Sendable (Result<String, QueueSaveRefusal>) -> Void
    ) {
        queue.run(within: 20) { [self] in
            let (folders, areUsual) = state.withLock { ($0.folders, $0.areUsual) }
            if areUsual, !folders.contains(where: Self.isFolder) { Self.make(folders) }
            return list(folders)
        } then: { [weak self] result in
            then(result ?? .failure(.failed("The playlist folder does not respond.")))
            self?.look()
        }
    }

    private static func save(
        _ name: String, _ snapshot: PlayerSnapshot, replaces: Bool, in folders: [String]
    ) -> Result<String, QueueSaveRefusal> {
        guard let folder = folders.first(where: isFolder) else { return .failure(noFolder(folders)) }
        let path = "\(folder)/\(name).m3u8"
        var status = stat()
        guard replaces || lstat(path, &status) != 0 else {
            return .failure(
                .exists(
                    "\(path) already exists: choose another name, or replace it with mediactl queue save --replace."))
        }
        if let problem = PartFile.write(QueueList(snapshot).bytes, to: path, overwrites: replaces) {
            return .failure(.failed(problem))
        }
        return .success(path)
    }

    private static func append(
        _ snapshot: PlayerSnapshot, to name: String, in folders: [String]
    ) -> Result<String, QueueSaveRefusal> {
        var status = stat()
        let known = folders.first { lstat("\($0)/\(name).m3u8", &status) == 0 }
        guard let folder = known ?? folders.first(where: isFolder) else { return .failure(noFolder(folders)) }
        let path = "\(folder)/\(name).m3u8"
        let list = QueueList(snapshot)
        var bytes = list.bytes
        // Anything but a file is refused when it is written.
        if known != nil, status.st_mode & S_IFMT == S_IFREG {
            guard status.st_size <= MediaList.largest else {
                return .failure(.failed("\(path) is too large for a playlist: choose another name."))
            }
            guard let present = FileManager.default.contents(atPath: path) else {
                return .failure(.failed("\(path) cannot be read. Check its permissions."))
            }
            bytes = list.bytes(after: Array(present))
        }
        if let problem = PartFile.write(bytes, to: path, overwrites: true) { return .failure(.failed(problem)) }
        return .success(path)
    }

    private static func noFolder(_ folders: [String]) -> QueueSaveRefusal {
        guard let first = folders.first else {
            return .noFolder("There is no playlist folder: set folders under [playlists].")
        }
        return .noFolder("The playlist folder \(first) does not exist: create it, or set folders under [playlists].")
    }

    /// Makes the first of the usual folders whose own folder there is, or else mediad's own, which is the last.
    private static func make(_ folders: [String]) {
        let first = folders.first { isFolder(String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)])) }
        guard let folder = first ?? folders.last else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func lookSoon() {
        let timer = LoopSource.timer(on: MediaActor.loop, at: MonotonicClock.microseconds + 200_000) { [weak self] in
            self?.look()
        }
        state.withLock { $0.look = timer }
    }

    private func look() {
        queue.run { [weak self] in
            guard let self else { return }
            let (folders, watch, played) = state.withLock { ($0.folders, $0.watch, $0.lastPlayed) }
            // Before the folders are read, so that later changes are noticed.
            watch?.watch(folders)
            var playlists: [Playlist] = []
            for folder in folders { playlists += Self.playlists(in: folder, played) }
            var known: Set<String> = []
            playlists = playlists.filter { known.insert($0.id).inserted }
            playlists.sort { $0.key.lexicographicallyPrecedes($1.key) }
            show(Array(playlists.prefix(Self.mostPlaylists)))
        }
    }

    private static let endings = ["m3u", "m3u8", "pls", "xspf", "rss"]
    private static let pictures = ["jpg", "jpeg", "png", "webp"]

    private static func playlists(in folder: String, _ played: [String: Double]) -> [Playlist] {
        guard let names = names(in: folder) else { return [] }
        let all = Set(names)
        return names.compactMap { name in
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex, !name.hasPrefix("."),
                endings.contains(name[name.index(after: dot)...].lowercased()),
                let times = FileTimes(path: "\(folder)/\(name)")
            else { return nil }
            let title = String(name[..<dot])
            let uri = FileURI.uri(of: "\(folder)/\(name)".utf8)
            let picture = pictures.lazy.map { "\(title).\($0)" }.first { all.contains($0) }
            return Playlist(
                id: Checksum.md5.text(of: Array(uri.utf8)), uri: uri, name: title,
                key: UnicodeText.collationKey(ofFileName: title.lowercased()),
                icon: picture.map { FileURI.uri(of: "\(folder)/\($0)".utf8) } ?? "", created: times.created,
                modified: times.modified, lastPlayed: played[uri])
        }
    }

    /// Nil if the folder does not exist or cannot be read.
    private static func names(in folder: String) -> [String]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while names.count < mostFiles, let entry = readdir(directory) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if let name = String(validating: bytes, as: UTF8.self) { names.append(name) }
        }
        return names
    }
}

/// The times when a regular file was created and last modified, in seconds since 1970.
private struct FileTimes {
    let created: Double
    let modified: Double

    /// Returns nil if the path is not a regular file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        modified = Self.seconds(status.st_mtim)
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        // Some file systems store no creation time. Then the oldest known time is used.
        created =
            (attributes?[.creationDate] as? Date)?.timeIntervalSince1970 ?? min(modified, Self.seconds(status.st_ctim))
    }

    private static func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }
}
