import ArgumentParser
import DBusKit
import Glibc
import PlayerCore

/// `seek`.
struct SeekCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seek", abstract: "Go to a point in the current item.",
        discussion: "Examples: seek 1:23.5, seek 90, seek 50%, seek +10, seek -30.")

    @Argument(
        help: "A time, a percentage, or an offset such as +10 or -30.", transform: { try TimeArgument(checked: $0) })
    var time: TimeArgument

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.requirePlaying()
        let player = try loaded(daemon)
        let metadata = player["Metadata"]?.asDictionary ?? [:]
        guard let track = metadata["mpris:trackid"]?.asString, !track.hasSuffix("/NoTrack") else {
            throw Failure.nothingPlays
        }
        guard player["CanSeek"]?.asBool != false else {
            throw try refusal(metadata, daemon)
        }
        let length = metadata["mpris:length"]?.asInt64.flatMap { $0 > 0 ? MediaTime(microseconds: $0) : nil }
        switch time {
        case .relative(let amount):
            try daemon.call(.player, "Seek", [.int64(amount.microseconds)])
        case .absolute(let time):
            // The player would ignore it silently, as MPRIS requires.
            if let length, time > length {
                throw Failure(
                    .refused, "\(DurationText(time)) is after the end of the item (\(DurationText(length))).")
            }
            try go(to: time, of: track, daemon)
        case .fraction(let fraction):
            guard let length, let time = MediaTime(seconds: length.seconds * fraction) else {
                throw Failure(
                    .refused, "The duration of the item is unknown. Specify a time instead of a percentage.")
            }
            try go(to: min(time, length), of: track, daemon)
        }
    }

    /// Why the item cannot be sought.
    private func refusal(_ metadata: [String: DBusValue], _ daemon: DaemonConnection) throws(Failure) -> Failure {
        let isStation = metadata["mediad:station"]?.asString?.isEmpty == false
        let live = try daemon.propertiesIfKnown(of: .live)
        guard isStation || live?["IsLive"]?.asBool == true else {
            return Failure(.refused, "The current item does not support seeking: play a local copy.")
        }
        return Failure(.refused, "The \(isStation ? "station" : "stream") cannot be sought: it is live.")
    }

    /// The player's properties. A percentage needs the item's duration, and opening an item takes a short time. The
    /// player remembers the other kinds of targets until the item is open.
    private func loaded(_ daemon: DaemonConnection) throws(Failure) -> [String: DBusValue] {
        var player = try daemon.properties(of: .player)
        guard case .fraction = time else { return player }
        for _ in 0..<40 {
            guard player["CanSeek"]?.asBool != false, player["PlaybackStatus"]?.asString != "Stopped",
                player["Metadata"]?.asDictionary?["mpris:length"] == nil
            else { break }
            usleep(50_000)
            player = try daemon.properties(of: .player)
        }
        return player
    }

    private func go(to time: MediaTime, of track: String, _ daemon: DaemonConnection) throws(Failure) {
        try daemon.call(.player, "SetPosition", [.objectPath(track), .int64(time.microseconds)])
    }
}
