/// A file of subtitles beside a local item, or one that a client added.
public struct SubtitleSidecar: Hashable, Sendable {
    /// How a file writes its lines down, by the ending of its name.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case subRip = "srt"
        case ass
        case ssa
        case webVTT = "vtt"
        /// MicroDVD, SubViewer or MPL2.
        case text = "sub"
        /// Pictures in a `.sub`, with their times in an `.idx` of the same name.
        case vobSub = "idx"

        /// As people call it.
        public var name: String {
            switch self {
            case .subRip: "SubRip"
            case .ass: "ASS"
            case .ssa: "SSA"
            case .webVTT: "WebVTT"
            case .text: "text"
            case .vobSub: "VobSub"
            }
        }
    }

    /// Of the file; of VobSub that of the index.
    public var uri: String
    /// BCP 47, `und` where the name does not tell.
    public var language: String
    /// What else its name says.
    public var title: String?
    public var traits: TrackTraits
    public var format: Format

    public init(
        uri: String, language: String = "und", title: String? = nil, traits: TrackTraits = [], format: Format
    ) {
        self.uri = uri
        self.language = language
        self.title = title
        self.traits = traits
        self.format = format
    }
}
