internal import MediaContainers

/// The kinds of sidecars, in order of precedence.
///
/// Those for segments come after those for chapters, in the contract's order.
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
    case edl = ".edl"
    case comskip = ".txt"
    case sponsorBlock = ".sponsorblock.json"
    case jellyfin = ".segments.json"

    /// The suffix after the item's name.
    var suffix: String { rawValue }

    /// Whether it is meant for segments; its chapters are used only if no other sidecar has any.
    var isForSegments: Bool {
        switch self {
        case .edl, .comskip, .sponsorBlock, .jellyfin: true
        default: false
        }
    }

    /// The ``Chapter/source`` of its chapters and the ``SegmentProposal/source`` of its segments.
    var source: String {
        switch self {
        case .description: "mediad"
        case .matroskaXML: "xml"
        case .podcast: "json"
        case .webVTT, .subtitles: "vtt"
        case .ffmetadata: "ffmetadata"
        case .text, .ogm: "ogm"
        case .cueSheet: "cue"
        case .edl: "edl"
        case .comskip: "comskip"
        case .sponsorBlock: "sponsorblock"
        case .jellyfin: "jellyfin"
        }
    }

    /// Reads a file of any kind but ``description``.
    func read(_ text: SidecarText, into notes: inout SidecarNotes) {
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
        case .edl: EDLSegments.read(text, into: &notes)
        case .comskip: ComskipSegments.read(text, into: &notes)
        case .sponsorBlock: SponsorBlockSegments.read(text, into: &notes)
        case .jellyfin: JellyfinSegments.read(text, into: &notes)
        }
    }
}
