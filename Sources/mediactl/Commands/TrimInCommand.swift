import ArgumentParser

/// `trim in`.
struct TrimInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "in", abstract: "Let it begin at the position or at a time; begins trimming if need be.",
        discussion: "mediactl trim in, mediactl trim in 1:23.5, mediactl trim in 10%, mediactl trim in --clear.")

    @OptionGroup var point: TrimPointArguments

    func run() throws { try point.set("SetInPoint", of: try DaemonConnection()) }
}
