import Testing

@testable import mediactl

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("Ü", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("ｱ", 1), ("Ａ", 2), ("👍", 2), ("👩‍👩‍👧", 2),
        ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("…", 1), ("━", 1), ("\u{200B}", 0), ("𠀀", 2), ("ไทย", 3), ("נ", 1),
    ]) func charactersHaveTheirColumns(text: String, columns: Int) {
        #expect(TextWidth.columns(text) == columns)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("abcdef", -3, ""),
        ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("ab cdef", 4, "ab…"), ("", 0, ""),
    ]) func whatDoesNotFitIsCut(text: String, limit: Int, result: String) {
        #expect(TextWidth.cut(text, to: limit, ellipsis: "…") == result)
    }
}
