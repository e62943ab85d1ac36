/// `[playlists]`.
extension ConfigurationReader {
    mutating func folders(_ table: String, _ key: String, _ fallback: [String]) -> [String] {
        let list = TextList(
            of: "folders", counted: "folders", example: #"["~/Lists"]"#, most: PlaylistFolders.mostFolders)
        return texts(table, key, fallback, list) { folder in
            folder.hasPrefix("/") || folder == "~" || folder.hasPrefix("~/") ? nil : "a folder begins with / or ~/"
        }
    }
}
