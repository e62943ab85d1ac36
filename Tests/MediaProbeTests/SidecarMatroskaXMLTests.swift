import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct SidecarMatroskaXMLTests {
    private static let whole = """
        <?xml version="1.0" encoding="UTF-16"?>
        <!-- <!DOCTYPE Chapters SYSTEM "matroskachapters.dtd"> -->
        <Chapters>
          <EditionEntry><ChapterAtom><ChapterTimeStart>00:00:09</ChapterTimeStart></ChapterAtom></EditionEntry>
          <EditionEntry>
            <EditionFlagHidden>0</EditionFlagHidden>
            <EditionFlagDefault>1</EditionFlagDefault>
            <EditionUID>7</EditionUID>
            <ChapterAtom>
              <ChapterUID>42</ChapterUID>
              <ChapterTimeStart>00:00:00.000000000</ChapterTimeStart>
              <ChapterTimeEnd>00:01:00.500000000</ChapterTimeEnd>
              <ChapterSkipType>1</ChapterSkipType>
              <ChapterAtom>
                <ChapterTimeStart>00:00:00.000000000</ChapterTimeStart>
                <ChapterDisplay><ChapterString>Inner</ChapterString></ChapterDisplay>
              </ChapterAtom>
              <ChapterDisplay>
                <ChapterString>Tom &amp; <![CDATA[<Jerry>]]></ChapterString><ChapterLanguage>ger</ChapterLanguage>
              </ChapterDisplay>
              <ChapterDisplay>
                <ChapterString>Début</ChapterString>
                <ChapterLanguage>fre</ChapterLanguage><ChapLanguageIETF>fr-CH</ChapLanguageIETF>
              </ChapterDisplay>
            </ChapterAtom>
            <ChapterAtom>
              <ChapterTimeStart>00:01:00.5</ChapterTimeStart><ChapterFlagHidden>1</ChapterFlagHidden>
            </ChapterAtom>
          </EditionEntry>
        </Chapters>
        """

    @Test func theDefaultEditionIsRead() {
        let notes = sidecarNotes(.matroskaXML, Self.whole)
        #expect(notes.lines == ["0.0 Tom & <Jerry>", "0.0 Inner", "60.5 "])
        #expect(notes.chapters.map(\.level) == [0, 1, 0])
        #expect(notes.chapters.map(\.isHidden) == [false, false, true])
        #expect(notes.chapters.map(\.id) == ["42", nil, nil])
        #expect(notes.chapters[0].end?.seconds == 60.5)
        #expect(notes.chapters[0].kind == "opening-credits")
        #expect(notes.chapters[0].titles.map(\.language) == ["de", "fr-CH"])
        #expect(notes.chapters[1].titles.map(\.language) == ["en"])
        #expect(notes.chapters.allSatisfy { $0.source == "xml" })
        #expect(notes.problems.isEmpty)
    }

    @Test func otherEncodingsAreReadToo() {
        let bytes = utf16(Self.whole)
        #expect(sidecarNotes(.matroskaXML, bytes).lines == sidecarNotes(.matroskaXML, Self.whole).lines)
    }

    @Test func whatStandsBeforeABreakCounts() {
        let notes = sidecarNotes(
            .matroskaXML,
            """
            <Chapters><EditionEntry>
            <ChapterAtom><ChapterTimeStart>00:00:01</ChapterTimeStart></ChapterAtom>
            <ChapterAtom><ChapterTimeStart>soon</ChapterTimeStart></ChapterAtom>
            <ChapterAtom></Wrong>
            """)
        #expect(notes.lines == ["1.0 "])
        #expect(notes.problems.first == "film.chapters.xml, line 3: the chapter's start cannot be read")
        #expect(notes.problems.last?.hasSuffix("it is not well-formed XML from here on") == true)
    }

    @Test(arguments: ["", "no", "<a/>", "<Chapters/>"]) func whatIsNoChaptersIsOneSentence(text: String) {
        let notes = sidecarNotes(.matroskaXML, text)
        #expect(notes.chapters.isEmpty)
        #expect(notes.problems.count == 1)
    }

    @Test func entitiesAreNotExpanded() {
        let laughs = (1...30).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);\">" }.joined()
        let notes = sidecarNotes(
            .matroskaXML, "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY l0 \"ha\">\(laughs)]><Chapters>&l30;</Chapters>"
        )
        #expect(notes.problems == ["film.chapters.xml: it declares entities of its own"])
        let outside = sidecarNotes(
            .matroskaXML, "<!DOCTYPE Chapters SYSTEM \"/etc/passwd\"><Chapters><EditionEntry/></Chapters>")
        #expect(outside.problems.isEmpty)
    }

    @Test(arguments: [
        ("<Chapters><?x?></Chapters>", "it has an instruction for a program ('<?')"),
        ("<!-- --><?xml version=\"1.0\"?><?x\u{1}y?><Chapters/>", "it has an instruction for a program ('<?')"),
        ("<!DOCTYPE x [ %y; ]><Chapters/>", "it declares elements of its own"),
        ("<!DOCTYPE x [<!NOTATION y PUBLIC \"z\">]><Chapters/>", "it declares elements of its own"),
        (
            "<Chapters " + (0..<300_000).map { "a\($0)=\"\"" }.joined(separator: " ") + "/>",
            "it has a tag of more than 1024 bytes"
        ),
    ])
    func whatChaptersHaveNoUseForIsRefused(_ text: String, _ problem: String) {
        let notes = sidecarNotes(.matroskaXML, text)
        #expect(notes.problems == ["film.chapters.xml: \(problem)"])
        #expect(notes.chapters.isEmpty)
    }

    @Test(arguments: ["&a;", "&", "<a b/>", "<a b=c d/>", "</a>", "< a/>", "<![CDATA["])
    func anErrorEndsTheFile(_ error: String) {
        for beginning in ["<Chapters>\n", "<!DOCTYPE Chapters SYSTEM \"x.dtd\"><Chapters>\n"] {
            let text = beginning + String(repeating: error, count: 500_000)
            let problems = sidecarNotes(.matroskaXML, text).problems
            #expect(problems == ["film.chapters.xml, line 2: it is not well-formed XML from here on"])
        }
    }

    @Test(arguments: ["ChapterSegmentUID", "ChapterSegmentUUID"]) func chaptersInOtherFilesAreLeftOut(_ name: String) {
        func atom(_ second: Int, _ segment: String, _ inner: String = "") -> String {
            "<ChapterAtom><ChapterTimeStart>00:00:0\(second)</ChapterTimeStart>\(inner)"
                + "<\(name) format=\"hex\">\(segment)</\(name)></ChapterAtom>"
        }
        let atoms = [atom(1, "00 00"), atom(2, "d07b6123b7f1ed33", atom(3, "")), atom(4, "")]
        let notes = sidecarNotes(.matroskaXML, "<Chapters><EditionEntry>\(atoms.joined())</EditionEntry></Chapters>")
        #expect(notes.chapters.map(\.start.seconds) == [1, 4])
        #expect(notes.problems == ["film.chapters.xml, line 1: the chapter lies in another file and is left out"])
    }

    @Test func depthAndCountAreBounded() {
        let deep = sidecarNotes(
            .matroskaXML, "<Chapters><EditionEntry>" + String(repeating: "<ChapterAtom>", count: 100_000))
        #expect(deep.problems == ["film.chapters.xml: it is nested too deeply"])
        var limits = ProbeLimits()
        limits.elements = 1_000
        let many = sidecarNotes(
            .matroskaXML, "<Chapters>" + String(repeating: "<a/>", count: 5_000) + "</Chapters>", limits: limits)
        #expect(many.problems == ["film.chapters.xml: it has more than 1000 elements"])
        limits.chapters = 10
        let atom = "<ChapterAtom><ChapterTimeStart>00:00:01</ChapterTimeStart></ChapterAtom>"
        let chapters = sidecarNotes(
            .matroskaXML,
            "<Chapters><EditionEntry>" + String(repeating: atom, count: 100) + "</EditionEntry></Chapters>",
            limits: limits)
        #expect(chapters.chapters.count == 10)
        #expect(chapters.problems.count == 1)
    }
}
