/// The files beside an item that say something about it, in the order in which they count.
///
/// The sidecars of segments belong here too, behind the chapters: `.edl` (Kodi), `.txt` (comskip, by its header),
/// `.sponsorblock.json`, `.segments.json` (Jellyfin).
enum SidecarKind: String, CaseIterable {
    case description = ".mediad.json"
    case matroskaXML = ".chapters.xml"
    case podcast = ".chapters.json"
    case webVTT = ".chapters.vtt"
    case subtitles = ".vtt"
    case ffmetadata = ".ffmetadata"
    case text = ".chapters.txt"
    case ogm = ".ogm.txt"
    case cueSheet = ".cue"

    /// What stands behind the item's name.
    var suffix: String { rawValue }

    /// The ``Chapter/source`` of its chapters.
    var source: String {
        switch self {
        case .description: "mediad"
        case .matroskaXML: "xml"
        case .podcast: "json"
        case .webVTT, .subtitles: "vtt"
        case .ffmetadata: "ffmetadata"
        case .text, .ogm: "ogm"
        case .cueSheet: "cue"
        }
    }

    /// Reads one of its files, all but ``description``.
    func readChapters(_ text: SidecarText, into notes: inout SidecarNotes) {
        switch self {
        case .description: break
        case .matroskaXML: MatroskaXMLChapters.read(text, into: &notes)
        case .podcast: PodcastChapters.read(text, into: &notes)
        case .webVTT: WebVTTChapters.read(text, isNamedSo: true, into: &notes)
        case .subtitles: WebVTTChapters.read(text, isNamedSo: false, into: &notes)
        case .ffmetadata: FFMetadataChapters.read(text, into: &notes)
        case .text, .ogm: OGMChapters.read(text, into: &notes)
        case .cueSheet:
            notes.take(CueSheet.chapters(text.text, item: notes.item, limits: notes.limits))
            if notes.chapters.isEmpty { notes.note("it has no tracks") }
            notes.sort()
        }
    }
}
