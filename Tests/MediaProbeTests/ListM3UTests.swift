import GLibLoop
import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct ListM3UTests {
    private let rig = ListRig()

    /// The example that Winamp's format is explained with everywhere, and Wikipedia's (en.wikipedia.org/wiki/M3U).
    @Test func theKnownExamplesAreRead() {
        let entries = rig.entries(
            """
            #EXTM3U

            #EXTINF:123, Sample artist - Sample title
            Sample.mp3
            #EXTINF:321,Example Artist - Example title
            Greatest Hits/Example.ogg
            """)
        #expect(
            entries.map(\.description.uri) == [
                "file:///music/lists/Sample.mp3", "file:///music/lists/Greatest%20Hits/Example.ogg",
            ])
        #expect(entries.map(\.fields.title) == ["Sample title", "Example title"])
        #expect(entries.map(\.fields.artist) == [["Sample artist"], ["Example Artist"]])
        #expect(entries.map(\.duration) == [MediaTime(seconds: 123), MediaTime(seconds: 321)])
    }

    @Test func theDirectivesOfPlayersAreRead() {
        let list = rig.list(
            """
            #EXTM3U
            #PLAYLIST:Evening
            #EXTALB:Album Title (2009)
            #EXTART:Various
            #EXTGENRE:Jazz
            #EXTIMG:cover.jpg
            #EXTINF:-1 tvg-id="a" tvg-logo="http://h/l,ogo.png" group-title="x, y",Channel One
            http://h/one
            #EXTINF:12.5
            two.mp3
            """)
        #expect(list?.title == "Evening")
        let (first, second) = (list?.entries.first, list?.entries.last)
        #expect(first?.fields.title == "Channel One")
        #expect(first?.fields.album == "Album Title (2009)")
        #expect(first?.fields.artist == ["Various"])
        #expect(first?.fields.genre == ["Jazz"])
        #expect(first?.fields.artwork == "http://h/l,ogo.png")
        #expect(first?.fields.namesStation == true)
        #expect(first?.duration == nil)
        #expect(second?.fields.title == nil)
        #expect(second?.fields.artist == nil)
        #expect(second?.fields.album == "Album Title (2009)")
        #expect(second?.duration == MediaTime(seconds: 12.5))
    }

    /// A private file that is opened as `x.m3u`, by a client that may only open addresses.
    @Test func aTextThatIsNoListGivesNoLinesAway() {
        #expect(rig.uris("Dear diary,\ntoday I read v1.2 of it.\nssh-ed25519 AAAAC3Nz me@host\npassword=secret") == [])
        // What looks like media, or is remote, is an entry.
        #expect(
            rig.uris("notes\nsong.ape\nhttp://h/live\nsub/film.MKV") == [
                "file:///music/lists/song.ape", "http://h/live", "file:///music/lists/sub/film.MKV",
            ])
        #expect(rig.uris("#EXTM3U\nnotes")?.count == 1)
    }

    @Test(arguments: [
        ("#EXTM3U\r\na.mp3\r\nb.mp3\r\n", ["a.mp3", "b.mp3"]),
        ("#EXTM3U\ra.mp3\rb.mp3", ["a.mp3", "b.mp3"]),
        ("\u{FEFF}#EXTM3U\na.mp3", ["a.mp3"]),
        ("a.mp3\n\n   b.mp3\n", ["a.mp3", "b.mp3"]),
        ("# a comment\na.mp3", ["a.mp3"]),
        ("#EXTM3U\n./a.mp3\nx/../b.mp3\n../c.mp3", ["a.mp3", "b.mp3", "../c.mp3"]),
        ("#EXTM3U\nPart 1: The End.mp3", ["Part%201:%20The%20End.mp3"]),
        ("#EXTM3U\n100%.mp3\na#b?.mp3", ["100%25.mp3", "a%23b%3F.mp3"]),
        ("#EXTM3U\nä ö.mp3", ["%C3%A4%20%C3%B6.mp3"]),
    ])
    func linesBecomeURIs(_ text: String, _ names: [String]) {
        #expect(
            rig.uris(text)
                == names.map { $0.hasPrefix("../") ? "file:///music/\($0.dropFirst(3))" : "file:///music/lists/\($0)" })
    }

    @Test func utf16IsRead() {
        let text = "#EXTM3U\n#EXTINF:1,Ä\nä.mp3"
        let little: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        #expect(rig.list(little)?.uris == ["file:///music/lists/%C3%A4.mp3"])
        #expect(rig.list(little)?.entries.first?.fields.title == "Ä")
    }

    /// An old list is Latin-1; the files may be called so on disk, or have been renamed with everything else.
    @Test func latin1NamesAreThoseOnDisk() {
        let bytes = "#EXTM3U\n#EXTINF:1,Café\ncafé.mp3".unicodeScalars.map { UInt8($0.value) }
        #expect(rig.list(bytes)?.uris == ["file:///music/lists/caf%C3%A9.mp3"])
        #expect(rig.list(bytes)?.entries.first?.fields.title == "Café")
        let raw = "/music/lists/café.mp3".unicodeScalars.map { UInt8($0.value) }
        let onDisk = M3UReader.read(bytes, ListBase(uri: rig.uri) { $0 == raw })
        #expect(onDisk.uris == ["file:///music/lists/caf%E9.mp3"])
    }

    /// Lists of a whole collection, in the encoding of another country; the files were renamed or not.
    @Test(arguments: [
        ("GB18030", "海阔天空", "周杰伦 - 青花瓷"), ("WINDOWS-1251", "Группа крови", "Кино - Звезда"),
        ("CP932", "桜流し", "宇多田ヒカル - 道"),
    ])
    func namesInOtherEncodingsAreThoseOnDisk(_ encoding: String, _ name: String, _ title: String) throws {
        let text =
            "#EXTM3U\n#EXTINF:1,\(title)\n\(name).mp3\nplain.mp3\n#EXTINF:2,\(name)\nhttp://example.org/\(name)\n"
        let bytes = try #require(TextEncoding.bytes(text, in: encoding))
        let raw = Array("/music/lists/".utf8) + (try #require(TextEncoding.bytes("\(name).mp3", in: encoding)))
        let uri = FileURI.uri(of: Array("/music/lists/\(name).mp3".utf8))
        let list = try #require(rig.list(bytes))
        #expect(
            list.uris == [uri, "file:///music/lists/plain.mp3", "http://example.org/" + PercentEncoding.escaped(name)])
        let titles = list.entries.map { ($0.fields.artist ?? []) + [$0.fields.title ?? ""] }
        #expect(titles[0].joined(separator: " - ") == title)
        #expect(titles[2] == [name])
        #expect(M3UReader.read(bytes, ListBase(uri: rig.uri) { $0 == raw }).uris[0] == FileURI.uri(of: raw))
        let pls = try #require(TextEncoding.bytes("[playlist]\nFile1=\(name).mp3\nTitle1=\(title)\n", in: encoding))
        let entry = try #require(PLSReader.read(pls, rig.base).entries.first)
        #expect(entry.description.uri == uri)
        #expect(entry.fields.title == title)
    }

    /// macOS writes accents apart in names of files (NFD), most others together (NFC).
    @Test func namesAreFoundInTheOtherNormalForm() {
        let (composed, decomposed) = ("caf\u{E9} \u{304C}.mp3", "cafe\u{301} \u{304B}\u{3099}.mp3")
        // Swift's strings are equal in both forms.
        func path(_ name: String) -> [UInt8] { Array("/music/lists/\(name)".utf8) }
        func uri(_ name: String) -> String { FileURI.uri(of: path(name)) }
        for (name, file) in [(composed, decomposed), (decomposed, composed)] {
            func uris(_ text: String, _ files: [String]) -> [String] {
                let base = ListBase(uri: rig.uri) { files.map(path).contains($0) }
                return MediaProbe.list(in: Array(text.utf8), uri: rig.uri, mediaType: nil, base: base)?.uris ?? []
            }
            #expect(uris("#EXTM3U\n\(name)", []) == [uri(name)], "neither is there")
            #expect(uris("#EXTM3U\n\(name)\nC:\\x\\\(name)", [file]) == [uri(file), uri(file)])
            #expect(uris("[playlist]\nFile1=\(name)", [file]) == [uri(file)])
            #expect(
                uris("<rss><channel><item><enclosure url='\(name)'/></item></channel></rss>", [file]) == [uri(file)])
            #expect(uris("#EXTM3U\n\(name)", [file, name]) == [uri(name)], "the name itself comes first")
        }
    }

    @Test func windowsPathsLeadBesideTheList() {
        var rig = rig
        rig.files = ["/music/lists/Album/song.mp3", "/music/lists/odd\\name.mp3"]
        let list = rig.list(
            """
            #EXTM3U
            Album\\song.mp3
            ..\\up.mp3
            odd\\name.mp3
            D:\\Music\\Album\\song.mp3
            file:///C:/Music/Album/song.mp3
            \\\\server\\share\\Album\\song.mp3
            E:\\gone.mp3
            """)
        #expect(
            list?.uris == [
                "file:///music/lists/Album/song.mp3", "file:///music/up.mp3", "file:///music/lists/odd%5Cname.mp3",
                "file:///music/lists/Album/song.mp3", "file:///music/lists/Album/song.mp3",
                "file:///music/lists/Album/song.mp3",
            ])
        #expect(list?.left == 1)
        #expect(list?.reason == "it names a drive of Windows, and there is no such file beside the list")
    }

    @Test func anEscapedNameIsTheFileThatIsThere() {
        var rig = rig
        #expect(rig.uris("#EXTM3U\na%20b.mp3") == ["file:///music/lists/a%2520b.mp3"])
        rig.files = ["/music/lists/a b.mp3"]
        #expect(rig.uris("#EXTM3U\na%20b.mp3") == ["file:///music/lists/a%20b.mp3"])
    }

    @Test(arguments: [
        ("song.mp3", "http://h/x/y/song.mp3"), ("a b.mp3", "http://h/x/y/a%20b.mp3"),
        ("/song.mp3", "http://h/song.mp3"), ("No. #1.mp3", "http://h/x/y/No.%20%231.mp3"),
        ("a#b=c#.mp3", "http://h/x/y/a#b=c%23.mp3"), ("song.mp3#t=10,20", "http://h/x/y/song.mp3#t=10,20"),
        ("../song.mp3", "http://h/x/song.mp3"), ("../../../song.mp3", "http://h/song.mp3"),
        ("./a/./b", "http://h/x/y/a/b"),
        ("//other/song.mp3", "http://other/song.mp3"), ("song.mp3?id=1&b=2", "http://h/x/y/song.mp3?id=1&b=2"),
        ("https://s/a.mp3", "https://s/a.mp3"), ("rtsp://s/a", "rtsp://s/a"),
        ("Album\\song.mp3", "http://h/x/y/Album/song.mp3"),
        ("HTTP://s/a b", "HTTP://s/a%20b"),
    ])
    func relativeEntriesOfAServerAreThere(_ line: String, _ uri: String) {
        let rig = ListRig(uri: "http://h/x/y/list.m3u?token=1/2")
        #expect(rig.uris("#EXTM3U\n\(line)") == [uri])
    }

    @Test func aServersListNamesNoFilesOfThisMachine() {
        let rig = ListRig(uri: "http://h/list.m3u", files: ["/etc/passwd"])
        let list = rig.list("#EXTM3U\nfile:///etc/passwd\nC:\\a.mp3\nspotify://track/1\n")
        #expect(list?.entries.isEmpty == true)
        #expect(list?.left == 3)
        #expect(list?.reason == "a list from a server names a file on this machine")
        guard let list, case .failed(let fault) = MediaProbe.answer(for: list, uri: rig.uri).answer else {
            Issue.record("It holds something.")
            return
        }
        #expect(fault.code == .nothingPlayable)
        #expect(
            fault.message
                == "http://h/list.m3u is a list without playable entries: a list from a server names a file on this "
                + "machine"
        )
    }

    @Test func aListIsCutBehindAHundredThousandEntries() {
        let most = MediaList.mostEntries
        let whole = rig.list("#EXTM3U\n" + (0..<most).map { "\($0).mp3\n" }.joined())
        #expect(whole?.entries.count == most)
        #expect(whole?.isCut == false)
        let more = rig.list("#EXTM3U\n" + (0...most).map { "\($0).mp3\n" }.joined())
        #expect(more?.entries.count == most)
        #expect(more?.isCut == true)
        // The plain entries of long lists share nothing and hold nothing.
        #expect(whole?.entries[5].description.details == nil)
    }

    @Test func addressesHaveALongestLength() {
        let limit = MediaList.longestAddress
        let fits = String(repeating: "a", count: limit - 9)
        #expect(rig.uris("#EXTM3U\nhttp://h/\(fits)")?.count == 1)
        #expect(rig.uris("#EXTM3U\nhttp://h/\(fits)a")?.count == 0)
    }

    // MARK: Texts that are no lists

    @Test(arguments: [
        // Addresses are entries where nothing else is in the text.
        ("http://radio.example/live\nhttps://radio.example/second", 2),
        ("# my stations\nhttp://radio.example/live\nsong.mp3", 2),
        ("https://me:secret@private.example\nhttps://other.example/x", 1),
        // The extension counts before all other lines only.
        ("# made by a player\n#EXTM3U\nhunter2", 1),
        ("hunter1\n#EXTM3U\nhunter2", 0), ("#EXTM3U\nhunter2", 1), ("\n\n#EXTM3U\nhttps://me:secret@a.example/x", 1),
    ])
    func onlyEntriesAreTold(text: String, count: Int) {
        #expect((rig.uris(text) ?? []).count == count, "\(rig.uris(text) ?? [])")
    }

    @Test func aListOfAPublicServerNamesNoAddressOfTheNetwork() {
        func uris(_ list: String, localAddresses: Bool = false) -> [String] {
            let rule = ResourceRule(
                item: list, permissions: .init(schemes: MediaSchemes.playable, localAddresses: localAddresses)
            ) { $0 == "example.org" ? [[93, 184, 216, 34]] : NetworkAddress.resolved($0, onlyAddresses: true) }
            let text =
                "#EXTM3U\nhttp://127.0.0.1:81/a.mp3\nhttp://2130706433/b.mp3\n//10.0.0.1/c.mp3\nhttp://cdn.example.net/d.mp3"
            let base = ListBase(uri: list, rule: rule) { _ in false }
            return M3UReader.read(Array(text.utf8), base).entries.map(\.description.uri)
        }
        #expect(uris("http://example.org/x.m3u") == ["http://cdn.example.net/d.mp3"])
        #expect(uris("http://example.org/x.m3u", localAddresses: true).count == 4)
        #expect(uris("http://192.168.1.5/x.m3u").count == 4)
    }
}
