import ArgumentParser
import PlayerCore

/// A part of an item: `1:00-2:30`; without its end up to the item's, without its start from there.
struct ClockRange: ExpressibleByArgument, Hashable {
    var start: MediaTime
    var end: MediaTime?

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, argument != "-" else { return nil }
        guard let start = parts[0].isEmpty ? .zero : MediaTime(argument: String(parts[0])) else { return nil }
        self.start = start
        if !parts[1].isEmpty {
            guard let end = MediaTime(argument: String(parts[1])) else { return nil }
            self.end = end
        }
    }
}
