import Glibc

/// The completion script for bash, beyond what the argument parser generates.
enum CompletionScript {
    /// Tells mediactl what kind of completion bash does (its `COMP_TYPE`, which it does not export).
    private static let typeVariable = "MEDIACTL_COMPLETION_TYPE"

    /// Whether bash lists candidates (9, 33, 63 and 64), and does not insert them whole, as menu-complete (37) and
    /// insert-completions (42) do.
    static var showsExplanations: Bool {
        guard let type = getenv(typeVariable).map({ String(cString: $0) }) else { return false }
        return ["9", "33", "63", "64"].contains(type)
    }

    /// The text that the argument parser prints. Where it is the script for bash, which is sourced, it loses the line that
    /// would make it a program, and hands `COMP_TYPE` on.
    static func completed(_ text: String) -> String {
        let first = "#!/bin/bash\n"
        guard text.hasPrefix(first) else { return text }
        let line = "    local -xr SAP_SHELL=bash\n"
        return text.replacing(
            line, with: line + "    local -xr \(typeVariable)=\"${COMP_TYPE-}\"\n", maxReplacements: 1)
    }
}
