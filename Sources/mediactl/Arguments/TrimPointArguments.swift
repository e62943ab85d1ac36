import ArgumentParser
import DBusKit
import PlayerCore

/// Where a point of trimming is to be: at the position, at a time, or nowhere.
struct TrimPointArguments: ParsableArguments {
    @Argument(help: "1:23.5, 90 or 50%; +10 or -30 from the position. Nothing: the position.")
    var time: TimeArgument?

    @Flag(help: "Unset it: the item's own beginning or end.")
    var clear = false

    func validate() throws {
        if clear, time != nil { throw ValidationError("Give either a time or --clear.") }
    }

    /// Sets the point by a method of `Trim1`, after beginning to trim where nobody did.
    func set(_ method: String, of daemon: DaemonConnection) throws {
        // The position at the moment of the command, not after an item was made ready to be trimmed.
        let time: Int64 = clear ? -1 : try position(daemon).microseconds
        if try daemon.property(.trim, "Trimming").asBool != true {
            try daemon.beginTrimming()
            do {
                try daemon.call(.trim, method, [.int64(time)])
            } catch {
                // What was refused begins nothing.
                _ = try? daemon.call(.trim, "Finish", [.boolean(false)])
                throw error
            }
            return
        }
        try daemon.call(.trim, method, [.int64(time)])
    }

    private func position(_ daemon: DaemonConnection) throws(Failure) -> MediaTime {
        let player = try daemon.properties(of: .player)
        let length = player["Metadata"]?.asDictionary?["mpris:length"]?.asInt64
        let here = MediaTime(microseconds: player["Position"]?.asInt64 ?? 0)
        switch time {
        case .absolute(let time): return time
        case .relative(let amount): return max(.zero, here + amount)
        case .fraction(let fraction):
            guard let length, length > 0,
                let time = MediaTime(seconds: MediaTime(microseconds: length).seconds * fraction)
            else { throw Failure(.refused, "the item's duration is not known: name a time instead of a percentage") }
            return time
        case nil: return here
        }
    }
}
