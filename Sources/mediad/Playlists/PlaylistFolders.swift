internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import PlayerCore
internal import PlayerService
internal import Synchronization

/// The lists in the folders of playlists, looked at again whenever something changes there.
///
/// Folders are read on a queue of their own: one on a mount that hangs is shown when it answers.
final class PlaylistFolders: Sendable {
    /// Folders that are looked at.
    static let mostFolders = 32
    /// Lists that are shown; those that come later by name are left out.
    private static let mostPlaylists = 10_000
    /// Files of a folder that are looked at.
    private static let mostFiles = 20_000

    private struct State {
        var folders: [String] = []
        var lastPlayed: [String: Double] = [:]
        var watch: FolderWatch?
        /// Looks again a little after the last change: programs write a file in several steps.
        var look: LoopSource?
    }

    private let state = Mutex(State())
    private let queue = WorkQueue(label: "mediad.playlist", width: 1, patience: 5)
    private let show: @Sendable ([Playlist]) -> Void

    /// - Parameter show: called with all lists, on any thread, when something about them may have changed.
    init(show: @escaping @Sendable ([Playlist]) -> Void) { self.show = show }

    /// Shows what lies in the configured folders from now on.
    ///
    /// - Parameter library: knows when lists were played last; nil where that is known already.
    func begin(_ configuration: Configuration.Playlists, environment: [String: String], library: Library?) {
        Task { [self] in
            let played = await library?.playlists() ?? [:]
            queue.run { [self] in
                let folders = configuration.paths(environment: environment)
                state.withLock { state in
                    state.folders = Array(folders.prefix(Self.mostFolders))
                    state.lastPlayed.merge(played) { max($0, $1) }
                    if state.watch == nil {
                        state.watch = FolderWatch(on: MediaActor.loop) { [weak self] in self?.lookSoon() }
                    }
                }
                look()
            }
        }
    }

    /// A list was played now.
    func played(_ uri: String, at time: Double) {
        state.withLock { $0.lastPlayed[uri] = time }
        look()
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
            // Before they are read: what changes from here on is seen again.
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

    /// Nil where there is no such folder, or it cannot be read.
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

/// When a regular file came to be and was last written, in seconds since 1970.
private struct FileTimes {
    let created: Double
    let modified: Double

    /// Nil for what is no regular file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        modified = Self.seconds(status.st_mtim)
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        // Not every file system knows; then the file is as old as what is known of it.
        created =
            (attributes?[.creationDate] as? Date)?.timeIntervalSince1970 ?? min(modified, Self.seconds(status.st_ctim))
    }

    private static func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }
}
