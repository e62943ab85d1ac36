internal import Foundation

extension Fixtures {
    /// Where what tests make is kept for those that want it later in the same run.
    ///
    /// `.ci/test` gives a run a folder of its own, which its processes share and it removes; without it, each process has one.
    private static let madeFolder: String = {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        if URL(fileURLWithPath: runtime).lastPathComponent.hasPrefix("mediad-run.") { return runtime + "/made" }
        atexit { try? FileManager.default.removeItem(atPath: Fixtures.ownFolder) }
        return ownFolder
    }()

    private static var ownFolder: String { NSTemporaryDirectory() + "mediad-made-\(getpid())" }

    /// Puts files into a folder that are made only once a run, however many tests, threads and processes want them.
    ///
    /// - Parameters:
    ///   - recipe: everything that they depend on.
    ///   - make: writes them into an empty folder.
    public static func copy(
        madeOf recipe: [String], to destination: String, making make: (_ folder: String) throws -> Void
    ) throws {
        let files = FileManager.default
        let folder = "\(madeFolder)/\(key(of: recipe))"
        try files.createDirectory(atPath: madeFolder, withIntermediateDirectories: true)
        // Who comes second waits for the first, in this process or another.
        let lock = open("\(folder).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw Deadline.Missed("\(folder).lock cannot be locked") }
        defer { close(lock) }
        if !files.fileExists(atPath: folder) {
            let unfinished = "\(folder).unfinished"
            try? files.removeItem(atPath: unfinished)
            try files.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
            try make(unfinished)
            try files.moveItem(atPath: unfinished, toPath: folder)
        }
        try files.createDirectory(atPath: destination, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: folder) {
            let copy = "\(destination)/\(name)"
            try? files.removeItem(atPath: copy)
            try files.copyItem(atPath: "\(folder)/\(name)", toPath: copy)
        }
    }

    /// `cut.flac` and its siblings in a folder, see `make-fixtures`.
    public static func copyCut(to destination: String) throws { try copy(madeBy: "--cut", to: destination) }

    /// Streams that change midway in a folder, see `make-fixtures`.
    public static func copyChained(to destination: String) throws { try copy(madeBy: "--chained", to: destination) }

    /// Items whose sound and picture differ in length in a folder, see `make-fixtures`.
    public static func copyUneven(_ count: Int, to destination: String) throws {
        try copy(madeBy: "--uneven", "\(count)", to: destination)
    }

    private static func copy(madeBy arguments: String..., to destination: String) throws {
        let script = path("make-fixtures")
        let text = try String(contentsOfFile: script, encoding: .utf8)
        try copy(madeOf: [text] + arguments, to: destination) { folder in
            let made = try ChildProcess.run(script, arguments + [folder])
            guard made.end == .exited(0) else { throw Deadline.Missed("make-fixtures: \(made.errors)") }
        }
    }

    /// The same in every process (FNV-1a, 64 bits).
    private static func key(of recipe: [String]) -> String {
        let hash = recipe.joined(separator: "\0").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
