internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import MediaExport
internal import PlayerCore
internal import Synchronization

/// Pictures of moments, on disk, by the content of their items: an item that was moved or renamed keeps them.
///
/// Files get their names when they are complete. The modification time of a file is the time of its last use, and the
/// files that were not used for the longest time are removed when the cache is too large. No loop may call this.
final class PictureCache: Sendable {
    /// What is known of an item's pictures.
    struct Index: Codable, Hashable, Sendable {
        /// A picture, and the times for which it was the answer. All times between them have the same nearest picture.
        struct Moment: Codable, Hashable, Sendable {
            var width: Int
            var exact: Bool
            var time: Int64
            var first: Int64
            var last: Int64
        }

        struct Sheet: Codable, Hashable, Sendable {
            var width: Int
            var count: Int
            var made: PictureMade
        }

        var version = 1
        var moments: [Moment] = []
        var sheets: [Sheet] = []
    }

    private struct State {
        /// The index that was used last, and the item that it belongs to.
        var index: (item: String, index: Index)?
        /// In bytes; nil until it is computed.
        var size: Int64?
    }

    /// Bytes of all files; the oldest are removed beyond it.
    static let largest: Int64 = 128 << 20
    /// Remembered pictures of an item; older ones are forgotten.
    static let mostMoments = 2_000
    private static let suffix = ".part"

    private let directory: String
    private let limit: Int64
    private let state = Mutex(State())

    /// - Parameter directory: absolute, without a slash at the end.
    init(directory: String, limit: Int64 = largest) {
        self.directory = directory
        self.limit = limit
    }

    /// The name of an item in the cache.
    static func name(of identity: ContentIdentity) -> String { Checksum.sha256.text(of: Array(identity.text.utf8)) }

    /// Creates the directory, and removes unfinished files of an earlier run.
    func prepare() {
        makeDirectory()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        where name.hasSuffix(Self.suffix) {
            unlink(path(name))
        }
    }

