internal import Glibc

/// Programs that tests run and that need not be installed everywhere.
public enum Tool {
    /// A program that is not on `PATH`.
    public struct Missing: Error, CustomStringConvertible {
        public let name: String
        public var description: String { "\(name) is not installed" }
    }

    /// Where the program is; nil when it is not on `PATH`.
    public static func path(of name: String) -> String? {
        let directories = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return directories.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Whether a test that needs these may run: where they are all there, and in CI in any case, so that it fails there.
    public static func areUsable(_ names: String...) -> Bool {
        getenv("CI") != nil || names.allSatisfy { path(of: $0) != nil }
    }
}
