import Testing

@testable import MediaProbe

@Suite struct SidecarTextTests {
    @Test func encodingsAreTold() {
        #expect(SidecarText([0xEF, 0xBB, 0xBF] + Array("é".utf8)).text == "é")
        #expect(SidecarText(Array("é".utf8)).text == "é")
        #expect(SidecarText([0xFF, 0xFE, 0xE9, 0x00, 0x3D, 0xD8, 0x00, 0xDE]).text == "é😀")
        #expect(SidecarText([0xFE, 0xFF, 0x00, 0xE9, 0x00]).text == "é")
        #expect(SidecarText([0xE9, 0x93, 0x80, 0x81]).text == "é“€\u{81}")
        #expect(SidecarText([]).text.isEmpty)
        #expect(SidecarText([0xFF, 0xFE]).text.isEmpty)
    }

    @Test func linesEndInThreeWays() {
        #expect(SidecarText(Array("a\r\nb\rc\n\nd".utf8)).lines == ["a", "b", "c", "", "d"])
        #expect(SidecarText(Array("a\n".utf8)).lines == ["a"])
        #expect(SidecarText([]).lines.isEmpty)
    }

    @Test func textIsCutBetweenCharactersAndHoldsNoControls() {
        #expect(SidecarText.clean(" \n a\u{0}b\u{1B}c \t", limit: 99) == "a b c")
        #expect(SidecarText.clean("éé", limit: 3) == "é")
        #expect(SidecarText.clean(" \u{0}\r\n ", limit: 99) == nil)
    }
}
