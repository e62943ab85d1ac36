import Foundation

/// What the kernel says of a process: the lines of `/proc/PID/status`, its environment and its arguments.
struct ProcessStatus {
    private let lines: [String: String]
    let environment: [String: String]
    let arguments: [String]
    /// How many filters of system calls it is under.
    var filters: Int { self["Seccomp_filters"].flatMap { Int($0) } ?? 0 }

    /// - Parameter process: its number.
    init(of process: String) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        lines = Self.pairs(status.split(separator: "\n"), at: ":")
        environment = Self.pairs(try Self.words("/proc/\(process)/environ").map { $0[...] }, at: "=")
        arguments = try Self.words("/proc/\(process)/cmdline")
    }

    subscript(name: String) -> String? { lines[name] }

    private static func words(_ path: String) throws -> [String] {
        // Read to its end: these files have no size.
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        return (try file.readToEnd() ?? Data()).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func pairs(_ lines: [Substring], at separator: Character) -> [String: String] {
        let pairs = lines.compactMap { line -> (String, String)? in
            guard let end = line.firstIndex(of: separator) else { return nil }
            let value = line[line.index(after: end)...]
            return (String(line[..<end]), value.trimmingCharacters(in: .whitespaces))
        }
        return Dictionary(pairs) { $1 }
    }
}
