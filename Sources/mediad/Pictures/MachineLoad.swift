internal import FoundationEssentials

/// How much of the machine's processor time other programs use.
enum MachineLoad {
    /// Processor time since the machine started, of all processors, in clock ticks.
    struct Reading: Hashable, Sendable {
        var all: Int64
        var idle: Int64

        init(all: Int64, idle: Int64) { (self.all, self.idle) = (all, idle) }

        /// Reads `/proc/stat`; nil if it says nothing.
        init?() {
            guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8), text.hasPrefix("cpu ") else {
                return nil
            }
            // user, nice, system, idle, iowait, irq, softirq, steal; the rest is part of user.
            let values = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }
            guard values.count == 8 else { return nil }
            self.init(all: values.reduce(0, &+), idle: values[3] &+ values[4])
        }
    }

    /// Takes a reading; nil if that is not possible.
    typealias Source = @Sendable () -> Reading?

    /// Whether others left a program little time: they used three quarters of it or more. False if that is unknown.
    ///
    /// - Parameter own: what the program itself used meanwhile, in clock ticks.
    static func isBusy(from start: Reading?, to end: Reading?, own: Int64) -> Bool {
        share(from: start, to: end, own: own).map { $0 >= 0.75 } ?? false
    }

    /// Whether the machine has time for what was put off: others use half of it at most. True if that is unknown.
    static func isQuiet(from start: Reading?, to end: Reading?) -> Bool {
        share(from: start, to: end, own: 0).map { $0 <= 0.5 } ?? true
    }

    /// The share of others, 0 to 1; nil without time in between.
    private static func share(from start: Reading?, to end: Reading?, own: Int64) -> Double? {
        guard let start, let end, end.all > start.all else { return nil }
        return Double(end.all - start.all - (end.idle - start.idle) - own) / Double(end.all - start.all)
    }
}
