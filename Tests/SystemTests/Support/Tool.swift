import Foundation
import Testing

/// Programs that tests need.
enum Tool {
    static func path(_ name: String) -> String? {
        if name.hasPrefix("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func missing(_ names: [String]) -> [String] { names.filter { path($0) == nil } }
}

extension Trait where Self == ConditionTrait {
    /// Skips where a tool is missing, and says so; on CI, where all are installed, the test runs into its absence.
    static func needs(_ tools: String...) -> ConditionTrait {
        .enabled("not installed: \(Tool.missing(tools).joined(separator: ", "))") {
            Tool.missing(tools).isEmpty || ProcessInfo.processInfo.environment["CI"] != nil
        }
    }
}
