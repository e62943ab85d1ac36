import ArgumentParser

/// `tracks`: audio, subtitles and video of the current item.
struct TracksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracks", abstract: "List or choose audio and subtitle tracks.",
        subcommands: [
            TracksListCommand.self, TracksAudioCommand.self, TracksSubtitlesCommand.self, TracksAddCommand.self,
        ], defaultSubcommand: TracksListCommand.self)
}
