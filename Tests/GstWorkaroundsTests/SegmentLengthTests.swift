import Testing

@testable import GstWorkarounds

@Suite struct SegmentLengthTests {
    private func isSound(_ manifest: String) -> Bool {
        var reading = SegmentLengthReading(Array(manifest.utf8))
        return reading.isSound()
    }

    private func manifest(set: String = "", representation: String = "") -> String {
        "<?xml version=\"1.0\"?><MPD><Period duration='PT0S'><AdaptationSet>\(set)<Representation id=\"a>b\">"
            + "\(representation)</Representation></AdaptationSet></Period></MPD>"
    }

    @Test(
        "A manifest whose segments last some time is read",
        arguments: [
            "", "<SegmentTemplate timescale=\"1000000000\" duration=\"1\"/>",
            "<SegmentTemplate duration='4294967295'/>",
            "<SegmentTemplate media='a>b'><SegmentTimeline><S t='0' d='1'/></SegmentTimeline></SegmentTemplate>",
            "<SegmentBase indexRange='0-9'/>", "<SegmentList duration='2'><SegmentURL media='a'/></SegmentList>",
            "<!-- <S d='0'/> --><x:Event duration='0' timescale='0'/><y><![CDATA[<S>]]></y>",
        ])
    func sound(part: String) {
        #expect(isSound(manifest(set: part)))
        #expect(isSound(manifest(representation: part)))
    }

    @Test(
        "One that has the demuxer divide by zero is not",
        arguments: [
            "<SegmentTemplate timescale=\"0\" duration=\"1\"/>", "<SegmentTemplate duration='0'/>",
            "<SegmentTemplate timescale='4294967295' duration='1'/>", "<SegmentTemplate media='$Number$'/>",
            "<SegmentTemplate timescale = '4294967296' duration='1'/>",
            "<d:SegmentTemplate d:timescale='00' duration='1'/>",
            "<SegmentTemplate timescale='&#48;' duration='1'/>", "<SegmentTemplate timescale='-1' duration='1'/>",
            "<SegmentList timescale='0' duration='1'/>", "<SegmentBase timescale='0'/>",
            "<SegmentTemplate><SegmentTimeline><S t='0' d='0' r='-1'/></SegmentTimeline></SegmentTemplate>",
            "<SegmentTemplate><SegmentTimeline><S t='0'/></SegmentTimeline></SegmentTemplate>",
            "<!-- ' --><SegmentTemplate timescale='0' duration='1'/>", "<SegmentTemplate media='>' duration='0'/>",
        ])
    func unsound(part: String) {
        #expect(!isSound(manifest(set: part)))
        #expect(!isSound(manifest(representation: part)))
    }

    @Test("A template has the length of those around it, wherever they are")
    func inherited() {
        let (long, short) = ("<SegmentTemplate duration='1'/>", "<SegmentTemplate media='$Number$'/>")
        #expect(isSound(manifest(set: long, representation: short)))
        #expect(isSound(manifest(set: short, representation: long)))
        let other = "<Representation/>"
        #expect(!isSound(manifest(set: other + short, representation: long)))
        #expect(!isSound(manifest(set: "<Representation>\(short)</Representation>", representation: long)))
        #expect(!isSound("<MPD><Period><AdaptationSet>\(other)</AdaptationSet>\(short)</Period></MPD>"))
        #expect(isSound("<MPD><Period>\(long)<AdaptationSet>\(short)\(other)</AdaptationSet></Period></MPD>"))
    }

    @Test(
        "What is not well formed is not read",
        arguments: ["<MPD>", "</MPD>", "<MPD a=1/>", "<!DOCTYPE MPD><MPD/>", "<MPD", "<MPD a='/>", "<M\0P\0D\0/\0>\0"])
    func malformed(text: String) { #expect(!isSound(text)) }
}
