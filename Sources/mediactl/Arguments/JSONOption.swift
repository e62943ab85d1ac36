import ArgumentParser

/// `--json` of every command that reads.
struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON; times are seconds.")
    var isJSON = false
}
