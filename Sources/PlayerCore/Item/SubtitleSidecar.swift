/// A subtitle file beside a local item, or one that a client added.
public struct SubtitleSidecar: Hashable, Sendable {
    /// The format of a subtitle file, by the extension of its name.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case subRip = "srt"
        case ass
        case ssa
        case webVTT = "vtt"
        /// MicroDVD, SubViewer or MPL2.
        case text = "sub"
        /// Pictures in a `.sub` file, with their times in an `.idx` file of the same name.
        case vobSub = "idx"

        /// The human-readable name.
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

    /// The URI of the file; for VobSub that of the index.
    public var uri: String
    /// BCP 47, `und` if the name does not contain it.
    public var language: String
    /// The rest of its name.
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
