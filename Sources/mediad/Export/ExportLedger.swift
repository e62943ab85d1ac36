internal import Dispatch
internal import Foundation
internal import GLibLoop
internal import Glibc

/// Which unfinished files exports are writing, on disk: where the daemon and its workers are killed at once, or the power
/// fails, the next run finds them here.
struct ExportLedger: Sendable {
    /// An unfinished file.
    private struct Entry: Codable, Equatable, Sendable {
        var path: String
        /// What it is, whoever has its name by now.
        var device: UInt64
        var inode: UInt64
    }

    private let folder: String
    /// Entered while what earlier runs left is being read: the numbers of this run's exports are theirs, too.
    private let clearing = DispatchGroup()

    /// - Parameter folder: of the daemon's state.
    init(folder: String) { self.folder = folder + "/exports" }

    /// Writes down what an export makes; what cannot be written down is lost only if all is killed. Blocks.
    func add(_ number: UInt32, _ path: String) {
        clearing.wait()
        guard let entry = Self.entry(of: path), let data = try? JSONEncoder.byKey.encode(entry) else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? data.write(to: file(number), options: .atomic)
    }

    /// It is finished, or gone. Blocks.
    func remove(_ number: UInt32) {
        clearing.wait()
        try? FileManager.default.removeItem(at: file(number))
    }

    /// Removes what earlier runs left, on a thread of its own; before the first export of this one, which waits for it.
    ///
    /// - Parameter removed: called on another thread with each file that is gone: file systems may take their time.
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
