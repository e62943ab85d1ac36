internal import Foundation

/// Programs that tests run and that need not be installed everywhere.
public enum Tool {
    /// A program that is not on `PATH`.
    public struct Missing: Error, CustomStringConvertible {
        public let name: String
        public var description: String { "\(name) is not installed" }
    }

    /// Where the program is; nil when it is not on `PATH`, or not at the path that was given.
    public static func path(of name: String) -> String? {
        if name.hasPrefix("/") { return access(name, X_OK) == 0 ? name : nil }
        let directories = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return directories.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// A program of this package, which the build puts beside the test bundle.
    public static func built(_ name: String) -> String {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let candidates = [bundle, own].compactMap { $0 }.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/" + name
        }
        return candidates.first { path(of: $0) != nil } ?? candidates[0]
    }

    /// Those that are not installed.
    static func missing(_ names: [String]) -> [String] { names.filter { path(of: $0) == nil } }

    /// Whether a test that needs these may run: where they are all there, and in CI in any case, so that it fails there.
    public static func areUsable(_ names: String...) -> Bool { areUsable(names) }

    static func areUsable(_ names: [String]) -> Bool { getenv("CI") != nil || missing(names).isEmpty }
}

#if canImport(Testing)
    public import Testing

    extension Trait where Self == ConditionTrait {
        /// Skips where a tool is missing, and says so; on CI, where all are installed, the test runs into its absence.
        public static func needs(_ tools: String...) -> Self {
            .enabled(if: Tool.areUsable(tools), "not installed: \(Tool.missing(tools).joined(separator: ", "))")
        }
    }
#endif
