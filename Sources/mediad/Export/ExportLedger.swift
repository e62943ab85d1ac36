internal import Dispatch
internal import FoundationEssentials
internal import GLibLoop
internal import Glibc

/// A record on disk of the unfinished files that exports are writing. If the daemon and its workers are killed
/// together, or the power fails, the next run finds the files here.
struct ExportLedger: Sendable {
    /// An unfinished file.
    private struct Entry: Codable, Equatable, Sendable {
        var path: String
        /// Identifies the file, even if another file has its name now.
        var device: UInt64
        var inode: UInt64
    }

    private let folder: String
    /// Entered while the records of earlier runs are read: the exports of this run use the same numbers.
    private let clearing = DispatchGroup()

    /// - Parameter folder: the folder of the daemon's state.
    init(folder: String) { self.folder = folder + "/exports" }

    /// Records the file of an export. A file that cannot be recorded remains on disk if all processes are killed.
    /// Blocks.
    func add(_ number: UInt32, _ path: String) {
        clearing.wait()
        guard let entry = Self.entry(of: path), let data = try? JSONEncoder.byKey.encode(entry) else { return }
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? data.write(to: file(number), options: .atomic)
    }

    /// Removes the record of an export whose file is finished or removed. Blocks.
    func remove(_ number: UInt32) {
        clearing.wait()
        try? FileManager.default.removeItem(at: file(number))
    }

    /// Removes the files of earlier runs on a separate thread. Must come before the first export of this run, which
    /// waits for it.
    ///
    /// - Parameter removed: called on another thread with each removed file: file systems may be slow.
    func clear(_ removed: @escaping @Sendable (_ path: String) -> Void) {
        clearing.enter()
        SideThread.run("exports") {
            let entries = takeAll()
            clearing.leave()
            for entry in entries {
                guard let present = Self.entry(of: entry.path), present == entry, unlink(entry.path) == 0 else {
                    continue
                }
                removed(entry.path)
            }
        }
    }

    private func takeAll() -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            let file = URL(fileURLWithPath: "\(folder)/\(name)")
            defer { try? FileManager.default.removeItem(at: file) }
            return (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Entry.self, from: $0) }
        }
    }

    private func file(_ number: UInt32) -> URL { URL(fileURLWithPath: "\(folder)/\(number).json") }

    private static func entry(of path: String) -> Entry? {
        var status = stat()
        guard path.hasSuffix(".part"), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Entry(path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
