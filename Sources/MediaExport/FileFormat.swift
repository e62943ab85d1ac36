/// A file format that can be written, determined by the extension.
enum FileFormat: Hashable, Sendable {
    case mp4, matroska, webm, ogg, mp3, flac, wav

    /// - Returns: nil if the extension is unknown.
    init?(path: String) {
        switch Self.ending(of: path) {
        case "mp4", "m4v", "m4a", "m4b", "mov": self = .mp4
        case "mkv", "mka": self = .matroska
        case "webm": self = .webm
        case "ogg", "oga", "ogv", "opus": self = .ogg
        case "mp3": self = .mp3
        case "flac": self = .flac
        case "wav": self = .wav
        default: return nil
        }
    }

    /// The extensions for use in a sentence.
    static let known = ".mkv, .mp4, .webm, .mka, .m4a, .mp3, .flac, .opus, .ogg or .wav"

    /// The extension in lower case.
    static func ending(of path: String) -> String {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[dot...].dropFirst().lowercased()
    }

    /// Whether the extension is for audio only.
    static func isForSound(_ path: String) -> Bool {
        ["m4a", "m4b", "mka", "oga", "opus", "mp3", "flac", "wav", "ogg"].contains(ending(of: path))
    }

    /// The name for use in a sentence.
    var name: String {
        switch self {
        case .mp4: "MP4"
        case .matroska: "Matroska"
        case .webm: "WebM"
        case .ogg: "Ogg"
        case .mp3: "MP3"
        case .flac: "FLAC"
        case .wav: "WAV"
        }
    }

    /// The muxer; nil if the last element of the only stream's chain writes the format.
    var muxer: String? {
        switch self {
        case .mp4: "mp4mux"
        case .matroska: "matroskamux"
        case .webm: "webmmux"
        case .ogg: "oggmux"
        case .mp3, .flac, .wav: nil
        }
    }

    var holdsSubtitles: Bool { self == .matroska || self == .mp4 }
    var holdsCovers: Bool { self != .webm && self != .wav }
    var holdsChapters: Bool { self != .wav }
    /// The number of chapters that fit: the lists of MP4 and MP3 count in one byte.
    var mostChapters: Int? { self == .mp4 || self == .mp3 ? 255 : nil }
    var holdsOneStream: Bool { muxer == nil }
}
