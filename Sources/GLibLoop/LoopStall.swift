/// What there is to say of a loop that is at work for too long: once while it lasts, and once when it is over.
///
/// Decides only; the clock is an argument.
public struct LoopStall: Sendable {
    private let loop: String
    private let patience: Int64
    /// The work that was told of: when it had begun.
    private(set) var told: Int64?

    /// - Parameters:
    ///   - loop: the loop's name.
    ///   - patience: how long it may be at work, in microseconds.
    public init(loop: String, patience: Int64) {
        self.loop = loop
        self.patience = patience
    }

    /// Looks at what the loop does.
    ///
    /// - Parameters:
    ///   - begun: since when it has been at work without a pause, in microseconds of the monotonic clock; nil while it
    ///     rests.
    ///   - work: what it does, in words; nil where that has no name.
    ///   - now: microseconds of the monotonic clock.
    /// - Returns: a sentence for the log, once for each time that it stands.
    public mutating func look(begun: Int64?, work: @autoclosure () -> String?, now: Int64) -> String? {
        guard let begun, begun != told, now - begun >= patience else { return nil }
        told = begun
        return "the \(loop) loop has been blocked for \(Self.seconds(now - begun)) s by: "
            + (work() ?? "something unnamed")
    }

    /// Takes note that work has ended.
    ///
    /// - Parameters:
    ///   - begun: when it had begun.
    ///   - moment: when it ended.
    /// - Returns: a sentence for the log, if the work was told of.
    public mutating func end(of begun: Int64, at moment: Int64) -> String? {
        guard begun == told else { return nil }
        told = nil
        return "the \(loop) loop continues; it was blocked for \(Self.seconds(moment - begun)) s"
    }

    /// With one digit behind the point.
    private static func seconds(_ microseconds: Int64) -> String {
        let tenths = (microseconds + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
