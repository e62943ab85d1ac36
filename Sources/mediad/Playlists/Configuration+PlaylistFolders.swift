internal import FoundationEssentials

extension Configuration.Playlists {
    /// Bytes of the file that contains the locations of the user's folders.
    private static let largestUserFolders = 64 << 10

    /// The folders as absolute paths. If none are configured, the default folders below the user's music and mediad's
    /// data.
    ///
    /// Reads a small file, so it must not be called on an event loop.
    func paths(environment: [String: String]) -> [String] {
        let user = UserFolders(environment: environment)
        let home = user.home
        guard folders.isEmpty else {
            return folders.compactMap { folder in
                folder.hasPrefix("~") ? home.map { $0 + folder.dropFirst() } : folder
            }.map(Self.withoutSlash)
        }
        return [
            Self.music(user).map { "\($0)/Playlists" }, user.data.map { "\($0)/mediad/playlists" },
        ].compactMap(\.self)
    }

    /// The user's music folder according to xdg-user-dirs (`user-dirs.dirs(5)`), else `Music` in the home folder.
    private static func music(_ user: UserFolders) -> String? {
        let home = user.home
        let fallback = home.map { "\($0)/Music" }
        guard let contents = FileManager.default.contents(atPath: "\(user.configuration)/user-dirs.dirs"),
            contents.count <= largestUserFolders
        else { return fallback }
        for line in String(decoding: contents, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "XDG_MUSIC_DIR" else { continue }
            let value = parts[1].filter { $0 != "\"" }
            if value.hasPrefix("$HOME") { return home.map { withoutSlash($0 + value.dropFirst(5)) } }
            if value.hasPrefix("/") { return withoutSlash(value) }
        }
        return fallback
    }

    private static func withoutSlash(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
