import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct ListFeedTests {
    private let rig = ListRig(uri: "https://example.org/show/feed.xml", mediaType: "application/rss+xml")

    private let feed = """
        <?xml version="1.0" encoding="UTF-8"?>
        <?xml-stylesheet type="text/xsl" href="/style.xsl"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
        <channel>
          <title>Hiking Treks</title><link>https://www.apple.com/</link><language>en-us</language>
          <itunes:author>The Sunset Explorers</itunes:author>
          <image><url>https://example.org/rss.png</url><title>x</title></image>
          <itunes:image href="https://example.org/show.png"/>
          <item>
            <title>S01 EP01 A &amp; B</title>
            <itunes:title>A and B</itunes:title>
            <description><![CDATA[<p>The <b>Sunset</b> Explorers</p><p>share tips &amp; more.</p>]]></description>
            <enclosure length="498537" type="audio/mpeg" url="http://example.com/podcasts/one.mp3?a=1&amp;b=2"/>
            <guid isPermaLink="false">D03EEC9B-B1B4</guid>
            <pubDate>Tue, 8 Jan 2019 01:15:00 GMT</pubDate>
            <itunes:duration>1024</itunes:duration>
            <itunes:season>1</itunes:season><itunes:episode>2</itunes:episode>
            <itunes:image href="ep1.png"/>
            <podcast:chapters url="chapters/1.json" type="application/json+chapters"/>
          </item>
          <item>
            <title>Newest</title><enclosure url="two.m4a" type="audio/x-m4a" length="1"/>
            <guid>https://example.org/2</guid><pubDate>Thu, 10 Jan 2019 01:15:00 +0100</pubDate>
            <itunes:duration>1:02:03</itunes:duration><podcast:season name="x">3</podcast:season>
          </item>
          <item><title>An article</title><pubDate>Fri, 11 Jan 2019 00:00:00 GMT</pubDate></item>
          <item><title>A book</title><enclosure url="x.pdf" type="image/png"/></item>
          <item><title>Between</title><enclosure url="/three.mp4" type="video/mp4"/><pubDate>Wed, 09 Jan 2019 23:00:00 EST</pubDate>
            <itunes:duration>12:34</itunes:duration></item>
        </channel></rss>
        """

    /// RFC 4287, with its names written in both ways.
    @Test(arguments: ["", "a:"]) func atomHasLinksToEnclosures(prefix: String) throws {
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Cast</title><author><name>Ann</name></author>
            <logo>logo.png</logo>
            <entry><title>Old</title><id>e1</id><updated>2026-01-02T00:00:00Z</updated><link rel="alternate" href="p.html"/>
              <link rel="enclosure" type="audio/mpeg" length="1" href="old.mp3"/><summary>Words</summary></entry>
            <entry><title type="html">Tom &amp;amp; Jerry</title><id>e2</id><author><name>Bob</name></author>
              <published>2026-03-02T00:00:00Z</published><updated>2025-01-02T00:00:00Z</updated>
              <link href="new.mp3" rel="enclosure"/><content type="html">&lt;p&gt;More&lt;/p&gt;</content></entry>
            <entry><title>Text</title><id>e3</id><link rel="alternate" href="song.mp3"/></entry></feed>
            """
        let text =
            prefix.isEmpty
            ? atom
            : atom.replacing("</", with: "\u{1}").replacing("<", with: "<a:").replacing("\u{1}", with: "</a:")
                .replacing("xmlns=", with: "xmlns:a=")
        let list = try #require(rig.list(text))
        #expect(list.title == "Cast" && list.left == 1)
        #expect(list.entries.map(\.fields.title) == ["Tom & Jerry", "Old"])
        #expect(list.uris == ["https://example.org/show/new.mp3", "https://example.org/show/old.mp3"])
        let fields = list.entries.map(\.fields)
        #expect(fields.map(\.artist) == [["Bob"], ["Ann"]])
        #expect(fields.map(\.description) == ["More", "Words"])
        #expect(fields.map(\.identifier) == ["e2", "e1"])
        #expect(fields.map(\.date) == ["2026-03-02", "2026-01-02"])
        #expect(fields.allSatisfy { $0.language == "de" && $0.artwork == "https://example.org/show/logo.png" })
    }

    /// The items are beside the channel (purl.org/rss/1.0).
    @Test func rssOneHasEnclosures() throws {
        let list = try #require(
            rig.list(
                """
                <?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
                  xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
                  xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#">
                <channel rdf:about="http://x/"><title>Cast</title><dc:creator>Cee</dc:creator>
                  <items><rdf:Seq><rdf:li rdf:resource="a"/></rdf:Seq></items></channel>
                <image rdf:about="i"><title>t</title><url>i.png</url></image>
                <item rdf:about="a"><title>One</title><dc:date>2026-01-01</dc:date>
                  <enc:enclosure rdf:resource="one.mp3" enc:type="audio/mpeg" enc:length="3"/></item>
                <item rdf:about="b"><title>Two</title><dc:date>2026-02-01</dc:date>
                  <enclosure url="two.mp3" type="audio/mpeg"/></item>
                <item rdf:about="c"><title>Three</title></item></rdf:RDF>
                """))
        #expect(list.title == "Cast" && list.left == 1)
        #expect(list.entries.map(\.fields.title) == ["Two", "One"])
        #expect(list.uris == ["https://example.org/show/two.mp3", "https://example.org/show/one.mp3"])
        #expect(list.entries.allSatisfy { $0.fields.artist == ["Cee"] && $0.fields.album == "Cast" })
        #expect(list.entries[0].fields.artwork == "https://example.org/show/i.png")
    }

    @Test func episodesComeNewestFirstWithAllThatIsSaid() throws {
        let list = try #require(rig.list(feed))
        #expect(list.title == "Hiking Treks")
        #expect(list.entries.map(\.fields.title) == ["Between", "Newest", "S01 EP01 A & B"])
        #expect(
            list.uris == [
                "https://example.org/three.mp4", "https://example.org/show/two.m4a",
                "http://example.com/podcasts/one.mp3?a=1&b=2",
            ])
        #expect(list.left == 2)
        #expect(list.entries.map { $0.duration?.seconds } == [754, 3723, 1024])
        let fields = list.entries[2].fields
        #expect(fields.album == "Hiking Treks")
        #expect(fields.artist == ["The Sunset Explorers"])
        #expect(fields.description == "The Sunset Explorers share tips & more.")
        #expect(fields.identifier == "D03EEC9B-B1B4")
        #expect(fields.date == "2019-01-08")
        #expect([fields.season, fields.episode] == [1, 2])
        #expect(fields.artwork == "https://example.org/show/ep1.png")
        #expect(fields.chaptersURI == "https://example.org/show/chapters/1.json")
        #expect(fields.language == "en-us")
        #expect(fields.genre == ["Podcast"])
        #expect(list.entries[1].fields.artwork == "https://example.org/show.png")
        #expect(list.entries[1].fields.season == 3)
    }

    @Test func aFeedWithoutEpisodesHoldsNothing() {
        let list = rig.list("<rss><channel><title>News</title><item><title>x</title></item></channel></rss>")
        #expect(list?.entries.isEmpty == true)
        #expect(list?.reason == "it has no enclosure")
    }

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:01 GMT", 1, "1970-01-01"), ("01 Jan 1970 01:00 +0100", 0, "1970-01-01"),
            ("Sat, 21 Nov 2026 10:00:00 -0500", 1_795_273_200, "2026-11-21"),
            ("2026-11-21T15:00:00Z", 1_795_273_200, "2026-11-21"),
            ("2026-11-21T10:00:00-05:00", 1_795_273_200, "2026-11-21"), ("21 November 99", 943_142_400, "1999-11-21"),
            ("Mon, 29 Feb 2016 12:00:00 PST", 1_456_776_000, "2016-02-29"),
        ] as [(String, Int64, String)])
    func datesAreRead(_ text: String, _ seconds: Int64, _ day: String) {
        let date = FeedDate(text)
        #expect(date?.seconds == seconds)
        #expect(date?.day == day)
    }

    @Test(arguments: ["", "soon", "1 2", "99 Foo 2020", "Mon, 40 Jan 2020", "2020-13-01", "1 Jan 99999999999999999999"])
    func whatIsNoDateIsNone(_ text: String) { #expect(FeedDate(text) == nil) }

    @Test func undatedEpisodesStayInTheirOrder() {
        let items = ["a", "b", "c"].map { "<item><enclosure url='/\($0)'/></item>" }.joined()
        #expect(
            rig.uris("<rss><channel>\(items)</channel></rss>")
                == ["https://example.org/a", "https://example.org/b", "https://example.org/c"])
    }

    private func episodes(_ items: String, _ attributes: String = "") -> MediaList? {
        rig.list("<rss \(attributes)><channel>\(items)</channel></rss>")
    }

    @Test(
        arguments: [
            // A type that names no medium decides nothing.
            ("url='a.mp3'", true), ("url='a.mp3' type=''", true), ("url='a.mp3' type='mp3'", true),
            ("url='a.mp3?x=1' type='binary/octet-stream'", true), ("url='a' type='application/octet-stream'", true),
            ("url='a.m4b' type='application/force-download'", true), ("url='a?file=1' type='unknown'", true),
            ("url='a.mp3' type='text/html; charset=utf-8'", true), ("url='a.php' type=' Audio/MPEG '", true),
            ("url='a.jpg' type=''", false), ("url='a.pdf' type='application/octet-stream'", false),
            ("url='a' type='application/pdf'", false), ("url='a' type='text/html'", false),
            ("url='a.mp3' type='image/jpeg'", false), ("url=' ' type='audio/mpeg'", false),
            ("type='audio/mpeg'", false),
        ])
    func whatAnEnclosureIs(_ attributes: String, _ isPlayed: Bool) {
        let list = episodes("<item><enclosure \(attributes)/></item>")
        #expect(list?.entries.count == (isPlayed ? 1 : 0))
    }

    @Test func theSurestEnclosureIsPlayed() {
        let enclosures = [
            "x.jpg' type='image/jpeg", "a' type='file", "b.mp3' type='audio/mpeg", "c.mp3' type='audio/mpeg",
        ]
        let list = episodes("<item>\(enclosures.map { "<enclosure url='\($0)'/>" }.joined())</item>")
        #expect(list?.uris == ["https://example.org/show/b.mp3"])
        let media = "<item><media:content url='a.jpg' medium='image'/><media:content url='b' medium='video'/></item>"
        #expect(episodes(media)?.uris == ["https://example.org/show/b"])
        let group = "<item><media:group><media:content url='c' medium='video'/></media:group></item>"
        #expect(episodes(group)?.uris == ["https://example.org/show/c"])
    }

    @Test func chaptersOfPodloveAreRead() throws {
        let chapters = """
            <psc:chapters version="1.2"><psc:chapter start="0:10" title="B &amp; C" href="https://example.org/b"
              image="b.png"/><psc:chapter start="00:00:00.500" title="A"/><psc:chapter start="soon" title="never"/>
            <psc:chapter start="1:00:00"/></psc:chapters><podcast:chapters url="x.json"/>
            """
        let list = try #require(
            episodes("<item><enclosure url='a.mp3'/>\(chapters)</item><item><enclosure url='b'/></item>"))
        let read = try #require(list.entries.first?.fields.chapters)
        #expect(read.map(\.start.seconds) == [0.5, 10, 3600])
        #expect(read.map { $0.titles.map(\.text) } == [["A"], ["B & C"], []])
        #expect(read[1].url == "https://example.org/b")
        #expect(read[1].image == .uri("https://example.org/show/b.png"))
        #expect(list.entries[0].fields.chaptersURI == nil, "there is nothing to wait for")
        #expect(list.entries[1].fields.chapters == nil)
    }

    @Test func namespacesAreKnownWhateverTheirPrefix() throws {
        let declared =
            "xmlns:i='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:c='https://podlove.org/simple-chapters/'"
        let item = """
            <item><enclosure url='a.mp3'/><i:episode>7</i:episode>
            <c:chapters><c:chapter start='1' title='A'/></c:chapters></item>
            <item><enclosure url='b.mp3'/><chapters xmlns='http://podlove.org/simple-chapters'><chapter start='2'/></chapters>
            <title>After</title></item>
            """
        let entries = try #require(episodes(item, declared)).entries
        #expect(entries.map { $0.fields.chapters?.map(\.start.seconds) } == [[1], [2]])
        #expect(entries.map(\.fields.episode) == [7, nil])
        #expect(entries[1].fields.title == "After")
    }
}
