#if canImport(Glibc)
    import Glibc
#endif

/// The user's folders, without a slash at the end.
///
/// Relative paths in the environment are ignored, as the XDG Base Directory Specification demands: they would mean other
/// folders wherever mediad is started.
struct UserFolders {
    private let environment: [String: String]

    init(environment: [String: String]) { self.environment = environment }

    /// Nil if `$HOME` is not set or relative.
    var home: String? { absolute("HOME") }

    /// Also without `$HOME`: in the folder that the user database names.
    var configuration: String { absolute("XDG_CONFIG_HOME") ?? "\(home ?? Self.homeOfAccount)/.config" }
    var state: String? { absolute("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" } }
    /// Lasts as long as the user's session.
    var runtime: String? { absolute("XDG_RUNTIME_DIR") }
    var data: String? { absolute("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" } }

    /// Without `$HOME`, it lasts as long as the user's session. A folder that all users share, such as `/tmp`, would let
    /// others choose the pictures; without a session nothing is kept, since nothing exists below `/nonexistent`
    /// (https://www.debian.org/doc/debian-policy/ch-opersys.html, "Non-existent home directories").
    var cache: String {
        absolute("XDG_CACHE_HOME") ?? home.map { "\($0)/.cache" } ?? runtime ?? "/nonexistent"
    }

    private func absolute(_ name: String) -> String? {
        guard var path = environment[name], path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static var homeOfAccount: String {
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "" }
        return String(cString: home)
    }
}
