internal import PlayerCore

/// Cue sheets, as files and as tags have them.
enum CueSheet {
    static func chapters(_ text: String) -> [Chapter] { [] }
}
