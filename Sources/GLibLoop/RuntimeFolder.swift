internal import CGLib

/// The folder for files of the user's session, as GLib and its libraries choose it.
public enum RuntimeFolder {
    /// `$XDG_RUNTIME_DIR`; without it, the user's cache.
    public static var path: String { String(cString: g_get_user_runtime_dir()) }
}
