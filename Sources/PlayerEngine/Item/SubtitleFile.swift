internal import FoundationEssentials

/// Which subtitle addresses are text files on disk.
enum SubtitleFile {
    private static let suffixes: Set = ["srt", "vtt", "sub", "txt", "smi"]

    /// The path behind a `file:` URI whose name says that it is text; nil for all else.
    static func path(of uri: String) -> String? {
        guard let url = URL(string: uri), url.isFileURL, suffixes.contains(url.pathExtension.lowercased()) else {
            return nil
        }
        return url.path
    }
}
