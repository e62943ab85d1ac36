import ArgumentParser

/// `pip`: picture in picture.
struct PipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pip", abstract: "Picture in picture: a small window above all others.",
        subcommands: [PipStartCommand.self, PipStopCommand.self, PipCloseCommand.self, PipToggleCommand.self],
        defaultSubcommand: PipToggleCommand.self)
}
