import Glibc

/// Additions to the completion script for bash that the argument parser generates.
enum CompletionScript {
    /// Passes the type of the completion to mediactl (bash's `COMP_TYPE`, which is not exported).
    private static let typeVariable = "MEDIACTL_COMPLETION_TYPE"

    /// Whether bash lists the candidates (9, 33, 63 and 64). menu-complete (37) and insert-completions (42) insert
    /// whole candidates instead.
    static var showsExplanations: Bool {
        guard let type = getenv(typeVariable).map({ String(cString: $0) }) else { return false }
        return ["9", "33", "63", "64"].contains(type)
    }

    /// The text that the argument parser prints. The script for bash is sourced, so it loses the first line, which
    /// would make it a program, and passes `COMP_TYPE` on.
    static func completed(_ text: String) -> String {
        let first = "#!/bin/bash\n"
        guard text.hasPrefix(first) else { return text }
        let line = "    local -xr SAP_SHELL=bash\n"
        return text.replacing(
            line, with: line + "    local -xr \(typeVariable)=\"${COMP_TYPE-}\"\n", maxReplacements: 1)
    }
}
