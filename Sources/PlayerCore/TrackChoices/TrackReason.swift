/// Why a track plays, or why no subtitles are shown.
public enum TrackReason: String, Hashable, Sendable, CaseIterable {
    case chosen
    case series
    case language
    case fileDefault
    case original
    case first
    case only

    case always
    case foreign
    case forced
    case unknownLanguage
    case namesake

    case none
    case never
    case ownLanguage
    case noLanguages
    case unknownSound
    case noneFits
    case onlyForced

    case kept
    case unreadable

    /// The reason for people, as a sentence.
    public var sentence: String {
        switch self {
        case .chosen: "You selected it for this item."
        case .series: "It was chosen for this series before."
        case .language: "It is in the first of your languages that this item has."
        case .fileDefault: "The file marks it as the default."
        case .original: "It is in the original language."
        case .first: "It is the first that is not for something special."
        case .only: "It is the only one."
        case .always: "Subtitles are always shown (subtitles-when)."
        case .foreign: "The sound is in none of your languages."
        case .forced: "It is marked as forced: what has to be understood in any case."
        case .unknownLanguage: "Subtitles are wanted, and none says that it is in one of your languages."
        case .namesake: "The file has the name of this item, and the sound does not say its language."
        case .none: "There are none."
        case .never: "Subtitles are never shown by themselves (subtitles-when)."
        case .ownLanguage: "The sound is in one of your languages."
        case .noLanguages: "You have set no languages, and the file marks none as the default."
        case .unknownSound: "The sound does not say its language."
        case .noneFits: "There are none in your languages."
        case .kept: "It stays as it was when you selected the sound."
        case .unreadable: "The subtitles that were selected cannot be read."
        case .onlyForced: "Only forced subtitles are shown (subtitles-when), and there are none."
        }
    }
}
