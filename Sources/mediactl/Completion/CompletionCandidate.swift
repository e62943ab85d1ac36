import ArgumentParser

/// A word that a shell offers as a completion.
struct CompletionCandidate: Hashable {
    /// Longer explanations are cut, so that a candidate stays on one line of the terminal.
    private static let longestExplanation = 60

    /// The text that is inserted.
    var word: String
    /// The text that the shell shows beside the word; may be empty.
    var explanation = ""

    /// Returns the lines that the completion script of a shell reads. Titles and names come from files and servers:
    /// no shell may execute any part of them.
    ///
    /// - Parameter showsExplanations: whether bash shows explanations. bash has no separate explanations, so they are
    ///   part of the words, of which readline inserts only the common prefix. The prefix is never more than a number,
    ///   because all words with explanations are different numbers.
    static func lines(
        _ candidates: [CompletionCandidate], for shell: CompletionShell?, showsExplanations: Bool
    ) -> [String] {
        switch shell {
        case .bash?:
            let explains = showsExplanations && candidates.count > 1
            return candidates.map { candidate in
                let text = explains ? candidate.explained(" (", ")") : candidate.line
                // The script passes the lines to compgen -W, which expands them: `$(…)` would be executed.
                return "'" + text.replacing("'", with: #"'\''"#) + "'"
            }
        case .zsh?:
            return candidates.map { candidate in
                // _describe splits at the first colon.
                let word = candidate.line.replacing("\\", with: #"\\"#).replacing(":", with: #"\:"#)
                return CompletionCandidate(word: word, explanation: candidate.explanation).explained(":", "")
            }
        case .fish?:
            return candidates.map { $0.explained("\t", "") }
        default:
            return candidates.map(\.line)
        }
    }

    private var line: String { Output.visible(word) }

    /// The word, followed by its explanation between `opening` and `closing` if it has one.
    private func explained(_ opening: String, _ closing: String) -> String {
        guard !explanation.isEmpty else { return line }
        let text = TextWidth.cut(Output.visible(explanation), to: Self.longestExplanation, ellipsis: "…")
        return line + opening + text + closing
    }
}

extension CompletionCandidate {
    /// Candidates for numbered things, with the numbers of the listings.
    static func numbered(_ things: some Sequence<(number: Int, explanation: String)>, startingWith prefix: String)
        -> [Self]
    {
        things.lazy.map { CompletionCandidate(word: String($0.number), explanation: $0.explanation) }
            .filter { $0.word.hasPrefix(prefix) }
    }
}
