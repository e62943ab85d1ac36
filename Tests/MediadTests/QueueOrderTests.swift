import Foundation
import PlayerCore
import PlayerService
import TestSupport
import Testing

@testable import mediad

/// Searching, sorting and saving the queue.
@Suite struct QueueOrderTests {
    private static func item(
        _ number: Int, _ uri: String, _ change: (inout MediaDetails.Fields) -> Void = { _ in }
    ) -> QueueItem {
        var fields = MediaDetails.Fields()
        change(&fields)
        return QueueItem(
            id: ItemID(rawValue: UInt64(number)), description: MediaDescription(uri: uri, details: MediaDetails(fields))
        )
    }

    private static func snapshot(_ items: [QueueItem]) -> PlayerSnapshot {
        var snapshot = PlayerSnapshot()
        snapshot.items = items
        snapshot.currentIndex = items.isEmpty ? nil : 0
        return snapshot
    }

    private static let songs = snapshot([
        item(1, "file:///music/b/02%20Caf%C3%A9.flac") {
            $0.title = "Café del Mar"
            $0.artist = ["Sigur Rós"]
            $0.album = "B"
        },
        item(2, "file:///music/a/track10.flac") {
            $0.title = "event10"
            $0.album = "A"
            $0.date = "2001-05"
        },
        item(3, "file:///music/a/track2.flac") {
            $0.title = "Event2"
            $0.album = "a"
            $0.date = "1999"
        },
        item(4, "file:///music/Stra%C3%9Fe.ogg"),
    ])

    @Test(arguments: [
        ("cafe", [0]), ("CAFÉ mar", [0]), ("ros", [0]), ("event", [1, 2]), ("track2", [2]), ("strasse", [3]),
        ("event cafe", []), ("music event", [1, 2]), ("a", [0, 1, 2, 3]),
        ("flac", []), ("ogg", []), ("\"del mar\" ros", [0]), ("\"mar del\"", []), ("\"\" cafe", [0]), ("\"cafe d", [0]),
    ])
    func wordsAreFound(_ words: String, _ indices: [Int]) {
        #expect(QueueSearch(words).indices(in: Self.songs) == indices)
    }

    @Test("letters that do not decompose are found by their plain letters, and album artists are found")
    func letters() {
        var items: [QueueItem] = []
        let titles = ["Łódź", "Đurđa", "Smørrebrød", "Þórr", "Ærø", "Cœur", "Isparta ı", "GROẞ", "Ħal"]
        for (number, title) in titles.enumerated() {
            items.append(Self.item(number + 1, "file:///\(number).ogg") { $0.title = title })
        }
        items.append(Self.item(20, "file:///x.ogg"))
        var snapshot = Self.snapshot(items)
        snapshot.currentIndex = items.count - 1
        var metadata = ItemMetadata(title: "x")
        metadata.albumArtists = ["Łona"]
        snapshot.current = CurrentItem(
            id: ItemID(rawValue: 20), description: items[9].description, metadata: metadata, duration: nil,
            isLive: false, hasVideo: false)
        let words = ["lodz", "durda", "smorrebrod", "thorr", "aero", "coeur", "isparta i", "gross", "hal", "lona"]
        #expect(words.map { QueueSearch($0).indices(in: snapshot) } == words.indices.map { [$0] })
        #expect(QueueSearch("ŁÓDŹ").indices(in: snapshot) == [0])
    }

    @Test(arguments: [
        (QueueField.title, [1, 3, 2, 4]), (.album, [3, 2, 1, 4]), (.date, [3, 2, 1, 4]), (.track, [1, 3, 2, 4]),
        (.artist, [1, 3, 2, 4]),
    ])
    func itemsAreSorted(_ field: QueueField, _ ids: [UInt64]) {
        #expect(QueueSorting(field).ids(of: Self.songs).map(\.rawValue) == ids)
    }

    @Test("albums of the same name in other folders are not mixed")
    func albumsOfTheSameName() {
        func song(_ number: Int, _ uri: String, _ title: String) -> QueueItem {
            Self.item(number, uri) { fields in
                fields.album = "Greatest Hits"
                fields.title = title
            }
        }
        let snapshot = Self.snapshot([
            song(1, "file:///queen/1.mp3", "A"), song(2, "file:///abba/1.mp3", "A"),
            song(3, "file:///queen/2.mp3", "B"),
            song(4, "file:///abba/2.mp3", "B"),
        ])
        #expect(QueueSorting(.album).ids(of: snapshot).map(\.rawValue) == [2, 4, 1, 3])
    }

