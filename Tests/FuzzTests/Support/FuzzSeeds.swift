import Foundation

/// Files that tests and `make fuzz` read.
enum FuzzSeeds {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Everything under `Tests/Fixtures`: media, sidecars, and what is neither.
    static let fixtures = files(tests.appendingPathComponent("Fixtures"))

    /// What once broke a reader: `TARGET-WHAT`.
    static let regressions = files(tests.appendingPathComponent("Fixtures/probe/regressions"))

    /// The small files written for one target.
    static func corpus(_ target: FuzzTarget) -> [URL] {
        files(tests.appendingPathComponent("Fuzzing/corpus/\(target.rawValue)"))
    }

    /// The words that belong to a target's format, in libFuzzer's form; empty where there is no such file.
    static func words(_ target: FuzzTarget) -> String {
        let file = tests.appendingPathComponent("Fuzzing/\(target.rawValue).dict")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }

    /// The target that reads a file, by `Tests/Fuzzing/targets`; nil where none does.
    static func target(for file: URL) -> FuzzTarget? {
        let name = file.lastPathComponent
        return endings.first { $0.endings.contains { name.hasSuffix($0) } }.flatMap { FuzzTarget(rawValue: $0.name) }
    }

    /// The lines of `Tests/Fuzzing/targets`.
    static let endings: [(name: String, endings: [String])] = {
        let table = try? String(contentsOf: tests.appendingPathComponent("Fuzzing/targets"), encoding: .utf8)
        let lines = (table ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.map { line in
            let words = line.split(separator: " ").map(String.init)
            return (words[0], Array(words.dropFirst()))
        }
    }()

    static func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

    /// By path.
    private static func files(_ folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        let files = (found?.allObjects ?? []).compactMap { $0 as? URL }.filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
        }
        return files.sorted { $0.path < $1.path }
    }
}
