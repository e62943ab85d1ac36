import DBusKit
import PlayerCore
import Testing

@Suite("Metadata", .playerctld)
struct MetadataTests {
    private static let types = [
        "mpris:trackid": "o", "mpris:length": "x", "mpris:artUrl": "s", "xesam:url": "s", "xesam:title": "s",
        "xesam:album": "s", "xesam:asText": "s", "xesam:contentCreated": "s", "xesam:artist": "as",
        "xesam:albumArtist": "as", "xesam:composer": "as", "xesam:genre": "as", "xesam:comment": "as",
        "xesam:trackNumber": "i", "xesam:discNumber": "i", "xesam:audioBPM": "i", "mediad:subtitle": "s",
        "mediad:description": "s", "mediad:contentRating": "s", "mediad:season": "i", "mediad:episode": "i",
        "mediad:chapters": "as",
    ]

    private func full(_ text: String, listLength: Int = 3) -> ItemMetadata {
        var metadata = ItemMetadata(title: text)
        let list = (0..<listLength).map { "\(text)\($0)" }
        (metadata.artists, metadata.albumArtists, metadata.composers) = (list, list, list)
        (metadata.genres, metadata.comments) = (list, list)
        (metadata.album, metadata.lyrics, metadata.date) = (text, text, "2026-11-21")
        (metadata.trackNumber, metadata.discNumber, metadata.beatsPerMinute) = (1, 2, 120)
        (metadata.artworkURI, metadata.subtitle, metadata.summary) = ("file:///cache/a.jpg", text, text)
        (metadata.contentRating, metadata.season, metadata.episode) = (text, 3, 4)
        return metadata
    }

    @Test("Every key has the type that the guidelines give it")
    func types() async throws {
        let rig = try await Rig()
        let metadata = full("text")
        let chapters = ChapterSnapshot.sample([.sample(0, 1, "One")])
        await rig.publish {
            $0.current?.metadata = metadata
            $0.chapters = chapters
        }
        #expect(rig.metadata.mapValues(\.signature) == Self.types)
    }