    @Test func theListHasPathsWherePossible() throws {
        let folder = try Folder()
        let names = ["plain.ogg", "Ümläute & 100%25.ogg", "#hash.ogg", " space .ogg", "line\nbreak.ogg"]
        let files = names.map { FileURI.uri(of: "\(folder.path)/\($0)".utf8) }
        let uris = files + ["https://me:secret@example.org/stream?a=b"]
        var items = uris.enumerated().map { Self.item($0.offset + 1, $0.element) }
        items.append(
            Self.item(90, "file:///x.ogg") {
                $0.title = "Title\nTwo"
                $0.artist = ["Artist"]
            })
        var snapshot = Self.snapshot(items)
        snapshot.itemStates[items[0].id, default: ItemState()].duration = MediaTime(seconds: 61.7)
        let bytes = QueueList(snapshot).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("#EXTM3U\n#EXTINF:62,\n\(folder.path)/plain.ogg\n"))
        #expect(text.contains("#EXTINF:-1,Artist - Title Two\n/x.ogg\n"))
        #expect(!text.contains("secret"))
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#EXT") }.map(String.init)
        #expect(
            lines == [
                "\(folder.path)/plain.ogg", "\(folder.path)/Ümläute & 100%25.ogg", "\(folder.path)/#hash.ogg",
                "\(folder.path)/ space .ogg", files[4], "https://example.org/stream?a=b", "/x.ogg",
            ])
    }

    @Test("a station is saved with its name, not with its song", arguments: [true, false])
    func stations(isNamed: Bool) throws {
        let item = Self.item(1, "http://radio.example/a") { fields in
            if isNamed { (fields.title, fields.namesStation) = ("My Station", true) }
        }
        var tags = MediaTags()
        (tags.title, tags.organization, tags.isStation) = ("Artist - Song", "FIP", true)
        var snapshot = Self.snapshot([item])
        snapshot.current = CurrentItem(
            id: item.id, description: item.description,
            metadata: ItemMetadata(item.description, tags: tags, isLive: true), duration: nil, isLive: true,
            hasVideo: false)
        let text = String(decoding: QueueList(snapshot).bytes, as: UTF8.self)
        #expect(text == "#EXTM3U\n#EXTINF:-1,\(isNamed ? "My Station" : "FIP")\nhttp://radio.example/a\n")
    }

    @Test("tracks of one file that follow each other are saved as that file") func tracks() {
        func track(_ number: Int, _ uri: String) -> QueueItem {
            Self.item(number, uri) { fields in
                (fields.title, fields.album, fields.track) = ("Song \(number)", "Disc", Int32(number))
                fields.inPoint = MediaTime(nanoseconds: Int64(number) * 1_000_000_000)
            }
        }
        let items = [track(1, "file:///a.flac"), track(2, "file:///a.flac"), track(3, "file:///b.flac")]
        var snapshot = Self.snapshot(items)
        snapshot.itemStates[items[0].id, default: ItemState()].duration = MediaTime(seconds: 61.7)
        let text = String(decoding: QueueList(snapshot).bytes, as: UTF8.self)
        #expect(text == "#EXTM3U\n#EXTINF:62,Disc\n/a.flac\n#EXTINF:-1,Disc\n/b.flac\n")
    }

    @Test("a book is saved as its parts") func books() {
        let book = Self.item(1, "file:///books/Long") {
            $0.title = "The Long Book"
            $0.artist = ["Anne"]
            $0.parts = [
                MediaPart(uri: "file:///books/Long/1.mp3", title: "One", duration: .init(nanoseconds: 60_400_000_000)),
                MediaPart(uri: "file:///books/Long/2.mp3", duration: .init(nanoseconds: 1_000_000_000)),
            ]
        }
        let text = String(decoding: QueueList(Self.snapshot([book])).bytes, as: UTF8.self)
        #expect(
            text == "#EXTM3U\n#EXTINF:60,Anne - One\n/books/Long/1.mp3\n#EXTINF:1,\n/books/Long/2.mp3\n")
    }

    private func save(
        _ name: String, in folders: [String], replaces: Bool = false
    ) async -> Result<String, QueueSaveRefusal> {
        let playlists = PlaylistFolders { _ in }
        playlists.begin(Configuration.Playlists(folders: folders), environment: [:], library: nil)
        return await withCheckedContinuation { continuation in
            playlists.save(name, Self.songs, replaces: replaces) { continuation.resume(returning: $0) }
        }
    }

    @Test("a list is replaced only where that is asked for, and nothing but a file is") func replaced() async throws {
        let folder = try Folder()
        let list = "\(folder.path)/Evening.m3u8"
        try Data("old".utf8).write(to: URL(fileURLWithPath: list))
        #expect(await save("Evening", in: [folder.path]) != .success(list))
        #expect(try String(contentsOfFile: list, encoding: .utf8) == "old")
        #expect(await save("Evening", in: [folder.path], replaces: true) == .success(list))
        #expect(try String(contentsOfFile: list, encoding: .utf8).hasPrefix("#EXTM3U\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Evening.m3u8"])
        #expect(await save("New", in: [folder.path], replaces: true) == .success("\(folder.path)/New.m3u8"))
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/Link.m3u8", withDestinationPath: list)
        guard case .failure(.failed(let sentence)) = await save("Link", in: [folder.path], replaces: true) else {
            return #expect(Bool(false))
        }
        #expect(sentence.contains("symbolic link"))
    }

    /// Rows: what it is sorted by; how many of the songs may stand elsewhere when they are read.
    @Test(
        "files that have not been read, and of which no list tells the value, are counted",
        arguments: [(QueueField.title, 1), (.album, 1), (.artist, 3), (.date, 2), (.track, 4)])
    func unread(_ field: QueueField, _ count: Int) {
        var snapshot = Self.songs
        #expect(QueueSorting(field).unread(in: snapshot) == count)
        snapshot.items.append(Self.item(5, "https://example.org/a.ogg"))
        #expect(QueueSorting(field).unread(in: snapshot) == count, "what is on a server is not read ahead")
    }

    private func append(_ items: [QueueItem], to name: String, in folders: [String]) async
        -> Result<String, QueueSaveRefusal>
    {
        let playlists = PlaylistFolders { _ in }
        playlists.begin(Configuration.Playlists(folders: folders), environment: [:], library: nil)
        return await withCheckedContinuation { continuation in
            playlists.append(Self.snapshot(items), to: name) { continuation.resume(returning: $0) }
        }
    }

    @Test("what is added to a list comes behind its entries; a list that is not there is made") func added()
        async throws
    {
        let (first, second) = (try Folder(), try Folder())
        let folders = [first.path, second.path]
        let (a, b) = (Self.item(1, "file:///a.ogg") { $0.title = "A" }, Self.item(2, "file:///b.ogg"))
        #expect(await append([a], to: "New", in: folders) == .success("\(first.path)/New.m3u8"))
        #expect(await append([b, a], to: "New", in: folders) == .success("\(first.path)/New.m3u8"))
        let text = try String(contentsOfFile: "\(first.path)/New.m3u8", encoding: .utf8)
        #expect(text == "#EXTM3U\n#EXTINF:-1,A\n/a.ogg\n/b.ogg\n#EXTINF:-1,A\n/a.ogg\n")
        let old = "\(second.path)/Old.m3u8"
        try Data("#EXTM3U\n# mine\nx.ogg".utf8).write(to: URL(fileURLWithPath: old))
        #expect(await append([b], to: "Old", in: folders) == .success(old))
        #expect(try String(contentsOfFile: old, encoding: .utf8) == "#EXTM3U\n# mine\nx.ogg\n/b.ogg\n")
        try FileManager.default.createSymbolicLink(atPath: "\(first.path)/Link.m3u8", withDestinationPath: old)
        guard case .failure(.failed) = await append([b], to: "Link", in: folders),
            case .failure(.noFolder) = await append([b], to: "X", in: ["\(first.path)/missing"])
        else { return #expect(Bool(false)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: second.path) == ["Old.m3u8"])
    }

    @Test func itIsSavedInTheFirstFolderThatIsThere() async throws {
        let folder = try Folder()
        let result = await save("Evening", in: ["\(folder.path)/missing", folder.path])
        #expect(result == .success("\(folder.path)/Evening.m3u8"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Evening.m3u8"])
        guard case .failure(.exists(let sentence)) = await save("Evening", in: [folder.path]) else {
            return #expect(Bool(false))
        }
        #expect(
            sentence == "\(folder.path)/Evening.m3u8 already exists: choose another name, or replace it with "
                + "mediactl queue save --replace.")
        guard case .failure(.noFolder(let missing)) = await save("Evening", in: ["\(folder.path)/missing"]) else {
            return #expect(Bool(false))
        }
        #expect(missing.hasPrefix("The playlist folder \(folder.path)/missing does not exist: create it"))
    }
}

/// A folder for a test; it goes away with its value.
private final class Folder {
    let path = "/tmp/queue-test-\(UUID().uuidString.prefix(8))"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
