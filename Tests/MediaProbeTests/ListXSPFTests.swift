import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct ListXSPFTests {
    private let rig = ListRig(uri: "file:///music/list.xspf", files: ["/music/b c.mp3"])

    /// Put together from the examples of xspf.org/spec.
    @Test func everyElementIsRead() {
        let list = rig.list(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/">
              <title>80s Music</title><creator>Jane Doe</creator>
              <trackList>
                <track>
                  <location>http://example.com/my.mp3</location>
                  <identifier>magnet:?xt=urn:sha1:YNC</identifier>
                  <title>My Way &amp; yours</title><creator>Frank Sinatra</creator>
                  <annotation><![CDATA[This is <my> favorite song.]]></annotation>
                  <info>http://franksinatra.com/myway</info>
                  <image>cover.jpg</image><album>Frank's Greatest Hits</album>
                  <trackNum>3</trackNum><duration>19200</duration>
                  <extension application="http://x"><location>http://other/</location></extension>
                </track>
                <track><location>b%20c.mp3</location></track>
                <track><title>no location</title></track>
                <track><location>magnet:?xt=x</location><location>file:///music/d.mp3</location></track>
                <track/>
              </trackList>
            </playlist>
            """)
        #expect(list?.title == "80s Music")
        #expect(list?.uris == ["http://example.com/my.mp3", "file:///music/b%20c.mp3", "file:///music/d.mp3"])
        let fields = list?.entries.first?.fields
        #expect(fields?.title == "My Way & yours")
        #expect(fields?.artist == ["Frank Sinatra"])
        #expect(fields?.description == "This is <my> favorite song.")
        #expect(fields?.album == "Frank's Greatest Hits")
        #expect(fields?.artwork == "file:///music/cover.jpg")
        #expect(fields?.identifier == "magnet:?xt=urn:sha1:YNC")
        #expect(list?.entries.first?.duration == MediaTime(seconds: 19.2))
        #expect(list?.left == 2)
    }

    @Test func itSaysItselfWhatItIsRelativeTo() {
        let text = """
            <playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="http://h/music/">
            <trackList><track><location>a.mp3</location></track></trackList></playlist>
            """
        #expect(rig.uris(text) == ["http://h/music/a.mp3"])
    }

    @Test func prefixesAndBrokenTextsAreTaken() {
        #expect(
            rig.uris(
                "<x:playlist xmlns:x='http://xspf.org/ns/0/'><x:trackList><x:track><x:location>http://a/b?c&d</x:location></x:track>"
            )
                == ["http://a/b?c&d"])
        #expect(rig.uris("<playlist><trackList><track><location>http://a/") == [])
    }

    @Test func elementsHaveADeepestPlace() {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(rig.uris("<playlist>\(deep)") == [])
    }
}
