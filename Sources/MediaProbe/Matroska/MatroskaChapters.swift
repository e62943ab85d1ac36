internal import MediaContainers
internal import PlayerCore

/// The Chapters element: editions and nested chapters (RFC 9559 sections 5.1.7 and 20).
struct MatroskaChapters {
    /// An edition: one way to divide the item.
    struct Edition {
        var isHidden = false
        var isDefault = false
        /// Whether its chapters are played in stored order, whatever their times are.
        var isOrdered = false
        var atoms: [Atom] = []
    }

    /// A chapter with its inner chapters.
    struct Atom {
        var uid: UInt64?
        var stringUID: String?
        var start: UInt64?
        var end: UInt64?
        var isHidden: Bool?
        var isEnabled: Bool?
        var skipType: UInt64?
        /// The Segment to play instead, in another file.
        var segment: [UInt8]?
        var titles: [ChapterTitle] = []
        var inner: [Atom] = []
    }

    /// The maximum number of titles of one chapter; more is damage.
    private static let mostTitles = 256

    /// In stored order.
    private(set) var editions: [Edition] = []

    /// The first edition that is default and not hidden, or else the first that is not hidden; if all are hidden, the
    /// first default one, or else the first (RFC 9559 section 20.1.2, draft-ietf-cellar-control).
    var defaultEdition: Edition? {
        editions.first { $0.isDefault && !$0.isHidden } ?? editions.first { !$0.isHidden }
            ?? editions.first { $0.isDefault } ?? editions.first
    }

    /// Reads one Chapters element; what was read before an error is kept.
    mutating func read(_ element: EBMLElement, until end: Int64?, _ ebml: EBMLReader) throws(ProbeError) {
        try ebml.children(of: element, until: end) { child throws(ProbeError) in
            if child.id == MatroskaID.editionEntry { try readEdition(child, ebml) }
        }
    }

    /// Returns the default edition's chapters: sorted by start, outer before inner; those of an ordered edition in
    /// stored order.
    ///
    /// Times are those of the file: no timeline is built for an ordered edition.
    ///
    /// - Parameter segment: this Segment's UUID, to recognise chapters in other files, which are left out.
    func chapters(segment: [UInt8]?, _ ebml: EBMLReader) -> [Chapter] {
        guard let edition = defaultEdition else { return [] }
        var list: [Chapter] = []
        // Without a visible edition there is no visible chapter (draft-ietf-cellar-control).
        Flattening(ebml: ebml, segment: segment, isOrdered: edition.isOrdered)
            .append(edition.atoms, to: &list, level: 0, isHidden: edition.isHidden)
        if !edition.isOrdered {
            // This matters only if inner chapters lie outside their outer ones.
            list = list.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
                .map(\.element)
        }
        if list.count > ebml.bytes.limits.chapters {
            ebml.note("Only the first \(ebml.bytes.limits.chapters) of its \(list.count) chapters are kept.")
            list.removeLast(list.count - max(0, ebml.bytes.limits.chapters))
        }
        return list
    }

    private mutating func readEdition(_ element: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) {
        var edition = Edition()
        defer { editions.append(edition) }
        try ebml.children(of: element) { child throws(ProbeError) in
            switch child.id {
            case MatroskaID.editionFlagHidden: edition.isHidden = try ebml.flag(child)
            case MatroskaID.editionFlagDefault: edition.isDefault = try ebml.flag(child)
            case MatroskaID.editionFlagOrdered: edition.isOrdered = try ebml.flag(child)
            case MatroskaID.chapterAtom: try Self.readAtom(child, into: &edition.atoms, ebml)
            default: break
            }
        }
    }

