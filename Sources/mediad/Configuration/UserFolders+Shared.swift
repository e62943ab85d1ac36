internal import FoundationEssentials

extension UserFolders {
    /// Bytes of the file that contains the locations of the user's folders.
    private static let largestUserFolders = 64 << 10

    /// The user's music folder, else `Music` in the home folder.
    var music: String? { shared("XDG_MUSIC_DIR", or: "Music") }
    /// The user's folder of pictures, else `Pictures` in the home folder.
    var pictures: String? { shared("XDG_PICTURES_DIR", or: "Pictures") }

    /// A folder according to xdg-user-dirs (`user-dirs.dirs(5)`). Reads a small file, so it must not be called on an event
    /// loop.
    private func shared(_ key: String, or name: String) -> String? {
        let fallback = home.map { "\($0)/\(name)" }
        guard let contents = FileManager.default.contents(atPath: "\(configuration)/user-dirs.dirs"),
            contents.count <= Self.largestUserFolders
        else { return fallback }
        for line in String(decoding: contents, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == key else { continue }
            let value = parts[1].filter { $0 != "\"" }
            if value.hasPrefix("$HOME") { return home.map { Self.withoutSlash($0 + value.dropFirst(5)) } }
            if value.hasPrefix("/") { return Self.withoutSlash(String(value)) }
        }
        return fallback
    }

    /// A configured folder as an absolute path; nil: it is in the home folder, and there is none.
    func path(_ configured: String) -> String? {
        (configured.hasPrefix("~") ? home.map { $0 + configured.dropFirst() } : configured).map(Self.withoutSlash)
    }

    private static func withoutSlash(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
