/// Which files of a folder are meant when the folder is.
enum MediaExtensions {
    private static let known: Set<String> = [
        "3g2", "3gp", "aac", "ac3", "aif", "aiff", "amr", "ape", "asf", "au", "avi", "divx", "dts", "dv", "eac3", "f4v",
        "flac", "flv", "m2ts", "m2v", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpc", "mpeg",
        "mpg", "mts", "mxf", "nut", "oga", "ogg", "ogm", "ogv", "ogx", "opus", "rm", "rmvb", "spx", "tak", "tta", "ts",
        "vob", "wav", "webm", "wma", "wmv", "wv",
    ]

    /// - Parameter fileExtension: in lower case.
    static func contains(_ fileExtension: String) -> Bool { known.contains(fileExtension) }
}
