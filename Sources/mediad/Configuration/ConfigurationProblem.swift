/// One thing that is wrong in the configuration file, and where.
struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// Nil when it concerns the file as a whole.
    var position: SourcePosition?
    /// One sentence without a full stop.
    var message: String

    /// `12:3: message`
    var description: String {
        guard let position else { return message }
        return "\(position.line):\(position.column): \(message)"
    }
}
