internal import FoundationEssentials
internal import Glibc
internal import Gst
internal import Synchronization

/// Pictures as files named by their content: the same picture is the same URI, a new one is a new URI.
///
/// A file's modification time is when it was last used; the oldest go when all of them are too much.
final class ImageCache: Sendable {
    /// What is known of an address: which file it was, and how the server called that.
    struct Entry: Hashable, Sendable, Codable {
        var file: String
        var entityTag: String
    }

    private struct State {
        /// Nil until it is read.
        var entries: [String: Entry]?
        /// In bytes; nil until it is counted.
        var size: Int64?
        /// Which item was current when a file was last given out.
        var uses: [String: Int] = [:]
        var item = 0
    }

    /// What stands in `index.json`.
    private struct Index: Codable {
        var version = 1
        var entries: [String: Entry]
    }

    private let state = Mutex(State())
    private let directory: URL
    private static let indexName = "index.json"
    private static let largestIndex = 10_000

    init(directory: String) { self.directory = URL(fileURLWithPath: directory, isDirectory: true) }

    /// Another item is current: what was given out for those before the last one may go.
    func itemChanged() {
        state.withLock { state in
            state.item &+= 1
            state.uses = state.uses.filter { $0.value >= state.item - 1 }
        }
    }

    /// What an address was, if its file is still here.
    func entry(for address: String) -> Entry? {
        state.withLock { state in
            guard let entry = entries(&state)[address], Self.isName(entry.file),
                FileManager.default.fileExists(atPath: path(entry.file))
            else { return nil }
            return entry
        }
    }

    /// Gives out a file that is here.
    func use(_ file: String) -> String {
        utimensat(AT_FDCWD, path(file), nil, 0)
        state.withLock { $0.uses[file] = $0.item }
        return directory.appendingPathComponent(file).absoluteString
    }

    /// Writes a picture under the name of its content, unless it is here already.
    ///
    /// - Parameter check: called with the path of the finished file before it gets its name; what throws is not kept.
    /// - Returns: the file's name.
    func keep<Failure: Error>(
        _ bytes: [UInt8], suffix: String, limit: Int64, check: (String) throws(Failure) -> Void,
        unwritable: (String) -> Failure
    ) throws(Failure) -> String {
        let name = "\(Gst.sha256(bytes)).\(suffix)"
        if fileSize(name) == Int64(bytes.count) { return name }
        let part = path(".\(UUID().uuidString).part")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: part))
        } catch {
            unlink(part)
            throw unwritable("\(directory.path) cannot be written to")
        }
        do throws(Failure) {
            try check(part)
        } catch {
            unlink(part)
            throw error
        }
        guard rename(part, path(name)) == 0 else {
            unlink(part)
            throw unwritable("\(directory.path) cannot be written to")
        }
        state.withLock { state in
            state.uses[name] = state.item
            evict(&state, added: Int64(bytes.count), limit: limit)
        }
        return name
    }

    /// Remembers what an address is, for the next time and the next run.
    func note(_ entry: Entry?, for address: String) {
        state.withLock { state in
            var known = entries(&state)
            guard known[address] != entry else { return }
            known[address] = entry
            if known.count > Self.largestIndex {
                known = known.filter { fileSize($0.value.file) != nil }
            }
            state.entries = known
            guard let data = try? JSONEncoder().encode(Index(entries: known)) else { return }
            try? data.write(to: directory.appendingPathComponent(Self.indexName), options: .atomic)
        }
    }

    /// What cannot be read is begun anew: it only saves downloads.
    private func entries(_ state: inout State) -> [String: Entry] {
        if let entries = state.entries { return entries }
        let data = try? Data(contentsOf: directory.appendingPathComponent(Self.indexName))
        let index = data.flatMap { try? JSONDecoder().decode(Index.self, from: $0) }
        let entries = index.flatMap { $0.version == 1 ? $0.entries : nil } ?? [:]
        state.entries = entries
        return entries
    }

    /// Removes the files that were not used for the longest time until the rest fits; those in use stay in any case.
    private func evict(_ state: inout State, added: Int64, limit: Int64) {
        if let size = state.size, size + added <= limit {
            state.size = size + added
            return
        }
        var files: [(name: String, size: Int64, used: timespec)] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] {
            var status = stat()
            guard stat(path(name), &status) == 0 else { continue }
            // What a process that was killed left half written.
            if name.hasSuffix(".part"), status.st_mtim.tv_sec < time(nil) - 3_600 { unlink(path(name)) }
            guard Self.isName(name) else { continue }
            files.append((name, Int64(status.st_size), status.st_mtim))
        }
        var size = files.reduce(0) { $0 + $1.size }
        files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
        for file in files where size > limit && state.uses[file.name] == nil {
            if unlink(path(file.name)) == 0 { size -= file.size }
        }
        state.size = size
    }

    private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    private func fileSize(_ name: String) -> Int64? {
        var status = stat()
        return stat(path(name), &status) == 0 ? Int64(status.st_size) : nil
    }

    /// Whether it is a name that this cache gives: an index from outside leads nowhere else, and nothing else is removed.
    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64 && parts[0].allSatisfy(\.isHexDigit)
            && !parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isLetter }
    }
}
