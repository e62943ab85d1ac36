import ArgumentParser
import DBusKit
import Glibc
import MediaProbe
import PlayerCore

/// `trim`: the in and out points of the current item.
struct TrimCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Show or set where the current item begins and ends.",
        discussion: """
            Points apply at once. 'trim finish' keeps them for this entry of the queue.
            """,
        subcommands: [
            TrimShowCommand.self, TrimBeginCommand.self, TrimInCommand.self, TrimOutCommand.self,
            TrimFinishCommand.self,
        ], defaultSubcommand: TrimShowCommand.self)
}

/// `trim show`.
struct TrimShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show where the current item begins and ends.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let view = TrimView(try DaemonConnection().properties(of: .trim))
        output.show(view.json, lines: view.lines)
    }
}

/// `trim begin`.
struct TrimBeginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin", abstract: "Begin trimming the current item.")

    @Flag(help: "Repeat the selection instead of pausing after it.")
    var loop = false

    func run() throws {
        let daemon = try DaemonConnection()
        // The option also applies while trimming is in progress.
        if try !loop || daemon.property(.trim, "Trimming").asBool != true { try daemon.beginTrimming() }
        try daemon.set(.trim, "Loops", to: .boolean(loop))
    }
}

/// `trim in`.
struct TrimInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "in", abstract: "Set the in point to the position or to a time.",
        discussion: "Begins trimming if necessary. Examples: trim in, trim in 1:23.5, trim in 10%, trim in --clear.")

    @OptionGroup var point: TrimPointArguments

    func run() throws { try point.set("SetInPoint", of: try DaemonConnection()) }
}

/// `trim out`.
struct TrimOutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "out", abstract: "Set the out point to the position or to a time.",
        discussion: "Begins trimming if necessary. Examples: trim out, trim out 45:00, trim out 90%, trim out --clear.")

    @OptionGroup var point: TrimPointArguments

    func run() throws { try point.set("SetOutPoint", of: try DaemonConnection()) }
}

/// `trim finish`.
struct TrimFinishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Finish trimming and keep the points.")

    @Flag(help: "Restore the previous points instead.")
    var discard = false

    func run() throws { try DaemonConnection().callOnItem(.trim, "Finish", [.boolean(!discard)]) }
}

/// The target of a trim point: the position, a time, or none.
struct TrimPointArguments: ParsableArguments {
    @Argument(help: "A time, a percentage, or an offset such as +10 or -30.")
    var time: TimeArgument?

    @Flag(help: "Remove the point.")
    var clear = false

    func validate() throws {
        if clear, time != nil { throw ValidationError("Give either a time or --clear.") }
    }

    /// Sets the point with a method of `Trim1`. Begins trimming first if necessary.
    func set(_ method: String, of daemon: DaemonConnection) throws {
        // The position at the time of the command, not after trimming has begun.
        let time: Int64 = clear ? -1 : try position(daemon).microseconds
        if try daemon.property(.trim, "Trimming").asBool != true {
            try daemon.beginTrimming()
            do {
                try daemon.call(.trim, method, [.int64(time)])
            } catch {
                // A refused command must not begin trimming.
                _ = try? daemon.call(.trim, "Finish", [.boolean(false)])
                throw error
            }
            return
        }
        try daemon.call(.trim, method, [.int64(time)])
    }

    private func position(_ daemon: DaemonConnection) throws(Failure) -> MediaTime {
        let player = try daemon.properties(of: .player)
        let metadata = player["Metadata"]?.asDictionary ?? [:]
        let length = metadata["mpris:length"]?.asInt64
        // The points are in the time of the file, which may hold other tracks.
        let offset = MediaTime(microseconds: metadata["mediad:offset"]?.asInt64 ?? 0)
        let here = offset + MediaTime(microseconds: player["Position"]?.asInt64 ?? 0)
        switch time {
        case .absolute(let time): return time
        case .relative(let amount): return max(.zero, here + amount)
        case .fraction(let fraction):
            guard let length, length > 0,
                let time = MediaTime(seconds: MediaTime(microseconds: length).seconds * fraction)
            else {
                throw Failure(
                    .refused, "The duration of the item is unknown. Specify a time instead of a percentage.")
            }
            return offset + time
        case nil: return here
        }
    }
}

extension DaemonConnection {
    /// Begins trimming the current item. Opening an item that has just started takes a short time.
    ///
    /// - Throws: `Failure` with the daemon's message if trimming is not possible.
    func beginTrimming() throws(Failure) {
        for _ in 0..<40 {
            guard try property(.trim, "CanBeginTrimming").asBool == false else { break }
            let player = try properties(of: .player)
            guard player["CanSeek"]?.asBool != false, player["PlaybackStatus"]?.asString != "Stopped",
                try property(.trim, "Trimming").asBool != true
            else { break }
            usleep(50_000)
        }
        try callOnItem(.trim, "Begin")
    }
}

/// The in and out points of the current item.
struct TrimView {
    let isTrimming: Bool
    /// Nil: the item's own start.
    let inPoint: MediaTime?
    /// Nil: the item's own end.
    let outPoint: MediaTime?
    private let loops: Bool
    private let whyNot: String

    /// - Parameter properties: the properties of `org.mediad.Trim1`.
    init(_ properties: [String: DBusValue]) {
        func time(_ name: String) -> MediaTime? {
            properties[name]?.asInt64.flatMap { $0 < 0 ? nil : MediaTime(microseconds: $0) }
        }
        isTrimming = properties["Trimming"]?.asBool ?? false
        inPoint = time("InPoint")
        outPoint = time("OutPoint")
        loops = properties["Loops"]?.asBool ?? false
        whyNot = properties["WhyNot"]?.asString ?? ""
    }

    /// Whether there is nothing to show.
    var isEmpty: Bool { !isTrimming && line == nil }

    /// The range in one line; nil if it is the whole item.
    var line: String? {
        guard inPoint != nil || outPoint != nil else { return nil }
        return "\(inPoint.map(Self.text) ?? "the beginning") to \(outPoint.map(Self.text) ?? "the end")"
    }

    /// The lines for people.
    var lines: [String] {
        let state = isTrimming ? (loops ? "trimming, repeating" : "trimming") : "not trimming"
        var lines = ["\(state): \(line ?? "the whole item")"]
        if !isTrimming, !whyNot.isEmpty { lines.append(Output.visible(whyNot)) }
        return lines
    }

    /// The object for programs; unset values are omitted.
    var json: JSONValue {
        .members([
            "trimming": .bool(isTrimming),
            "in": inPoint.map { JSONValue($0) },
            "out": outPoint.map { JSONValue($0) },
            "loops": .bool(loops),
            "whyNot": whyNot.isEmpty ? nil : .string(whyNot),
        ])
    }

    /// The time to the millisecond: points are finer than the usual clock format.
    private static func text(_ time: MediaTime) -> String {
        let thousandths = time.nanoseconds / 1_000_000 % 1_000
        let digits = String(thousandths)
        return "\(DurationText(time))"
            + (thousandths == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits)
    }
}
