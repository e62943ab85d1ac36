import PlayerCore
import Testing

@testable import MediaProbe

/// One step inside of what lists may have, and one outside.
@Suite struct ListLimitTests {
    private let rig = ListRig()

    private func text(_ length: Int) -> String { String(repeating: "x", count: length) }

    @Test(arguments: [16_384, 16_385]) func aTextIsCut(length: Int) {
        let lists = [
            "#EXTM3U\n#EXTINF:1,\(text(length))\nhttp://h/a\n",
            "[playlist]\nFile1=http://h/a\nTitle1=\(text(length))\n",
            "<playlist><trackList><track><location>http://h/a</location><title>\(text(length))</title></track>",
            """
            <rss><channel><item><enclosure url="http://h/a" type="audio/mpeg"/><title>\(text(length))</title></item>
            """,
        ]
        for list in lists {
            let titles = rig.entries(list).map { $0.fields.title?.utf8.count }
            #expect(titles == [16_384], "\(list.prefix(12))")
        }
    }

    /// Spaces and an address, the last byte of which does not count any more.
    @Test(arguments: [65_536, 65_537]) func aLineIsCut(length: Int) {
        let address = "http://h/abc"
        let expected = length == 65_536 ? address : String(address.dropLast())
        let spaces = String(repeating: " ", count: length - address.utf8.count)
        #expect(rig.uris("#EXTM3U\n\(spaces)\(address)\nhttp://h/b") == [expected, "http://h/b"])
        #expect(rig.uris("[playlist]\n\(spaces.dropLast(6))File1=\(address)\n") == [expected])
    }

    // MARK: XML

    private func tokens(_ text: String) -> [XMLTokens.Token] {
        var tokens = XMLTokens(Array(text.utf8))
        return Array(sequence(state: ()) { _ in tokens.next() })
    }

    /// Without its brackets, made long by a value in quotes, one without, a name, and white space.
    @Test(arguments: [65_536, 65_537]) func aTagIsLeftOut(length: Int) {
        for (before, after) in [("a b=\"", "\""), ("a b=", ""), ("a ", ""), ("", "")] {
            let tag = before + text(length - before.utf8.count - after.utf8.count) + after
            let found = tokens("<\(tag)>b")
            #expect(found.count == (length == 65_536 ? 2 : 1), "\(before)")
            #expect(found.last == .text("b"))
        }
        let spaces = String(repeating: " ", count: length - 1)
        #expect(tokens("<a\(spaces)>b") == (length == 65_536 ? [.start("a", [:])] : []) + [.text("b")])
    }

    @Test(arguments: [64, 65]) func attributesBehindTheLastAreLeftOut(count: Int) {
        let tag = "<a " + (0..<count).map { "k\($0)=\"\($0)\"" }.joined(separator: " ") + ">"
        let attributes = Dictionary(uniqueKeysWithValues: (0..<64).map { ("k\($0)", "\($0)") })
        #expect(tokens(tag) == [.start("a", attributes)])
    }

    @Test(arguments: [65_536, 65_537]) func aPieceOfTextIsCut(length: Int) {
        let kept = [XMLTokens.Token.text(text(65_536)), .end("a")]
        #expect(tokens(text(length) + "</a>") == kept)
        #expect(tokens("<![CDATA[\(text(length))]]></a>") == kept)
    }

    @Test func aReferenceThatIsTooLongStandsForItself() {
        #expect(tokens("&#x00000021;&#x000000021;") == [.text("!&#x000000021;")])
    }

    /// So many elements of a name in one another. Those that are too deep are not counted, their ends are: the last end is
    /// then no longer that of the first of them.
    private func nested(_ name: String, _ count: Int, _ text: String) -> String {
        let ends = (1..<count).map { _ in "</\(name)>" }.joined()
        return (0..<count).map { _ in "<\(name)>" }.joined() + ends + text + "</\(name)>"
    }

    /// Three of the 32 are what the element stands in.
    @Test(arguments: [29, 30]) func elementsThatAreTooDeepAreLeftOut(count: Int) {
        let track = "<playlist><trackList><track>\(nested("location", count, "http://h/a"))</track>"
        #expect(rig.uris(track) == (count == 29 ? ["http://h/a"] : []))
        let item = """
            <rss><channel><item><enclosure url="http://h/a" type="audio/mpeg"/>\(nested("title", count, "T"))</item>
            """
        #expect(rig.entries(item).map(\.fields.title) == [count == 29 ? "T" : nil])
    }

    @Test(arguments: [16, 17]) func locationsBehindTheLastAreLeftOut(count: Int) {
        let others = (1..<count).map { _ in "<location>magnet:?xt=x</location>" }.joined()
        let list = rig.list("<playlist><trackList><track>\(others)<location>http://h/a</location></track></trackList>")
        #expect(list?.uris == (count == 16 ? ["http://h/a"] : []))
        #expect(list?.left == count - 16)
    }
}
