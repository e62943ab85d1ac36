import PlayerCore
import Testing

@Suite struct StringLimitTests {
    @Test(arguments: [
        ("", 0, ""), ("abc", 3, "abc"), ("abc", 2, "ab"), ("aé", 2, "a"), ("aé", 3, "aé"), ("日本", 5, "日"),
        ("👍x", 3, ""), ("e\u{301}", 2, "e"), ("abc", 0, ""), ("abc", -1, ""),
    ])
    func textIsCutBetweenScalars(_ text: String, _ limit: Int, _ expected: String) {
        #expect(text.cut(toBytes: limit).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }
}
