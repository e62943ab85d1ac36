import Foundation
import TestSupport
import Testing

@testable import mediad

/// The user's folders according to xdg-user-dirs.
@Suite struct SharedFolderTests {
    @Test(arguments: [
        ("", "HOME/Pictures"), ("XDG_PICTURES_DIR=\"$HOME/Bilder/\"\n", "HOME/Bilder"),
        ("# a comment\nXDG_MUSIC_DIR=\"/music\"\nXDG_PICTURES_DIR=\"/pictures\"\n", "/pictures"),
        ("XDG_PICTURES_DIR=relative\n", "HOME/Pictures"),
    ]) func picturesAreWhereTheUserHasThem(file: String, folder: String) throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "folders-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(atPath: "\(home)/.config", withIntermediateDirectories: true)
        try Data(file.utf8).write(to: URL(fileURLWithPath: "\(home)/.config/user-dirs.dirs"))
        let folders = UserFolders(environment: ["HOME": home])
        #expect(folders.pictures == folder.replacingOccurrences(of: "HOME", with: home))
        #expect(folders.path("~/here/") == "\(home)/here")
    }
}
