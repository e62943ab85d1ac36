extension Configuration.Playlists {
    /// The folders as absolute paths. If none are configured, the default folders below the user's music and mediad's
    /// data.
    ///
    /// Reads a small file, so it must not be called on an event loop.
    func paths(environment: [String: String]) -> [String] {
        let user = UserFolders(environment: environment)
        guard folders.isEmpty else { return folders.compactMap(user.path) }
        return [user.music.map { "\($0)/Playlists" }, user.data.map { "\($0)/mediad/playlists" }].compactMap(\.self)
    }
}
