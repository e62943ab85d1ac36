/// An error in the configuration file, and its position.
struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// Nil when the error concerns the whole file.
    var position: SourcePosition?
    /// One sentence without a full stop.
    var message: String

    /// `12:3: message`
    var description: String {
        guard let position else { return message }
        return "\(position.line):\(position.column): \(message)"
    }
}
