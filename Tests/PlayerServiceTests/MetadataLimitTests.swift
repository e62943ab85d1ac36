import DBusKit
import PlayerCore
import Testing

@testable import PlayerService

/// One step inside of what MPRIS's metadata holds, and one outside.
@Suite("Limits of metadata") @BusActor struct MetadataLimitTests {
    private func text(_ size: Int) -> String { String(repeating: "x", count: size) }

    private func written(_ change: (inout PlayerSnapshot) -> Void) -> [String: DBusValue] {
        var snapshot = PlayerSnapshot.sample(1)
        change(&snapshot)
        let writer = MetadataWriter()
        writer.follow(snapshot)
        return writer.current(in: snapshot)
    }

    private func lines(_ chapters: [Chapter]) -> [String] {
        let chapters = ChapterSnapshot.sample(chapters)
        return written { $0.chapters = chapters }["mediad:chapters"]?.asStringArray ?? []
    }

    /// Chapters at the beginning, each of which takes so many bytes with the length and the padding of its line.
    private func chapters(_ count: Int, of size: Int) -> [Chapter] {
        let title = text(size - "0:00:00.000 ".utf8.count - 8)
        return Array(repeating: Chapter(start: .zero, titles: [ChapterTitle(title)]), count: count)
    }

    @Test("Lists end after eight entries", arguments: [8, 9]) func lists(count: Int) {
        let values = (0..<count).map { "\($0)" }
        let read = written {
            $0.current?.metadata.artists = values
            $0.current?.metadata.albumArtists = values
            $0.current?.metadata.composers = values
            $0.current?.metadata.genres = values
            $0.current?.metadata.comments = values
        }
        for key in ["artist", "albumArtist", "composer", "genre", "comment"] {
            #expect(read["xesam:\(key)"] == .strings(Array(values.prefix(8))), "\(key)")
        }
    }

    @Test("Texts are cut, some sooner and some later than the others", arguments: [0, 1]) func texts(more: Int) {
        let limits = [
            "xesam:title": 2_000, "xesam:album": 2_000, "mediad:subtitle": 2_000, "mediad:description": 8_000,
            "xesam:asText": 16_000, "xesam:contentCreated": 100, "mediad:contentRating": 100,
        ]
        func text(_ key: String) -> String { self.text((limits[key] ?? 0) + more) }
        let read = written {
            $0.current?.metadata.title = text("xesam:title")
            $0.current?.metadata.album = text("xesam:album")
            $0.current?.metadata.subtitle = text("mediad:subtitle")
            $0.current?.metadata.summary = text("mediad:description")
            $0.current?.metadata.lyrics = text("xesam:asText")
            $0.current?.metadata.date = text("xesam:contentCreated")
            $0.current?.metadata.contentRating = text("mediad:contentRating")
            $0.current?.metadata.artists = [self.text(500 + more)]
        }
        for (key, limit) in limits { #expect(read[key] == .string(self.text(limit)), "\(key)") }
        #expect(read["xesam:artist"] == .strings([self.text(500)]))
    }

    @Test("Chapters end after 500", arguments: [500, 501]) func chapters(count: Int) {
        let titles = (0..<count).map { "\($0)" }
        let found = lines(titles.map { Chapter(start: .zero, titles: [ChapterTitle($0)]) })
        #expect(found == titles.prefix(500).map { "0:00:00.000 \($0)" })
    }

    @Test("All chapters have 24 KiB") func sizeOfChapters() {
        let fitting = chapters(96, of: 256)
        #expect(lines(fitting).count == 96)
        #expect(lines(fitting + chapters(1, of: 20)).count == 96)
        #expect(lines(fitting.dropLast() + chapters(1, of: 257)).count == 95)
    }

    /// Beside texts so long that the chapters have no room for their own limit.
    @Test("All of it has 56 KiB, and chapters are left out") func sizeOfAll() {
        let chapters = ChapterSnapshot.sample(chapters(96, of: 256))
        func metadata(_ size: Int) -> [String: DBusValue] {
            written {
                let list = Array(repeating: text(500), count: 8)
                $0.current?.metadata.artists = list
                $0.current?.metadata.albumArtists = list
                $0.current?.metadata.composers = list
                $0.current?.metadata.genres = list
                $0.current?.metadata.comments = list
                $0.current?.metadata.lyrics = text(16_000)
                $0.current?.metadata.title = text(size)
                $0.chapters = chapters
            }
        }
        func count(_ size: Int) -> Int { metadata(size)["mediad:chapters"]?.asStringArray?.count ?? 0 }
        /// As it is counted: with the length and the padding of each text, and some more for each key.
        func size(_ values: [String: DBusValue]) -> Int {
            values.reduce(0) { size, entry in
                let texts = entry.value.asStringArray ?? [entry.value.asString ?? ""]
                // The chapters' own key is in what is left beside them.
                let key = entry.key == "mediad:chapters" ? 0 : entry.key.utf8.count + 24
                return size + key + texts.reduce(0) { $0 + $1.utf8.count + 8 }
            }
        }
        let most = count(1)
        #expect(most > 1 && most < 96)
        // The first title that is a byte too long for as many chapters.
        guard let outside = (2...258).first(where: { count($0) < most }) else {
            Issue.record("no title is too long")
            return
        }
        #expect(size(metadata(outside - 1)) == 56 << 10)
        #expect(count(outside) == most - 1)
    }
}
