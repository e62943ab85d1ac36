import ArgumentParser
import PlayerCore

/// A point in an item: `90`, `1:23.5`, `1h30`.
struct ClockArgument: ExpressibleByArgument, Hashable {
    var time: MediaTime

    init?(argument: String) {
        guard let time = MediaTime(argument: argument) else { return nil }
        self.time = time
    }
}
