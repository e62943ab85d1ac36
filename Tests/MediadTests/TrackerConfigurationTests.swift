import Foundation
import PlayerCore
import Testing

@testable import mediad

@Suite struct TrackerConfigurationTests {
    private func problems(_ text: String) -> [String] {
        do {
            _ = try ConfigurationReader.read(text, path: "c.toml")
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func everyKeyIsRead() throws {
        let trackers = try ConfigurationReader.read(
            """
            [[tracker]]
            command = ["/usr/bin/my tracker", "--flag"]
            [[tracker]]
            command = "sh -c 'cat > \\"/tmp/a b\\"'"
            name = "cat"
            enabled = false
            mandatory = true
            heartbeat = 0
            """, path: "c.toml"
        ).trackers
        var second = TrackerConfiguration(command: ["sh", "-c", "cat > \"/tmp/a b\""], name: "cat")
        second.enabled = false
        second.mandatory = true
        second.heartbeat = .zero
        #expect(
            trackers == [
                TrackerConfiguration(command: ["/usr/bin/my tracker", "--flag"], name: "my tracker"), second,
            ])
        #expect(second.role.heartbeat == nil)
        #expect(trackers[0].role.heartbeat == MediaTime(nanoseconds: 30_000_000_000))
    }

    @Test func theCommentedDefaultsAreTheDefaults() throws {
        guard let start = Configuration.defaultText.range(of: "# [[tracker]]")?.lowerBound else {
            Issue.record("the default text has no tracker")
            return
        }
        let lines = Configuration.defaultText[start...].split(separator: "\n")
        let text = lines.filter { $0.contains(" = ") || $0.contains("[[") }.map { $0.dropFirst(2) }
            .joined(separator: "\n")
        let command = ["/usr/local/bin/my-tracker", "--quiet"]
        #expect(
            try ConfigurationReader.read(text, path: "c").trackers
                == [TrackerConfiguration(command: command, name: "my-tracker")])
    }

    @Test func inlineTablesAreTheSame() throws {
        let trackers = try ConfigurationReader.read("tracker = [{ command = 'a' }, { command = 'b' }]", path: "c")
            .trackers
        #expect(trackers.map(\.name) == ["a", "b"])
    }

    @Test func problemsOfEachHaveTheirOwnPlace() {
        #expect(
            problems(
                """
                [[tracker]]
                command = "a"
                [[tracker]]
                  colour = 1
                command = "b"
                heartbeat = -1
                [[tracker]]
                name = "c"
                """) == [
                    "4:3: unknown key \"colour\": [[tracker]] has command, name, enabled, mandatory, heartbeat",
                    "6:13: tracker.heartbeat cannot be -1: use 1 to 86400 seconds, or 0 for never",
                    "7:1: tracker.command is missing: name the program, as in [\"/usr/bin/my-tracker\"]",
                ])
    }

    @Test(arguments: [
        ("[tracker]\ncommand = 'a'", "1:2: tracker must be an array of tables, not a table: write [[tracker]]"),
        ("tracker = 1", "1:1: tracker must be an array of tables, not an integer: write [[tracker]]"),
        ("tracker = [1]", "1:12: tracker must contain tables, not an integer: write [[tracker]]"),
        ("[[tracker]]\ncommand = 1", "2:11: tracker.command must be a string or an array of strings"),
        ("[[tracker]]\ncommand = ['a', 1]", "2:11: tracker.command must be a string or an array of strings"),
        ("[[tracker]]\ncommand = []", "2:11: tracker.command is empty: name the program and its arguments"),
        ("[[tracker]]\ncommand = ' '", "2:11: tracker.command is empty: name the program and its arguments"),
        (
            "[[tracker]]\ncommand = \"a 'b\"",
            "2:11: tracker.command has a quote that is not closed, or ends in a backslash"
        ),
        ("[[tracker]]\ncommand = 'a'\nenabled = 1", "3:11: tracker.enabled must be true or false, not an integer"),
        ("[[tracker]]\ncommand = 'a'\nname = ''", "3:8: tracker.name must be one line of 1 to 100 characters"),
        (
            "[[tracker]]\ncommand = 'a'\n[[tracker]]\ncommand = '/b/a'",
            "3:1: a tracker named \"a\" already exists: set a different name"
        ),
    ]) func aProblemHasItsLineAndColumn(text: String, message: String) {
        #expect(problems(text) == [message])
    }

    @Test(arguments: [
        ("a  b\tc", ["a", "b", "c"]), ("", []), ("'' \"\"", ["", ""]), ("a'b c'\"d e\"", ["ab cd e"]),
        ("a\\ b \\'", ["a b", "'"]), ("\"a\\\"b\\n\"", ["a\"b\\n"]), ("'a\\'", ["a\\"]),
        ("$HOME *|x", ["$HOME", "*|x"]),
    ]) func wordsAreSplitAsAShellDoes(text: String, words: [String]) {
        #expect(CommandWords.split(text) == words)
    }

    @Test(arguments: ["'", "\"a", "a\\", "\"a\\"]) func whatIsNotClosedIsNoCommand(text: String) {
        #expect(CommandWords.split(text) == nil)
    }

    /// One step inside of each limit of the file, and one outside.
    @Test func whatIsThereTooOftenHasItsLine() {
        func trackers(_ count: Int) -> String {
            (0..<count).map { "[[tracker]]\ncommand = 'c'\nname = '\($0)'\n" }.joined()
        }
        func words(_ count: Int) -> String {
            "[[chapter-words]]\nrecap = [" + Array(repeating: "'w'", count: count).joined(separator: ",") + "]"
        }
        func languages(_ count: Int) -> String {
            "[chapters]\nlanguages = [" + Array(repeating: "'en'", count: count).joined(separator: ",") + "]"
        }
        func name(_ size: Int) -> String {
            "[[tracker]]\ncommand = 'c'\nname = '\(String(repeating: "x", count: size))'"
        }
        for text in [trackers(32), words(1_000), languages(100), name(100)] { #expect(problems(text) == []) }
        #expect(problems(trackers(33)) == ["97:1: there are more than 32 trackers"])
        #expect(problems(words(1_001)) == ["1:3: chapter-words has 1001 words in total: the maximum is 1000"])
        #expect(problems(languages(101)) == ["2:13: chapters.languages has 101 languages: the maximum is 100"])
        #expect(problems(name(101)) == ["3:8: tracker.name must be one line of 1 to 100 characters"])
    }
}
