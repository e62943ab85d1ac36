/// The configuration cannot be used: everything that is wrong with it, in the order of the file.
struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as people name it.
    var path: String
    /// Never empty.
    var problems: [ConfigurationProblem]

    /// One `path:line:column: message` a line, which editors and terminals turn into links.
    var description: String { lines.joined(separator: "\n") }

    /// The lines of ``description``.
    var lines: [String] {
        problems.map { $0.position == nil ? "\(path): \($0)" : "\(path):\($0)" }
    }
}
