import ArgumentParser
import DBusKit
import MediaProbe

/// `subtitles`: the delay and size of subtitles.
struct SubtitlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subtitles", abstract: "Show or change the delay and size of subtitles.",
        discussion: """
            The delay and the size are remembered for the current item, and apply to all items without their own. \
            'mediactl tracks subtitles' selects a track.
            """,
        subcommands: [SubtitlesShowCommand.self, SubtitlesDelayCommand.self, SubtitlesSizeCommand.self],
        defaultSubcommand: SubtitlesShowCommand.self)
}

/// `subtitles show`.
struct SubtitlesShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the delay and size.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let tracks = try DaemonConnection().properties(of: .tracks)
        let delay = Double(tracks["SubtitleDelay"]?.asInt64 ?? 0) / 1e6
        let size = tracks["SubtitleScale"]?.asDouble ?? 1
        output.show(
            .object(["delay": .number(delay), "size": .number(size)]),
            lines: ["delay  \(NumberText(delay)) s", "size   \(NumberText(size))"])
    }
}

/// `subtitles delay`.
struct SubtitlesDelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delay", abstract: "Show subtitles later or earlier.",
        discussion: "+0.3 delays subtitles by another 0.3 s; 0 removes the delay.")

    @Argument(help: ArgumentHelp("Seconds, or 80ms; + or - changes the current delay.", valueName: "seconds"))
    var change: DelayArgument

    func run() throws {
        let daemon = try DaemonConnection()
        let old = Double(try daemon.property(.tracks, "SubtitleDelay").asInt64 ?? 0) / 1e6
        let new = Int64((change.applied(to: old) * 1e6).rounded())
        try daemon.set(.tracks, "SubtitleDelay", to: .int64(new))
        Output.print("\(NumberText(Double(new) / 1e6)) s")
    }
}

/// `subtitles size`.
struct SubtitlesSizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "size", abstract: "Make the text of subtitles larger or smaller.")

    @Argument(help: ArgumentHelp("1 is the usual size; + or - changes the current size.", valueName: "factor"))
    var change: StepArgument

    func run() throws {
        let daemon = try DaemonConnection()
        let old = try daemon.property(.tracks, "SubtitleScale").asDouble ?? 1
        try daemon.set(.tracks, "SubtitleScale", to: .double(change.applied(to: old)))
        Output.print(NumberText(try daemon.property(.tracks, "SubtitleScale").asDouble ?? old).description)
    }
}
