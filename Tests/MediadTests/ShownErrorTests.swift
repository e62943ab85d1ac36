import Testing

@testable import mediad

/// What mediad says before it has a log.
@Suite struct ShownErrorTests {
    private struct Problem: Error, CustomStringConvertible { let description: String }

    @Test func itsLinesControlNoTerminal() {
        let problem = Problem(description: "/tmp/a\u{1B}]0;x\u{7}:1: bad\nb\u{9B}31m\u{202E}")
        #expect(Mediad.shown(problem) == "/tmp/a ]0;x :1: bad\nb 31m")
    }
}
