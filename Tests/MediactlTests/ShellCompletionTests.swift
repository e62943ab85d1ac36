import TestSupport
import Testing

@testable import mediactl

/// The scripts in the shells that they are for, on a private bus.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ShellCompletionTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon
    private let folder: TemporaryFolder

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
        folder = try TemporaryFolder()
        for (shell, file) in [("bash", "mediactl.bash"), ("zsh", "_mediactl"), ("fish", "mediactl.fish")] {
            try folder.write(try bus.mediactl(["--generate-completion-script", shell]).output, to: file)
        }
    }

    /// What a shell's program prints, with mediactl on its `PATH`.
    private func run(_ shell: String, _ arguments: [String], _ program: String) throws -> String {
        let programs = Tool.built("mediactl").split(separator: "/").dropLast().joined(separator: "/")
        let path =
            "export PATH=\"/\(programs):$PATH\" HOME=\(folder.path) XDG_CONFIG_HOME=\(folder.path)\ncd \(folder.path)\n"
        let result = try ChildProcess.run(
            shell, arguments + ["-c", path + program],
            // A busy machine takes longer than anybody waits for a completion.
            environment: bus.environment.merging(
                ["LC_ALL": "C.UTF-8", "TERM": "xterm", "MEDIACTL_COMPLETION_TIMEOUT": "30000"]
            ) { $1 })
        #expect(result.errors == "")
        return result.output
    }

    /// What bash offers for the last of the words, as its line editor would ask for it.
    ///
    /// - Parameter type: of the completion, as in `COMP_TYPE`: 9 is Tab, 37 menu-complete.
    private func bash(_ words: [String], type: Int = 9) throws -> [String] {
        let line = words.joined(separator: " ")
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        return try run(
            "bash", ["--norc", "--noprofile"],
            """
            source \(folder.path)/mediactl.bash
            complete -p mediactl >/dev/null || exit 1
            COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count) COMP_TYPE=\(type)
            _mediactl mediactl '\(words[words.count - 1])' '\(words[words.count - 2])'
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        ).split(separator: "\n").map(String.init)
    }

    @Test func bashCompletes() async throws {
        #expect(try bash(["mediactl", "cha"]) == ["chapters"])
        #expect(try bash(["mediactl", "queue", "go", ""]) == ["1 (One)", "2 (Two)", "3 (Three)"])
        #expect(try bash(["mediactl", "queue", "go", ""], type: 37) == ["1", "2", "3"])
        #expect(try bash(["mediactl", "queue", "go", "2"]) == ["2"])
        #expect(try bash(["mediactl", "playlists", "play", "Mor"]) == ["Morning", "Mornings in June"])
        #expect(try bash(["mediactl", "loop", ""]) == ["off", "track", "playlist"])
        #expect(try bash(["mediactl", "export", "--preset", "e"]) == ["exact"])
        #expect(
            try bash(["mediactl", "export", "--without", "recap,inter"]) == [
                "recap,intermission", "recap,interstitial",
            ])
        await daemon.close()
        #expect(try bash(["mediactl", "queue", "go", ""]) == [])
    }

    /// Titles come from files, and names of playlists from whoever shares a folder.
    @Test func bashRunsNothingOfANameOrTitle() async throws {
        let hostile = ["$(touch pwned)", "`touch pwned`", "'$(touch pwned)'", "\";touch pwned;\"", "a\n$(touch pwned)"]
        await daemon.fill(hostile)
        await daemon.fill(playlists: hostile)
        let shown = ["$(touch pwned)", "`touch pwned`", "'$(touch pwned)'", "\";touch pwned;\"", "a $(touch pwned)"]
        #expect(try bash(["mediactl", "playlists", "play", ""]) == shown)
        #expect(
            try bash(["mediactl", "queue", "go", ""]) == shown.enumerated().map { "\($0.offset + 1) (\($0.element))" })
        #expect(try run("bash", ["--norc", "--noprofile"], "find . -name pwned") == "")
        await daemon.close()
    }

    private func fish(_ line: String) throws -> String {
        try run("fish", ["--no-config"], "source \(folder.path)/mediactl.fish\ncomplete -C '\(line)'")
    }

    /// What a terminal shows after Tab, until `end` is there. The line editors of zsh and fish work on terminals only.
    ///
    /// - Parameters:
    ///   - shell: the command that starts it.
    ///   - setup: what it is told first.
    private func typed(_ line: String, in shell: String, after setup: String, until end: String) throws -> String {
        try run(
            "timeout", ["60", "zsh", "-f"],
            """
            zmodload zsh/zpty
            zpty shell \(shell)
            zpty -w shell '\(setup); echo rea""dy'
            zpty -r shell greeting '*ready*'
            zpty -w -n shell $'\(line)\\t'
            zpty -r shell list '*\(end)*'
            print -r -- "$list"
            zpty -d shell
            """)
    }

    private func zsh(_ line: String, until end: String) throws -> String {
        let setup = "PS1= RPS1=; fpath=(\(folder.path) $fpath); autoload -Uz compinit; compinit -u -D"
        return try typed(line, in: "zsh -f -i", after: setup, until: end)
    }

    private func fish(_ line: String, until end: String) throws -> String {
        try typed(line, in: "fish --no-config -i", after: "source \(folder.path)/mediactl.fish", until: end)
    }

    @Test(.needs("zsh")) func zshCompletes() async throws {
        let list = try zsh("mediactl queue go ", until: "Three")
        #expect(list.contains("1  -- One") && list.contains("2  -- Two"), "\(list)")
        #expect(try zsh("mediactl playlists play Ev", until: "Evening").contains("Evening"))
        await daemon.close()
    }

    @Test(.needs("fish", "zsh")) func fishCompletes() async throws {
        let list = try fish("mediactl queue go ", until: "(Three)")
        #expect(list.contains("1  (One)") && list.contains("2  (Two)"), "\(list)")
        #expect(try fish("mediactl playlists play ", until: "Mornings in June").contains("Evening"))
        await daemon.close()
    }

    @Test(.needs("fish", "zsh")) func othersRunNothingEither() async throws {
        let hostile = ["$(touch pwned)", "`touch pwned`", "(touch pwned)", "'$(touch pwned)'", "the last"]
        await daemon.fill(hostile)
        await daemon.fill(playlists: hostile)
        for line in ["mediactl playlists play ", "mediactl queue go "] {
            #expect(try zsh(line, until: "the last").contains("touch pwned"))
            #expect(try fish(line, until: "the last").contains("touch pwned"))
        }
        #expect(try run("bash", ["--norc", "--noprofile"], "find . -name pwned") == "")
        await daemon.close()
    }
}
