/// A kind of file that can be written, known by the end of its name.
enum FileFormat: Hashable, Sendable {
    case mp4, matroska, webm, ogg, mp3, flac, wav

    /// - Returns: nil for a name whose end says nothing.
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

    /// For a sentence.
    static let known = ".mkv, .mp4, .webm, .mka, .m4a, .mp3, .flac, .opus, .ogg or .wav"

    /// What follows the last dot of the name, in small letters.
    static func ending(of path: String) -> String {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[dot...].dropFirst().lowercased()
    }

    /// Whether such a name is for sound alone.
    static func isForSound(_ path: String) -> Bool {
        ["m4a", "m4b", "mka", "oga", "opus", "mp3", "flac", "wav", "ogg"].contains(ending(of: path))
    }

    /// For a sentence.
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

    /// What puts streams together; nil where the last part of the only stream's chain does.
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
    var holdsOneStream: Bool { muxer == nil }
}
