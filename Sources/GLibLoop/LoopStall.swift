/// Decides what to log about a loop that is busy for too long: once while the stall lasts, and once when it is over.
///
/// It only decides; the time is an argument.
public struct LoopStall: Sendable {
    private let loop: String
    private let patience: Int64
    /// The start of the work that was logged.
    private(set) var told: Int64?

    /// - Parameters:
    ///   - loop: the loop's name.
    ///   - patience: how long it may be busy, in microseconds.
    public init(loop: String, patience: Int64) {
        self.loop = loop
        self.patience = patience
    }

    /// Examines the state of the loop.
    ///
    /// - Parameters:
    ///   - begun: since when it has been busy without a pause, in microseconds of the monotonic clock; nil while it is
    ///     idle.
    ///   - work: a description of the work; nil without one.
    ///   - now: microseconds of the monotonic clock.
    /// - Returns: a sentence for the log, once for each stall.
    public mutating func look(begun: Int64?, work: @autoclosure () -> String?, now: Int64) -> String? {
        guard let begun, begun != told, now - begun >= patience else { return nil }
        told = begun
        return "the \(loop) loop has been blocked for \(Self.seconds(now - begun)) s by: "
            + (work() ?? "something unnamed")
    }

    /// Notes that work has ended.
    ///
    /// - Parameters:
    ///   - begun: when it had begun.
    ///   - moment: when it ended.
    /// - Returns: a sentence for the log, if the work was logged.
    public mutating func end(of begun: Int64, at moment: Int64) -> String? {
        guard begun == told else { return nil }
        told = nil
        return "the \(loop) loop continues; it was blocked for \(Self.seconds(moment - begun)) s"
    }

    /// With one decimal.
    private static func seconds(_ microseconds: Int64) -> String {
        let tenths = (microseconds + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
