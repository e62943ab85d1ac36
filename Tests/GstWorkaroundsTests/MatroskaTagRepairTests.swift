import MediaContainers
import Testing

@testable import GstWorkarounds

/// Tags that matroskamux quoted, in a file that is about to get its name.
@Suite struct MatroskaTagRepairTests {
    @Test(
        "what was quoted is read back, and what was not stays",
        arguments: [
            ("plain", "plain"), (#""A\ film""#, "A film"), (#""Caf\303\251""#, "Café"), (#""a\"b""#, #"a"b"#),
            (#""a\\b""#, #"a\b"#), ("\"", "\""), ("", ""), (#""unended"#, #""unended"#), (#""\""#, #"\"#),
        ])
    func quotedTagsAreReadBack(written: String, meant: String) {
        let bytes = Array(written.utf8) + [0]
        #expect(MatroskaTagRepair.unquoted(bytes[...]) == Array(meant.utf8))
    }

    @Test("whatever is in a tag, something comes out", arguments: 0..<200)
    func brokenTagsDoNoHarm(seed: UInt64) {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
            [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "7"), UInt8.random(in: 0...255, using: &generator)]
                .randomElement(using: &generator) ?? 0
        }
        #expect(MatroskaTagRepair.unquoted(bytes[...]).count <= bytes.count)
    }

    private static func tags(_ value: String, padding: [UInt8] = []) -> [UInt8] {
        let text = EBMLWriter.element(MatroskaID.tagString, Array(value.utf8))
        let tag = EBMLWriter.element(MatroskaID.tag, EBMLWriter.element(MatroskaID.simpleTag, text))
        return EBMLWriter.element(MatroskaID.tags, tag + padding)
    }

    /// More clusters and bytes than MediaProbe would look at: the file is the exporter's own, and the tags stand at its end.
    @Test("the tags of a long file are repaired") func tagsOfALongFileAreRepaired() throws {
        let cluster = EBMLWriter.element(MatroskaID.cluster, [UInt8](repeating: 0, count: 2_000))
        let quoted = Self.tags(#""A\ film""#)
        var content: [UInt8] = []
        for _ in 0..<6_000 { content += cluster }
        var bytes = EBMLWriter.element(MatroskaID.ebml, []) + EBMLWriter.element(MatroskaID.segment, content + quoted)
        let size = bytes.count
        let file = ByteReader(ByteSource(bytes), limits: .ownFile)

        MatroskaTagRepair.repair(file, to: Int64(size)) { (new: [UInt8], place: Int64) in
            bytes.replaceSubrange(Int(place)..<Int(place) + new.count, with: new)
        }

        #expect(bytes.count == size)
        let void = try #require(EBMLWriter.void(3))
        #expect(Array(bytes.suffix(quoted.count)) == Self.tags("A film", padding: void))
    }
}