    /// Of elements that may occur once, the first is used, as in libebml.
    private static func readAtom(
        _ element: EBMLElement, into atoms: inout [Atom], _ ebml: EBMLReader
    ) throws(ProbeError) {
        var atom = Atom()
        var isWhole = false
        defer { if isWhole || atom.start != nil || !atom.inner.isEmpty { atoms.append(atom) } }
        try ebml.children(of: element) { child throws(ProbeError) in
            switch child.id {
            case MatroskaID.chapterUID where atom.uid == nil: atom.uid = try ebml.unsigned(child)
            case MatroskaID.chapterStringUID where atom.stringUID == nil: atom.stringUID = try ebml.text(child)
            case MatroskaID.chapterTimeStart where atom.start == nil: atom.start = try ebml.unsigned(child)
            case MatroskaID.chapterTimeEnd where atom.end == nil:
                if child.size != 0 { atom.end = try ebml.unsigned(child) }
            case MatroskaID.chapterFlagHidden where atom.isHidden == nil: atom.isHidden = try ebml.flag(child)
            case MatroskaID.chapterFlagEnabled where atom.isEnabled == nil:
                atom.isEnabled = try ebml.flag(child, default: true)
            case MatroskaID.chapterSkipType where atom.skipType == nil: atom.skipType = try ebml.unsigned(child)
            case MatroskaID.chapterSegmentUUID where atom.segment == nil:
                atom.segment = try ebml.binary(child, atMost: 16)
            case MatroskaID.chapterDisplay where atom.titles.count < mostTitles:
                atom.titles += try MatroskaChapterDisplay(child, ebml).titles
            case MatroskaID.chapterAtom: try readAtom(child, into: &atom.inner, ebml)
            default: break
            }
        }
        isWhole = true
    }
}

/// Flattens nested chapters to a list.
private struct Flattening {
    let ebml: EBMLReader
    let segment: [UInt8]?
    let isOrdered: Bool

    /// - Parameter isHidden: whether the outer chapter or the edition hides these chapters: chapters in a disabled
    ///   chapter are disabled too (draft-ietf-cellar-control), but hidden is a property of each chapter itself (RFC
    ///   9559 section 20.2.5).
    func append(_ atoms: [MatroskaChapters.Atom], to list: inout [Chapter], level: UInt32, isHidden: Bool) {
        let sorted =
            isOrdered
            ? atoms
            : atoms.enumerated().sorted { ($0.element.start ?? 0, $0.offset) < ($1.element.start ?? 0, $1.offset) }
                .map(\.element)
        for atom in sorted {
            if let linked = atom.segment, linked.contains(where: { $0 != 0 }), linked != segment {
                // Its times are those of the other file, and so are the times inside of it.
                ebml.note("Some of its chapters lie in other files (linked segments), and are left out.")
                continue
            }
            let isDisabled = isHidden || atom.isEnabled == false
            if let chapter = chapter(atom, level: level, isHidden: isDisabled || atom.isHidden == true) {
                list.append(chapter)
            }
            append(atom.inner, to: &list, level: level + 1, isHidden: isDisabled)
        }
    }

    private func chapter(_ atom: MatroskaChapters.Atom, level: UInt32, isHidden: Bool) -> Chapter? {
        guard let start = atom.start.flatMap(Int64.init(exactly:)) else {
            ebml.note("A chapter without a start is left out.")
            return nil
        }
        var end = atom.end.flatMap(Int64.init(exactly:))
        if let stored = end, stored < start {
            ebml.note("A chapter ends before it starts: its end is left out.")
            end = nil
        }
        var chapter = Chapter(
            start: MediaTime(nanoseconds: start), end: end.map(MediaTime.init(nanoseconds:)), titles: atom.titles,
            id: id(of: atom), level: level, isHidden: isHidden, source: "matroska")
        chapter.kind = atom.skipType.flatMap(Self.kind)
        return chapter
    }

    private func id(of atom: MatroskaChapters.Atom) -> String? {
        if let uid = atom.uid, uid != 0 { return String(uid) }
        guard let name = atom.stringUID, !name.isEmpty else { return nil }
        return name
    }

    /// ChapterSkipType in the contract's words.
    private static func kind(_ skipType: UInt64) -> String? {
        switch skipType {
        case 0: Chapter.content
        case 1: "opening-credits"
        case 2: "closing-credits"
        case 3: "recap"
        case 4: "next-preview"
        case 5: "preview"
        case 6: "advertisement"
        case 7: "intermission"
        default: nil
        }
    }
}
