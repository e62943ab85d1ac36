/// Where mpv keeps the positions to go on from.
struct WatchLaterPlaces {
    /// The folders in which it may be, those of newer versions first.
    let folders: [LocalPath]

    /// - Parameter variable: what the environment has under a name.
    init(variable: (String) -> [UInt8]?) {
        let home = Self.folder(variable("HOME"))
        // The XDG Base Directory Specification has relative values ignored.
        let bases = [
            Self.folder(variable("XDG_STATE_HOME")), home.map { LocalPath(".local/state", in: $0) },
            Self.folder(variable("XDG_CONFIG_HOME")), home.map { LocalPath(".config", in: $0) },
        ]
        var folders: [LocalPath] = []
        for base in bases.compactMap({ $0 }) {
            let folder = LocalPath("mpv/watch_later", in: base)
            if !folders.contains(folder) { folders.append(folder) }
        }
        self.folders = folders
    }

    /// The first that is there.
    var existing: LocalPath? { folders.first { $0.kind == .directory } }

    private static func folder(_ path: [UInt8]?) -> LocalPath? {
        path.flatMap { $0.first == UInt8(ascii: "/") ? LocalPath($0) : nil }
    }
}
