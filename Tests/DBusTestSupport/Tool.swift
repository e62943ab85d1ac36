import Glibc

/// Programs that tests run beside the code under test.
public enum Tool {
    /// Where `name` is installed; nil if it is not.
    public static func path(of name: String) -> String? {
        let directories = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
        return directories.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Whether a test that needs all of `names` is to run: without them only where `CI` is set, and there it fails.
    public static func shouldRun(_ names: String...) -> Bool {
        variable("CI") != nil || names.allSatisfy { path(of: $0) != nil }
    }

    /// What a program said and how it ended.
    public struct Outcome: Sendable {
        public var output: String
        public var errors: String
        public var status: Int32
    }

    /// Runs a program to its end; what it says is expected to be short.
    public static func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = try start(name, arguments, environment: environment)
        let output = ChildProcess.readAll(process.output)
        let errors = ChildProcess.readAll(process.errors)
        return Outcome(output: output, errors: errors, status: process.wait())
    }

    static func start(_ name: String, _ arguments: [String], environment: [String: String]) throws -> ChildProcess {
        guard let path = path(of: name) else { throw MissingTool(name: name) }
        var merged = [
            "PATH": variable("PATH") ?? "/usr/bin:/bin", "HOME": variable("HOME") ?? "/", "LC_ALL": "C.UTF-8",
        ]
        merged.merge(environment) { $1 }
        return try ChildProcess(path, arguments, environment: merged)
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
