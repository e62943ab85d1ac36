import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct ListPLSTests {
    /// The example of Wikipedia (en.wikipedia.org/wiki/PLS_(file_format)).
    @Test func theKnownExampleIsRead() {
        let rig = ListRig(uri: "file:///music/list.pls")
        let entries = rig.entries(
            """
            [playlist]

            File1=https://e20.yesstreaming.net:8279/
            Length1=-1

            File2=example2.mp3
            Title2=Just some local audio that is 2mins long
            Length2=120

            File3=F:\\absolute\\path\\on\\Windows.mp3
            Title3=absolute path on Windows

            File4=/absolute/path/on/Linux.mp3

            NumberOfEntries=4
            Version=2
            """)
        #expect(
            entries.map(\.description.uri) == [
                "https://e20.yesstreaming.net:8279/", "file:///music/example2.mp3",
                "file:///absolute/path/on/Linux.mp3",
            ])
        #expect(entries[1].fields.title == "Just some local audio that is 2mins long")
        #expect(entries.map(\.duration) == [nil, MediaTime(seconds: 120), nil])
    }

    @Test func theOrderIsThatOfTheNumbers() {
        let rig = ListRig(uri: "http://radio/listen.pls", mediaType: "audio/x-scpls")
        let list = rig.list(
            "[PLAYLIST]\r\nnumberofentries=3\r\nTitle2=B\r\nfile10=c\r\nFILE2 = b\r\nFile1=a\r\nFilex=y\r\nFile-1=z\r\nLength1=soon\r\n"
        )
        #expect(list?.uris == ["http://radio/a", "http://radio/b", "http://radio/c"])
        #expect(list?.entries.map(\.fields.title) == [nil, "B", nil])
    }
}
