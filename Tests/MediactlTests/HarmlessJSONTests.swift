import MediaProbe
import Testing

@testable import mediactl

/// JSON of names that others chose, on a terminal.
@Suite struct HarmlessJSONTests {
    @Test(arguments: [
        ("\u{9B}31m", #""\u009b31m""#), ("\u{202E}gnp.exe", #""\u202egnp.exe""#),
        ("a\u{2066}b\u{2028}c", #""a\u2066b\u2028c""#),
        ("\u{7F}\u{85}", #""\u007f\u0085""#), ("Šárka – 日本", #""Šárka – 日本""#), ("אב\u{200F}", "\"אב\u{200F}\""),
    ])
    func whatControlsATerminalIsEscaped(_ text: String, _ json: String) throws {
        let shown = Output.harmless(JSONValue.string(text).text(isPretty: false))
        #expect(Array(shown.utf8) == Array(json.utf8))
    }

    @Test func theShapeOfTheTextStays() {
        let text = JSONValue.object(["a": .string("x"), "b": .array([.integer(1)])]).text(isPretty: true)
        #expect(Output.harmless(text) == text)
    }
}
