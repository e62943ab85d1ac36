internal import FoundationEssentials
internal import Glibc
internal import Gst
internal import Synchronization

/// Pictures as files that are named by their content: equal pictures have equal URIs, and a changed picture has a new
/// one.
///
/// The modification time of a file is the time of its last use. The oldest files are removed when the cache is too
/// large.
final class ImageCache: Sendable {
    /// The file of a URI, and the server's entity tag for it.
    struct Entry: Hashable, Sendable, Codable {
        var file: String
        var entityTag: String
    }

    /// State that the media loop changes. The disk is never accessed while it is locked.
    private struct Uses {
        /// The item that was current when each file was last used.
        var files: [String: Int] = [:]
        var item = 0

        mutating func note(_ file: String) { files[file] = item }
    }

    /// State of the directory. It is locked as long as the disk takes, before ``Uses`` if both are, and never by a
    /// loop.
    private struct Disk {
        /// Nil until the index is read.
        var entries: [String: Entry]?
        /// In bytes; nil until it is computed.
        var size: Int64?
    }

    /// The contents of `index.json`.
    private struct Index: Codable {
        var version = 1
        var entries: [String: Entry]
    }

    private let uses = Mutex(Uses())
    private let disk = Mutex(Disk())
    private let directory: URL
    private let read: @Sendable (URL) -> Data?
    private static let indexName = "index.json"
    private static let largestIndex = 10_000

    /// - Parameter read: reads a file; tests replace it.
    init(directory: String, read: @escaping @Sendable (URL) -> Data? = { try? Data(contentsOf: $0) }) {
        self.directory = URL(fileURLWithPath: directory, isDirectory: true)
        self.read = read
    }

    /// Removes unfinished files of processes that were killed. Never waits.
    func clear() { CachePart.removeAbandoned(in: path("")) }

    /// Allows files that were used for items before the previous one to be removed. Called on the media loop when the
    /// item changes; never waits for the disk.
    func itemChanged() {
        uses.withLock { uses in
            uses.item &+= 1
            uses.files = uses.files.filter { $0.value >= uses.item - 1 }
        }
    }

    /// The entry of a URI, if its file still exists.
    func entry(for address: String) -> Entry? {
        disk.withLock { disk in
            guard let entry = entries(&disk)[address], Self.isName(entry.file),
                FileManager.default.fileExists(atPath: path(entry.file))
            else { return nil }
            return entry
        }
    }

    /// Marks a file as used and returns its URI.
    func use(_ file: String) -> String {
        // Under the lock of the disk, so that the file is not removed meanwhile.
        disk.withLock { _ in
            utimensat(AT_FDCWD, path(file), nil, 0)
            uses.withLock { $0.note(file) }
        }
        return directory.appendingPathComponent(file).absoluteString
    }

    /// Writes a picture under the name of its content, unless it exists.
    ///
    /// - Parameter check: called with the path of the finished file before it gets its name; if it throws, the file
    ///   is not kept.
    /// - Returns: the name of the file.
    func keep<Failure: Error>(
        _ bytes: [UInt8], suffix: String, limit: Int64, check: (String) throws(Failure) -> Void,
        unwritable: (String) -> Failure
    ) throws(Failure) -> String {
        let name = "\(Gst.sha256(bytes)).\(suffix)"
        if fileSize(name) == Int64(bytes.count) { return name }
        try? FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let part = CachePart(bytes, in: path("")) else {
            throw unwritable("\(directory.path) cannot be written to")
        }
        try check(part.path)
        guard part.take(path(name)) else { throw unwritable("\(directory.path) cannot be written to") }
        disk.withLock { disk in
            uses.withLock { $0.note(name) }
            evict(&disk, added: Int64(bytes.count), limit: limit)
        }
        return name
    }

    /// Stores the entry of a URI, for this run and later ones.
    func note(_ entry: Entry?, for address: String) {
        disk.withLock { disk in
            var known = entries(&disk)
            guard known[address] != entry else { return }
            known[address] = entry
            if known.count > Self.largestIndex { forget(&known, except: address) }
            disk.entries = known
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            guard let data = try? encoder.encode(Index(entries: known)) else { return }
            _ = CachePart(data, in: path(""))?.take(path(Self.indexName))
        }
    }

    /// Removes URIs whose files are missing. If that is not sufficient, also those whose files have not been used for
    /// the longest time, and more than necessary, because each of them requires a disk access.
    private func forget(_ known: inout [String: Entry], except address: String) {
        var used: [String: Double] = [:]
        for file in Set(known.values.map(\.file)) {
            var status = stat()
            guard stat(path(file), &status) == 0 else { continue }
            used[file] = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
        }
        known = known.filter { used[$0.value.file] != nil }
        guard known.count > Self.largestIndex else { return }
        let others = known.filter { $0.key != address }.sorted { used[$0.value.file] ?? 0 < used[$1.value.file] ?? 0 }
        for other in others.prefix(known.count - Self.largestIndex / 10 * 9) { known[other.key] = nil }
    }

    /// Reads the index. An unreadable index is replaced by an empty one: it only saves downloads.
    private func entries(_ disk: inout Disk) -> [String: Entry] {
        if let entries = disk.entries { return entries }
        let data = read(directory.appendingPathComponent(Self.indexName))
        let index = data.flatMap { try? JSONDecoder().decode(Index.self, from: $0) }
        let entries = index.flatMap { $0.version == 1 ? $0.entries : nil } ?? [:]
        disk.entries = entries
        return entries
    }

    /// Removes the least recently used files until the rest fits. Files in use are kept in any case.
    private func evict(_ disk: inout Disk, added: Int64, limit: Int64) {
        if let size = disk.size, size + added <= limit {
            disk.size = size + added
            return
        }
        var files: [(name: String, size: Int64, used: timespec)] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] {
            var status = stat()
            guard Self.isName(name), stat(path(name), &status) == 0 else { continue }
            files.append((name, Int64(status.st_size), status.st_mtim))
        }
        var size = files.reduce(0) { $0 + $1.size }
        files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
        for file in files where size > limit {
            guard uses.withLock({ $0.files[file.name] }) == nil else { continue }
            if unlink(path(file.name)) == 0 { size -= file.size }
        }
        disk.size = size
    }

    private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

    private func fileSize(_ name: String) -> Int64? {
        var status = stat()
        return stat(path(name), &status) == 0 ? Int64(status.st_size) : nil
    }

    /// Whether a name has the form that this cache uses, so that a manipulated index cannot refer to other files, and
    /// no other file is removed.
    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64 && parts[0].allSatisfy(\.isHexDigit)
            && !parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isLetter }
    }
}
