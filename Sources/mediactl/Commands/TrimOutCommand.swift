import ArgumentParser

/// `trim out`.
struct TrimOutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "out", abstract: "Let it end at the position or at a time; begins trimming if need be.",
        discussion: "mediactl trim out, mediactl trim out 1:23.5, mediactl trim out 90%, mediactl trim out --clear.")

    @OptionGroup var point: TrimPointArguments

    func run() throws { try point.set("SetOutPoint", of: try DaemonConnection()) }
}
