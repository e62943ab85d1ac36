import Foundation
import Testing

@testable import mediad

@Suite struct PlaylistConfigurationTests {
    private func folders(_ text: String) throws -> [String] {
        try ConfigurationReader.read("[playlists]\nfolders = \(text)\n", path: "c.toml").playlists.folders
    }

    private func problem(_ text: String) -> String {
        #expect(throws: ConfigurationError.self) { try folders(text) }
        do {
            _ = try folders(text)
            return ""
        } catch { return "\(error)" }
    }

    @Test func foldersAreRead() throws {
        #expect(try folders("[\"~/Lists\", \"/srv/lists/\"]") == ["~/Lists", "/srv/lists/"])
        #expect(try folders("[]") == [])
        #expect(problem("\"~/Lists\"").contains("playlists.folders must be a list of folders"))
        #expect(problem("[3]").contains("must contain folders, in quotes, not an integer"))
        #expect(problem("[\"Lists\"]").contains("start it with / or ~/"))
    }

    @Test func thereMayBeThirtyTwo() throws {
        func list(_ count: Int) -> String { "[" + (0..<count).map { "\"/\($0)\"" }.joined(separator: ", ") + "]" }
        #expect(try folders(list(32)).count == 32)
        #expect(problem(list(33)).contains("has 33 folders: the maximum is 32"))
    }

    @Test func pathsAreAbsolute() throws {
        var playlists = Configuration.Playlists(folders: ["~/Lists/", "/srv/lists", "~"])
        #expect(playlists.paths(environment: ["HOME": "/home/me"]) == ["/home/me/Lists", "/srv/lists", "/home/me"])
        #expect(playlists.paths(environment: [:]) == ["/srv/lists"])
        playlists.folders = []
        #expect(playlists.paths(environment: [:]) == [])
        #expect(
            playlists.paths(environment: ["HOME": "/nowhere"]) == [
                "/nowhere/Music/Playlists", "/nowhere/.local/share/mediad/playlists",
            ])
    }

    @Test(arguments: [
        ("XDG_MUSIC_DIR=\"$HOME/Musik\"", "/home/me/Musik"), ("XDG_MUSIC_DIR=\"/srv/music/\"", "/srv/music"),
        ("# nothing", "/home/me/Music"), ("XDG_MUSIC_DIR=\"relative\"", "/home/me/Music"),
    ])
    func theMusicFolderIsTheUsers(_ line: String, _ folder: String) throws {
        let configuration = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: configuration) }
        try Data("XDG_DESKTOP_DIR=\"$HOME\"\n\(line)\n".utf8).write(to: configuration.appending(path: "user-dirs.dirs"))
        let environment = ["HOME": "/home/me", "XDG_CONFIG_HOME": configuration.path, "XDG_DATA_HOME": "/data"]
        #expect(
            Configuration.Playlists().paths(environment: environment) == [
                "\(folder)/Playlists", "/data/mediad/playlists",
            ])
    }

    @Test(arguments: [(65_536, "/srv/music"), (65_537, "/home/me/Music")])
    func aLongFileOfFoldersCountsAsAbsent(_ size: Int, _ folder: String) throws {
        let configuration = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: configuration) }
        var text = Data("XDG_MUSIC_DIR=\"/srv/music\"\n".utf8)
        text.append(Data(repeating: UInt8(ascii: "\n"), count: size - text.count))
        try text.write(to: configuration.appending(path: "user-dirs.dirs"))
        let environment = ["HOME": "/home/me", "XDG_CONFIG_HOME": configuration.path, "XDG_DATA_HOME": "/data"]
        #expect(Configuration.Playlists().paths(environment: environment).first == "\(folder)/Playlists")
    }
}

@Suite struct BookConfigurationTests {
    @Test("folders of books are absolute or below the home folder") func folders() throws {
        func configured(_ text: String) throws -> Configuration.Library {
            try ConfigurationReader.read(text, path: "c.toml").library
        }
        let shelf = BookShelf()
        shelf.take(try configured(""), environment: ["HOME": "/home/a"])
        #expect(shelf.folders == ["/home/a/Audiobooks"])
        shelf.take(try configured("[library]\nbooks = [\"/srv/books\", \"~/B\"]\n"), environment: ["HOME": "/home/a"])
        #expect(shelf.folders == ["/srv/books", "/home/a/B"])
        shelf.take(try configured("[library]\nbooks = []\n"), environment: [:])
        #expect(shelf.folders.isEmpty)
        #expect(throws: ConfigurationError.self) { try configured("[library]\nbooks = [\"books\"]\n") }
    }
}
