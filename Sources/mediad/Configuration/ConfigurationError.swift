/// The configuration cannot be used. Contains all its errors, in the order of the file.
struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path as the user wrote it.
    var path: String
    /// Never empty.
    var problems: [ConfigurationProblem]

    /// Lines of the form `path:line:column: message`, which editors and terminals turn into links.
    var description: String { lines.joined(separator: "\n") }

    /// The lines of ``description``.
    var lines: [String] {
        problems.map { $0.position == nil ? "\(path): \($0)" : "\(path):\($0)" }
    }
}
