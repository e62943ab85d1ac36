/// Makes `mediactl seek -30` work: the argument parser would take `-30` for an option.
enum SignedArguments {
    private static let commands: Set<String> = ["seek", "volume", "trim"]

    /// The arguments with `--` before the first negative amount of a command that takes one.
    static func protecting(_ arguments: [String]) -> [String] {
        guard let command = arguments.first(where: { !$0.hasPrefix("-") }), commands.contains(command),
            let index = arguments.firstIndex(where: { isNegative($0) }),
            !arguments[..<index].contains("--")
        else { return arguments }
        // What follows `--` is never an option: the amount goes last.
        var rest = arguments
        let amount = rest.remove(at: index)
        return rest + (rest.contains("--") ? [amount] : ["--", amount])
    }

    private static func isNegative(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument.dropFirst().first.map { "0123456789.".contains($0) } ?? false
    }
}
