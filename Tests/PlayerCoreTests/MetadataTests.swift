import Testing

@testable import PlayerCore

private func title(_ uri: String, tag: String? = nil, station: String? = nil, live: Bool = false) -> String {
    var tags = MediaTags()
    tags.title = tag
    tags.organization = station
    return ItemMetadata(MediaDescription(uri: uri), tags: tags, isLive: live).title
}

@Suite struct MetadataTests {
    @Test(arguments: [
        ("file:///home/me/S%C3%A9rie%20S01E01.mkv", "Série · S1 E1"), ("file:///me/S%C3%A9rie%201.mkv", "Série 1"),
        ("file:///music/01.%20Vol.2", "01. Vol.2"),
        ("file:///a/.hidden", ".hidden"),
        ("file:///a/archive.7z", "archive"),
        ("file:///a/b/", "b"),
        ("file:///a/100%.mp3", "100%"),
        ("file:///a/%ff%FE.mp3", "\u{FFFD}\u{FFFD}"),
        ("file:///a/x%00%0Ay.mp3", "xy"),
        ("/home/me/a%20b.mkv", "a%20b"),
        ("https://example.org/films/La%20Jetee.mp4?token=a/b#t=1", "La Jetee"),
        ("http://user:secret@radio.example:8000/stream", "radio.example"),
        ("http://[2001:db8::1]:80/", "[2001:db8::1]"),
        ("file:///", "file:///"),
        ("::", "::"),
        ("%%%", "%%%"),
    ])
    func theTitleIsTakenFromTheURI(uri: String, expected: String) {
        #expect(title(uri) == expected)
    }

    @Test func tagsComeBeforeTheURIAndDescriptionsBeforeTags() {
        #expect(title("file:///a.mp3", tag: "Song") == "Song")
        #expect(title("file:///a.mp3", tag: " \n") == "a")
        let description = described("file:///a.mp3") {
            $0.title = "Mine"
            $0.artist = ["Me"]
        }
        var tags = MediaTags()
        tags.title = "Theirs"
        tags.artists = ["Them"]
        tags.album = "Album"
        let metadata = ItemMetadata(description, tags: tags, isLive: false)
        #expect(metadata.title == "Mine")
        #expect(metadata.artists == ["Me"])
        #expect(metadata.album == "Album")
    }

    @Test func aStreamIsNamedByItsSongThenItsStationThenItsHost() {
        let uri = "http://radio.example/high.mp3"
        #expect(title(uri, tag: "Song", station: "FIP", live: true) == "Song")
        #expect(title(uri, station: "FIP", live: true) == "FIP")
        #expect(title(uri, live: true) == "radio.example")
        // What the server does not call live is recognised by its interleaved titles.
        var tags = MediaTags()
        (tags.organization, tags.isStation) = ("FIP", true)
        #expect(ItemMetadata(described(uri) { _ in }, tags: tags, isLive: false).title == "FIP")
    }

    @Test func aListNamesTheStationAndTheStreamWhatItPlays() {
        func metadata(named: Bool?, isStation: Bool) -> ItemMetadata {
            let description = described("http://radio.example/a") {
                $0.title = "Ours"
                $0.namesStation = named
            }
            var tags = MediaTags()
            (tags.title, tags.organization, tags.isStation) = ("Song", "Theirs", isStation)
            return ItemMetadata(description, tags: tags, isLive: false)
        }
        #expect(metadata(named: true, isStation: true).title == "Song")
        #expect(metadata(named: true, isStation: true).subtitle == "Ours")
        #expect(metadata(named: nil, isStation: true).title == "Ours", "a client knows better")
        #expect(metadata(named: true, isStation: false).title == "Ours", "a song in a list")
    }

    @Test(
        "what a station plays has an artist and a title",
        arguments: [
            ("Air - La femme d'argent", ["Air"], "La femme d'argent"), ("A - B - C", ["A"], "B - C"),
            ("Jazz-Rock", [], "Jazz-Rock"), (" - ", [], " - "), ("News", [], "News"),
        ]) func songsOfStations(sent: String, artists: [String], title: String)
    {
        var tags = MediaTags()
        (tags.title, tags.organization, tags.isStation) = (sent, "FIP", true)
        let metadata = ItemMetadata(MediaDescription(uri: "http://radio.example/a"), tags: tags, isLive: true)
        #expect(metadata.title == title && metadata.artists == artists && metadata.station == "FIP")
        tags.isStation = false
        #expect(ItemMetadata(MediaDescription(uri: "file:///a.mp3"), tags: tags, isLive: false).title == sent, "a song")
        (tags.isStation, tags.artists) = (true, ["Theirs"])
        let said = ItemMetadata(MediaDescription(uri: "http://radio.example/a"), tags: tags, isLive: true)
        #expect(said.title == sent && said.artists == ["Theirs"], "the stream says it")
    }

    @Test("lists show a station's name, not what it played last", arguments: ["Ours", nil])
    func rememberedStations(named: String?) {
        let description = described("http://radio.example/a") { fields in
            if let named { (fields.title, fields.namesStation) = (named, true) }
        }
        var facts = ItemFacts()
        (facts.tags.title, facts.tags.organization, facts.tags.isStation) = ("Artist - Song", "FIP", true)
        let item = RememberedItem(description, facts: facts, artworkURI: nil)
        let fields = item.described(description).details?.fields
        #expect(fields?.title == named ?? "FIP" && fields?.artist == nil)
        #expect(item.metadata(of: description).title == named ?? "FIP")
        #expect(item.metadata(of: description).artists.isEmpty)
    }

    @Test("a station is the album of what it plays")
    func stations() {
        func metadata(_ client: String? = nil, named: Bool? = nil) -> ItemMetadata {
            let description = described("http://radio.example/a") { ($0.title, $0.namesStation) = (client, named) }
            var tags = MediaTags()
            (tags.title, tags.organization, tags.isStation) = ("Song", "FIP", true)
            return ItemMetadata(description, tags: tags, isLive: true)
        }
        #expect(metadata().title == "Song" && metadata().station == "FIP" && metadata().album == "FIP")
        let listed = metadata("Ours", named: true)
        #expect(listed.title == "Song" && listed.station == "Ours" && listed.album == "Ours")
        #expect(metadata("Ours").title == "Ours" && metadata("Ours").station == "FIP")
    }

    @Test("an episode has a series, and a song has none") func series() {
        func series(_ change: (inout MediaDetails.Fields) -> Void) -> String? {
            ItemMetadata(described("file:///a.mkv", change), isLive: false).series
        }
        #expect(series { ($0.album, $0.season, $0.episode) = ("Show", 1, 2) } == "Show")
        #expect(series { $0.album = "Record" } == nil)
        #expect(ItemMetadata(described("file:///Show.S01E02.mkv") { _ in }, isLive: false).series == "Show")
    }

    @Test func pictureURIsAreLocal() {
        var tags = MediaTags()
        tags.artworkURI = "file:///cache/1.jpg"
        let remote = described("file:///a.mp3") { $0.artwork = "https://example.org/a.jpg" }
        #expect(ItemMetadata(remote, tags: tags, isLive: false).artworkURI == "file:///cache/1.jpg")
        let local = described("file:///a.mp3") { $0.artwork = "file:///cover.png" }
        #expect(ItemMetadata(local, tags: tags, isLive: false).artworkURI == "file:///cover.png")
    }
}
