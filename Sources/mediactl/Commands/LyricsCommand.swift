import ArgumentParser
import DBusKit
import Glibc
import MediaProbe
import PlayerCore

/// `lyrics`.
struct LyricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lyrics", abstract: "Show the words of the current item; '>' marks the line that is sung.",
        discussion: "They come from NAME.lrc beside the file, or from its tags.")

    @OptionGroup var output: JSONOption

    @Flag(help: "Print each line when it is sung, until interrupted.")
    var follow = false

    func run() throws {
        let daemon = try DaemonConnection()
        let lyrics = LyricsView(try daemon.properties(of: .lyrics))
        if follow { return try follow(daemon, lyrics) }
        guard !lyrics.plain.isEmpty else {
            throw Failure(.notFound, "This item has no words: put them into NAME.lrc beside the file.")
        }
        output.show(lyrics.json, lines: lyrics.text)
    }

    private func follow(_ daemon: DaemonConnection, _ first: LyricsView) throws {
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in _exit(ExitStatus.done.rawValue) } }
        do {
            // The name of MPRIS may come and go while mediad runs.
            let name = DaemonInterface.busNames.first
            try daemon.bus.addMatch(BusMatch(sender: name, interface: DaemonInterface.lyrics.rawValue))
            try daemon.bus.addMatch(
                BusMatch(sender: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name))
            var lyrics = first
            show(lyrics)
            while !Output.isAbandoned {
                guard let signal = try daemon.bus.nextSignal(timeout: .seconds(2)) else { continue }
                if signal.member == "NameOwnerChanged", signal.arguments.first?.asString == name,
                    signal.arguments.last?.asString?.isEmpty == true
                {
                    throw Failure.notRunning
                }
                guard signal.member == "CurrentChanged" else { continue }
                lyrics = LyricsView(try daemon.properties(of: .lyrics))
                show(lyrics)
            }
        } catch let error as DBusError {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
    }

    private func show(_ lyrics: LyricsView) {
        guard let line = lyrics.currentLine else { return }
        output.show(
            .object(["start": JSONValue(line.start), "text": .string(line.text)]), lines: [Output.visible(line.text)])
    }
}

/// The words as `Lyrics1` tells them.
struct LyricsView {
    let lines: [LyricLine]
    let current: Int
    let plain: String

    init(_ properties: [String: DBusValue]) {
        lines = (properties["Lines"]?.asArray ?? []).compactMap { line in
            guard let parts = line.asArray, parts.count == 2, let start = parts[0].asInt64, let text = parts[1].asString
            else { return nil }
            return LyricLine(start: MediaTime(microseconds: start), text: text)
        }
        current = properties["Current"]?.asInt32.map { Int($0) } ?? -1
        plain = properties["Plain"]?.asString ?? ""
    }

    var currentLine: LyricLine? { lines.indices.contains(current) ? lines[current] : nil }

    var json: JSONValue {
        .object([
            "current": .integer(Int64(current)), "plain": .string(plain),
            "lines": .array(lines.map { .object(["start": JSONValue($0.start), "text": .string($0.text)]) }),
        ])
    }

    /// For people.
    var text: [String] {
        guard !lines.isEmpty else {
            return plain.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
                Output.visible(String($0))
            }
        }
        return lines.enumerated().map { index, line in
            (index == current ? "> " : "  ") + Output.visible(line.text)
        }
    }
}
