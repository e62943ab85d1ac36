import Foundation

/// A folder of so many files that not all of them are looked at. It goes away with its value.
///
/// What is met first in a folder is its file system's to say. So the files are made first, and then some are taken away until
/// one that matters is the last that is looked at, and another one the first that is not.
public final class LargeFolder {
    public let path: String
    /// As they are met, `.` and `..` among them.
    public private(set) var names: [String] = []

    /// - Parameter name: of the file with this number.
    public init(files: Int, name: (Int) -> String) throws {
        path = NSTemporaryDirectory() + "large-\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { throw POSIXError(.EIO) }
        let first = "\(path)/\(name(0))"
        close(open(first, O_CREAT | O_WRONLY, 0o600))
        // All of them are the same file, which is quickly done.
        for number in 1..<files {
            guard link(first, "\(path)/\(name(number))") == 0 else { throw POSIXError(.EIO) }
        }
        guard let directory = opendir(path) else { throw POSIXError(.EIO) }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
        }
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Of the files with this ending, makes one the last of `most` files, and another the one behind it.
    ///
    /// The folder itself and the one that it is in are among what a folder has.
    public func arrange(_ ending: String, at most: Int) throws -> (last: String, next: String) {
        var (before, found) = (0, [Int]())
        for (index, name) in names.enumerated() {
            if name.hasSuffix(ending), before >= most { found.append(index) }
            if found.count == 2 { break }
            // Up to the first of the two.
            if found.isEmpty { before += 1 }
        }
        guard found.count == 2 else { throw POSIXError(.ENOENT) }
        let (last, next) = (names[found[0]], names[found[1]])
        let others = { (name: String) in !name.hasSuffix(ending) && name != "." && name != ".." }
        let gone =
            names[found[0]...found[1]].filter(others) + names[..<found[0]].filter(others).prefix(before - most + 1)
        for name in gone where unlink("\(path)/\(name)") != 0 { throw POSIXError(.EIO) }
        let removed = Set(gone)
        names.removeAll { removed.contains($0) }
        return (last, next)
    }
}
