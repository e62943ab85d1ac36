import ArgumentParser

/// The command line of mediad.
struct Mediactl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mediactl",
        abstract: "Control mediad, the playback daemon of this session.",
        discussion: """
            TIME is seconds (90, 1.5), a clock time (1:23.5, 1:02:03) or a time with units (90s, 1h30). N is the \
            number of an entry, counted from 1, as listed by 'mediactl queue', 'mediactl chapters', 'mediactl tracks' \
            or 'mediactl history'.

            Exit status: 0 success, 1 refused, 2 usage error, 3 mediad is not running, 4 not found.
            """,
        version: "mediactl 0.2.0",
        groupedSubcommands: [
            CommandGroup(
                name: "Playing",
                subcommands: [
                    PlayCommand.self, OpenCommand.self, AddCommand.self, QueueCommand.self, PlaylistsCommand.self,
                    HistoryCommand.self,
                ]),
            CommandGroup(
                name: "Transport",
                subcommands: [
                    PauseCommand.self, ResumeCommand.self, ToggleCommand.self, StopCommand.self, NextCommand.self,
                    PreviousCommand.self, SeekCommand.self, LiveCommand.self, ChaptersCommand.self,
                    SegmentsCommand.self, LyricsCommand.self,
                    SkipCommand.self,
                    UnskipCommand.self, ProposalCommand.self, ActionsCommand.self, TrimCommand.self, ExportCommand.self,
                    ThumbnailCommand.self, StoryboardCommand.self,
                ]),
            CommandGroup(
                name: "Settings",
                subcommands: [
                    TracksCommand.self, SubtitlesCommand.self, AudioCommand.self, VolumeCommand.self, MuteCommand.self,
                    RateCommand.self,
                    LoopCommand.self,
                    ShuffleCommand.self,
                    SleepCommand.self,
                ]),
            CommandGroup(
                name: "Window",
                subcommands: [
                    PipCommand.self, FullscreenCommand.self, StepCommand.self, RotateCommand.self, ScalingCommand.self,
                    ScreenshotCommand.self,
                ]),
            CommandGroup(
                name: "Information",
                subcommands: [InspectCommand.self, StatusCommand.self, TimelineCommand.self, MonitorCommand.self]),
            CommandGroup(name: "Service", subcommands: [QuitCommand.self]),
        ])

    /// A word that is no command, the command line that lists those there are, and what was probably meant, quoted: the
    /// argument parser would call the word unexpected, or print the general help.
    private static func unknownCommand(in arguments: [String]) -> (word: String, help: String, meant: String?)? {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let first = words.first, !first.hasPrefix("-"), first != "help" else { return nil }
        let commands = configuration.groupedSubcommands.flatMap { $0.subcommands }
        guard let command = commands.first(where: { isNamed(first, $0) }) else {
            let meant = inFamilies(first, commands) ?? closest(to: first, among: commands).map { "'\($0)'" }
            return (first, "mediactl --help", meant)
        }
        // What a family does without a further word takes no arguments.
        guard command.configuration.defaultSubcommand != nil, let second = words.dropFirst().first,
            !second.hasPrefix("-"), second != "help",
            !command.configuration.subcommands.contains(where: { isNamed(second, $0) })
        else { return nil }
        let family = command.configuration.commandName ?? first
        let meant = closest(to: second, among: command.configuration.subcommands)
        return ("\(family) \(second)", "mediactl \(family) --help", meant.map { "'\(family) \($0)'" })
    }

    /// The commands of two words that end with a word, quoted; nil if there are none, or more than two: then the word alone
    /// says too little.
    private static func inFamilies(_ word: String, _ commands: [any ParsableCommand.Type]) -> String? {
        let names = commands.filter { $0.configuration.shouldDisplay }.compactMap { family in
            let member = family.configuration.subcommands.first {
                $0.configuration.shouldDisplay && isNamed(word, $0)
            }
            return member?.configuration.commandName.map { "'\(family.configuration.commandName ?? "") \($0)'" }
        }
        return (1...2).contains(names.count) ? names.joined(separator: " or ") : nil
    }

    /// The text of an error without the option that the argument parser suggests, if that is nothing like the given one.
    private static func withoutWildGuess(_ text: String) -> String {
        let parts = text.split(separator: "'", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].hasSuffix("Unknown option "), parts[2] == ". Did you mean ",
            parts[4].hasPrefix("?")
        else { return text }
        let (given, guess) = (parts[1].drop { $0 == "-" }, parts[3].drop { $0 == "-" })
        let distance = EditDistance.between(String(given), String(guess))
        if given.first == guess.first || 3 * distance <= guess.count { return text }
        return "\(parts[0])'\(parts[1])'\(parts[4].dropFirst())"
    }

    /// The name that was probably meant: at most two letters differ, and fewer than half of them.
    private static func closest(to word: String, among commands: [any ParsableCommand.Type]) -> String? {
        let names = commands.filter { $0.configuration.shouldDisplay }.flatMap { command in
            [command.configuration.commandName].compactMap { $0 } + command.configuration.aliases
        }
        let near = names.map { (name: $0, distance: EditDistance.between(word, $0)) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let near, near.distance <= 2, 2 * near.distance < word.count else { return nil }
        return near.name
    }

    private static func isNamed(_ word: String, _ command: any ParsableCommand.Type) -> Bool {
        command.configuration.commandName == word || command.configuration.aliases.contains(word)
    }

    /// What to do next, for those who give no command.
    private static let hints = """

        mediactl play FILE...    play files, folders, lists or addresses
        mediactl --help          list all commands
        man mediactl             explain them
        """

    /// Runs a command line, prints errors to standard error, and returns the exit status.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    static func perform(_ arguments: [String]) -> ExitStatus {
        let isAlone = arguments.isEmpty
        if let unknown = unknownCommand(in: arguments) {
            let meant = unknown.meant.map { " Did you mean \($0)?" } ?? ""
            Output.complain("There is no command '\(Output.visible(unknown.word))': see '\(unknown.help)'.\(meant)")
            return .usage
        }
        let arguments = arguments == ["-v"] ? ["--version"] : arguments.isEmpty ? ["status"] : arguments
        defer { if isAlone { Output.print(hints) } }
        do {
            var command = try parseAsRoot(SignedArguments.protecting(arguments))
            try command.run()
            return .done
        } catch let failure as Failure {
            Output.complain(failure.message)
            return failure.status
        } catch {
            let status = ExitStatus(exitCode(for: error))
            let text = withoutWildGuess(fullMessage(for: error))
            if status != .done {
                Output.complain(text)
            } else if !text.isEmpty {
                // Completions print no text if there are no candidates; fish would offer an empty line.
                Output.print(CompletionScript.completed(text))
            }
            return status
        }
    }
}

/// Makes `mediactl seek -30` work: the argument parser would treat `-30` as an option.
enum SignedArguments {
    private static let commands: Set<String> = [
        "seek", "sleep", "volume", "trim", "subtitles", "audio", "rate", "step",
    ]

    /// Inserts `--` before the first negative amount of a command that takes one.
    static func protecting(_ arguments: [String]) -> [String] {
        guard let command = arguments.first(where: { !$0.hasPrefix("-") }), commands.contains(command),
            let index = arguments.firstIndex(where: { isNegative($0) }),
            !arguments[..<index].contains("--")
        else { return arguments }
        // Arguments after `--` are never options, so the amount goes last.
        var rest = arguments
        let amount = rest.remove(at: index)
        return rest + (rest.contains("--") ? [amount] : ["--", amount])
    }

    private static func isNegative(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument.dropFirst().first.map { "0123456789.".contains($0) } ?? false
    }
}