    private func makeDirectory() {
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// A path for a file that is being written. The directory exists: people empty caches while mediad runs.
    func newPart() -> String {
        makeDirectory()
        return path(".\(UInt64.random(in: 0 ... .max))\(Self.suffix)")
    }

    // MARK: Moments

    /// The picture of a moment that was made before.
    func moment(of item: String, at time: Int64, width: Int, exact: Bool) -> MomentPicture? {
        state.withLock { state in
            let found = index(of: item, &state).moments.first {
                $0.width == width && $0.exact == exact && $0.first <= time && time <= $0.last
            }
            guard let found, let uri = use(Self.file(item, found)) else { return nil }
            return MomentPicture(uri: uri, time: MediaTime(nanoseconds: found.time))
        }
    }

    /// Gives a finished file its name. Returns nil if that is not possible.
    func keep(
        _ part: String, of item: String, asked: Int64, time: Int64, width: Int, exact: Bool
    ) -> MomentPicture? {
        state.withLock { state in
            var index = index(of: item, &state)
            var moment = Index.Moment(
                width: width, exact: exact, time: time, first: min(asked, exact ? asked : time),
                last: max(asked, exact ? asked : time))
            if !exact, let old = index.moments.firstIndex(where: { $0.width == width && !$0.exact && $0.time == time })
            {
                moment.first = min(moment.first, index.moments[old].first)
                moment.last = max(moment.last, index.moments[old].last)
                index.moments.remove(at: old)
            }
            index.moments.append(moment)
            if index.moments.count > Self.mostMoments { index.moments.removeFirst() }
            guard let uri = take(part, Self.file(item, moment), &state) else { return nil }
            write(index, of: item, &state)
            return MomentPicture(uri: uri, time: MediaTime(nanoseconds: time))
        }
    }

    // MARK: Sheets

    /// A sheet that was made before.
    func sheet(of item: String, count: Int, width: Int) -> (uri: String, made: PictureMade)? {
        state.withLock { state in
            let found = index(of: item, &state).sheets.first { $0.width == width && $0.count == count }
            guard let found, let uri = use(Self.file(item, found)) else { return nil }
            return (uri, found.made)
        }
    }

    /// Gives a finished sheet its name. Returns its URI, nil if that is not possible.
    func keep(_ part: String, of item: String, count: Int, width: Int, made: PictureMade) -> String? {
        state.withLock { state in
            var index = index(of: item, &state)
            let sheet = Index.Sheet(width: width, count: count, made: made)
            index.sheets.removeAll { $0.width == width && $0.count == count }
            index.sheets.append(sheet)
            guard let uri = take(part, Self.file(item, sheet), &state) else { return nil }
            write(index, of: item, &state)
            return uri
        }
    }

    // MARK: Other files

    /// The URI of a file by its name, if it exists; see ``name(of:)`` for the first 64 characters.
    func file(_ name: String) -> String? { state.withLock { _ in use(name) } }

    /// Gives a finished file a name. Returns its URI, nil if that is not possible.
    func keep(_ part: String, as name: String) -> String? { state.withLock { take(part, name, &$0) } }

    /// Writes a file. Returns its URI, nil if that is not possible.
    func keep(_ bytes: [UInt8], as name: String) -> String? {
        let part = newPart()
        guard
            FileManager.default.createFile(atPath: part, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        else { return nil }
        return keep(part, as: name)
    }

    // MARK: The directory

    private static func file(_ item: String, _ moment: Index.Moment) -> String {
        "\(item)-\(moment.width)-\(moment.exact ? "e" : "k")\(moment.exact ? moment.first : moment.time).png"
    }

    private static func file(_ item: String, _ sheet: Index.Sheet) -> String {
        "\(item)-\(sheet.width)-s\(sheet.count).png"
    }

    private func index(of item: String, _ state: inout State) -> Index {
        if let known = state.index, known.item == item { return known.index }
        let data = FileManager.default.contents(atPath: path("\(item).json"))
        let read = data.flatMap { try? JSONDecoder().decode(Index.self, from: $0) }
        let index = read.flatMap { $0.version == 1 ? $0 : nil } ?? Index()
        state.index = (item, index)
        return index
    }

    private func write(_ index: Index, of item: String, _ state: inout State) {
        state.index = (item, index)
        guard let data = try? JSONEncoder.byKey.encode(index) else { return }
        let part = newPart()
        guard FileManager.default.createFile(atPath: part, contents: data, attributes: [.posixPermissions: 0o600])
        else { return }
        _ = take(part, "\(item).json", &state)
    }

    private func take(_ part: String, _ name: String, _ state: inout State) -> String? {
        var status = stat()
        guard lstat(part, &status) == 0, status.st_mode & S_IFMT == S_IFREG, rename(part, path(name)) == 0 else {
            unlink(part)
            return nil
        }
        evict(&state, added: Int64(status.st_size), except: name)
        return use(name)
    }

    /// Notes the use of a file. Returns its URI, nil if there is no such file.
    private func use(_ name: String) -> String? {
        guard utimensat(AT_FDCWD, path(name), nil, 0) == 0 else { return nil }
        return FileURI.uri(of: Array(path(name).utf8))
    }

    private func evict(_ state: inout State, added: Int64, except new: String) {
        if let size = state.size, size + added <= limit {
            state.size = size + added
            return
        }
        var files: [(name: String, size: Int64, used: timespec)] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            var status = stat()
            guard Self.isName(name), lstat(path(name), &status) == 0 else { continue }
            files.append((name, Int64(status.st_size), status.st_mtim))
        }
        var size = files.reduce(0) { $0 + $1.size }
        files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
        // A tenth more than necessary, because each pass reads the whole directory.
        guard size > limit else {
            state.size = size
            return
        }
        for file in files where size > limit / 10 * 9 && file.name != new {
            if unlink(path(file.name)) == 0 { size -= file.size }
        }
        state.size = size
    }

    /// Whether a name has the form that this cache uses, so that no other file is removed.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count >= 64 && name.prefix(64).allSatisfy(\.isHexDigit)
            && ["png", "jpg", "json"].contains { name.hasSuffix(".\($0)") }
    }

    private func path(_ name: String) -> String { "\(directory)/\(name)" }
}