    @Test("Only what is known is said; a plain item has its id, title, address and length")
    func plain() async throws {
        let rig = try await Rig()
        #expect(
            rig.metadata == [
                "mpris:trackid": .objectPath(rig.player.snapshot.items[0].path), "xesam:title": "Title 0",
                "xesam:url": "file:///music/0.flac", "mpris:length": .int64(100_000_000),
            ])
        await rig.publish { $0.current?.duration = .zero }
        #expect(rig.metadata["mpris:length"] == nil)
    }

    @Test("Nothing current: no metadata at all, not even NoTrack")
    func empty() async throws {
        let rig = try await Rig(.sample(2, current: nil))
        #expect(try rig.get("Metadata") == .properties([:]))
    }

    @Test("Lists end after eight entries and hold no empty ones")
    func lists() async throws {
        let rig = try await Rig()
        let metadata = full("x", listLength: 500)
        await rig.publish {
            $0.current?.metadata = metadata
            $0.current?.metadata.genres = ["", "a", "", "b"]
            $0.current?.metadata.composers = [""]
        }
        #expect(rig.metadata["xesam:artist"]?.asArray?.count == 8)
        #expect(rig.metadata["xesam:genre"] == .strings(["a", "b"]))
        #expect(rig.metadata["xesam:composer"] == nil)
    }

    @Test("Huge tags are cut to a bounded, valid text; the whole stays below 64 KiB")
    func bounded() async throws {
        let rig = try await Rig()
        var revision: UInt64 = 1
        for text in ["x", "ü", "日本", "👩‍👩‍👧", "e\u{301}"] {
            let long = String(repeating: text, count: 200_000)
            let title = String(repeating: text, count: 400)
            let metadata = full(long, listLength: 100)
            let chapters = ChapterSnapshot.sample(
                (0..<100).map { Chapter(start: .seconds($0), titles: [ChapterTitle(title)]) },
                revision: revision)
            revision += 1
            await rig.publish {
                $0.current?.metadata = metadata
                $0.current?.metadata.artworkURI = "file:///" + String(repeating: "y", count: 7_000)
                $0.chapters = chapters
            }
            let read = rig.metadata
            var size = 0
            for (key, value) in read {
                let texts = value.asStringArray ?? value.asString.map { [$0] } ?? []
                size += key.utf8.count + texts.reduce(8) { $0 + $1.utf8.count + 5 }
                #expect(texts.allSatisfy { !$0.isEmpty && !$0.unicodeScalars.contains("\u{FFFD}") }, "\(key)")
            }
            #expect(size < 64 * 1024)
            #expect(read["xesam:title"]?.asString?.hasPrefix(text) == true)
        }
    }

    @Test("A text is cut at 2,000 bytes, an address left out beyond 8,000, a chapter's title cut at 300")
    func sizes() async throws {
        let rig = try await Rig()
        func text(_ size: Int) -> String { String(repeating: "x", count: size) }
        for more in [0, 1] {
            await rig.publish {
                $0.current?.metadata.title = text(2_000 + more)
                $0.current?.metadata.artworkURI = "file:///" + text(7_992 + more)
                $0.chapters = ChapterSnapshot.sample(
                    [Chapter(start: .zero, titles: [ChapterTitle(text(300 + more))])], revision: UInt64(10 + more))
            }
            let read = rig.metadata
            #expect(read["xesam:title"]?.asString == text(2_000))
            #expect(read["mpris:artUrl"]?.asString == (more == 0 ? "file:///" + text(7_992) : nil))
            #expect(read["mediad:chapters"]?.asStringArray == ["0:00:00.000 " + text(300)])
        }
    }

    @Test("Broken tags are harmless: zeros, control characters, strange scalars")
    func broken() async throws {
        let rig = try await Rig()
        for text in ["a\0b", "\u{1}\u{7F}", "\u{FFFE}\u{10FFFF}", "\u{202E}x", "\r\n"] {
            let metadata = full(text)
            await rig.publish { $0.current?.metadata = metadata }
            #expect(rig.metadata["xesam:title"]?.asString == text.replacing("\0", with: ""))
        }
        let zeros = full("\0\0")
        await rig.publish { $0.current?.metadata = zeros }
        #expect(rig.metadata["mpris:trackid"] != nil)
        for value in rig.metadata.values {
            #expect(value.asString != "")
            #expect(value.asStringArray?.contains("") != true)
        }
    }

    @Test("Chapters are lines of text; hidden ones are left out, line ends and control characters too")
    func chapters() async throws {
        let rig = try await Rig()
        var hidden = Chapter.sample(5, 6, "Hidden")
        hidden.isHidden = true
        let snapshot = ChapterSnapshot.sample([
            .sample(0, 5, "One\r\ntwo\u{1B}[2J"), hidden, .sample(61, 62, ""),
            Chapter(start: MediaTime(nanoseconds: 45_296_789_999_999), titles: [ChapterTitle("Ü 日本")]),
            Chapter(start: MediaTime(nanoseconds: .max), titles: [ChapterTitle("Far")]),
        ])
        try rig.forgetSignals()
        await rig.publish { $0.chapters = snapshot }
        #expect(
            rig.metadata["mediad:chapters"]
                == .strings([
                    "0:00:00.000 One  two [2J", "0:01:01.000", "12:34:56.789 Ü 日本", "2562047:47:16.854 Far",
                ]))
        #expect(
            try rig.signals().map(\.summary) == [
                "Player: Metadata", "TrackMetadataChanged", "Chapters1: Chapters Groups Language Locales",
            ])
    }

    @Test("At most 500 chapters and 24 KiB of them are in the metadata, the first ones")
    func chapterBounds() async throws {
        let rig = try await Rig()
        let short = ChapterSnapshot.sample((0..<2_000).map { .sample($0, $0 + 1, "\($0)") }, revision: 1)
        await rig.publish { $0.chapters = short }
        #expect(rig.metadata["mediad:chapters"]?.asStringArray?.count == 500)
        let title = String(repeating: "日", count: 120)
        let long = ChapterSnapshot.sample((0..<600).map { .sample($0, $0 + 1, title) }, revision: 2)
        await rig.publish { $0.chapters = long }
        let lines = rig.metadata["mediad:chapters"]?.asStringArray ?? []
        #expect(lines.count > 50)
        #expect(lines.first == "0:00:00.000 " + String(repeating: "日", count: 100))
        #expect(lines.reduce(0) { $0 + $1.utf8.count } < 24 * 1024)
    }

    @Test("Art is a local file or nothing: no data, no http")
    func art() async throws {
        let rig = try await Rig()
        for uri in ["data:image/png;base64,AAAA", "https://example.org/a.png", "", "/a.png"] {
            await rig.publish { $0.current?.metadata.artworkURI = uri }
            #expect(rig.metadata["mpris:artUrl"] == nil)
        }
    }

    @Test("An address too long to be shown whole is left out rather than cut")
    func longAddress() async throws {
        let rig = try await Rig()
        let uri = "http://example.org/" + String(repeating: "x", count: 20_000)
        await rig.publish {
            $0.current?.description.uri = uri
            $0.current?.metadata.artworkURI = "file:///" + String(repeating: "y", count: 20_000)
        }
        #expect(rig.metadata["xesam:url"] == nil)
        #expect(rig.metadata["mpris:artUrl"] == nil)
        #expect(rig.metadata["xesam:title"] != nil)
    }

    @Test("Nobody is shown a login: not in the metadata, the track list, the queue or an error")
    func logins() async throws {
        let rig = try await Rig()
        let uri = "http://ann:s3cret@example.org/a.mp3"
        await rig.publish {
            $0.current?.description.uri = uri
            $0.items = $0.items.map { QueueItem(id: $0.id, description: MediaDescription(uri: uri)) }
            $0.error = ItemFault(fault: PlaybackFault(.sourceForbidden, "no"), uri: uri)
        }
        #expect(rig.metadata["xesam:url"] == "http://example.org/a.mp3")
        let items = try rig.queue("Items", [.uint32(0), .uint32(10)])
        #expect(items.first?.asDictionaries?.first?["uri"] == "http://example.org/a.mp3")
        let error = try rig.ownProperty("Queue1", "Error")
        #expect(error.asDictionary?["uri"] == "http://example.org/a.mp3")
        #expect(!"\(items) \(error) \(rig.metadata)".contains("s3cret"))
    }

    @Test("The same address twice in the queue has two ids; an item keeps its own")
    func identifiers() async throws {
        let rig = try await Rig()
        let first = rig.metadata["mpris:trackid"]
        await rig.publish { $0.select(1) }
        #expect(rig.metadata["mpris:trackid"] != first)
        await rig.publish { $0.select(0) }
        #expect(rig.metadata["mpris:trackid"] == first)
    }
}
