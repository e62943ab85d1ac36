internal import Dispatch
internal import MediaContainers
internal import PlayerCore

/// Processes the elements of Matroska's chapter XML one after the other.
struct MatroskaXMLReader {
    private struct Edition {
        var isDefault = false
        var isHidden = false
        var chapters: [Chapter] = []
    }

    /// An open ChapterAtom.
    private struct Atom {
        var line: Int
        var start: MediaTime?
        /// Whether it lies in another file.
        var isLinked = false
        var chapter: Chapter
        /// Its index in the list: an outer chapter is complete only after its inner ones.
        var index: Int
    }

    private struct Display {
        var text = ""
        var legacy: [String] = []
        var tags: [String] = []
    }

    private var notes: SidecarNotes
    private var editions: [Edition] = []
    private var atoms: [Atom] = []
    private var display: Display?
    /// The names of the open elements.
    private var path: [String] = []
    private var text = ""
    private var elements = 0
    private var isWhole = true
    /// Why reading was abandoned.
    private var refusal: String?
    private let deadline: UInt64

    private init(_ notes: SidecarNotes) {
        self.notes = notes
        deadline = DispatchTime.now().uptimeNanoseconds + UInt64(max(0, notes.limits.seconds) * 1e9)
    }

    /// Returns what was found; for a truncated file, what precedes the break.
    static func read(_ text: some StringProtocol, _ notes: SidecarNotes) -> SidecarNotes {
        var reader = MatroskaXMLReader(notes)
        var tokens = XMLTokens(Array(text.utf8))
        while reader.refusal == nil, reader.isWhole, let token = tokens.next() {
            guard tokens.isWellFormed else { break }
            switch token {
            case .start(let name, _): reader.start(name, line: tokens.line)
            case .text(let text): reader.take(text)
            case .end(let name): reader.end(name, line: tokens.line)
            }
        }
        let isWhole = tokens.isWellFormed && reader.isWhole && reader.elements > 0 && reader.path.isEmpty
        return reader.finished(isWhole: isWhole, line: tokens.line)
    }

    private mutating func finished(isWhole: Bool, line: Int) -> SidecarNotes {
        if let refusal {
            notes.note(refusal)
        } else if !isWhole {
            notes.note("it is not well-formed XML from here on", line: line)
        } else if editions.isEmpty {
            notes.note("it has no EditionEntry")
        }
        let edition = editions.first(where: \.isDefault) ?? editions.first { !$0.isHidden } ?? editions.first
        notes.take(edition?.chapters ?? [])
        notes.sort()
        return notes
    }

    private mutating func start(_ name: String, line: Int) {
        elements += 1
        path.append(name)
        text = ""
        guard path.count <= 2 * notes.limits.depth else { return refuse("it is nested too deeply") }
        guard elements <= notes.limits.elements else {
            return refuse("it has more than \(notes.limits.elements) elements")
        }
        if elements % 256 == 0, DispatchTime.now().uptimeNanoseconds > deadline {
            return refuse("reading it takes longer than \(notes.limits.seconds) seconds")
        }
        switch name {
        case "EditionEntry" where atoms.isEmpty: editions.append(Edition())
        case "ChapterAtom" where !editions.isEmpty:
            atoms.append(
                Atom(
                    line: line, chapter: Chapter(start: .zero, level: UInt32(clamping: atoms.count)),
                    index: editions[editions.count - 1].chapters.count))
        case "ChapterDisplay" where !atoms.isEmpty: display = Display()
        default: break
        }
    }

    private mutating func take(_ piece: String) {
        if text.utf8.count <= notes.limits.text { text += piece }
    }

    private mutating func end(_ name: String, line: Int) {
        defer { text = "" }
        guard path.popLast() == name else {
            isWhole = false
            return
        }
        guard !editions.isEmpty else { return }
        if display != nil {
            endInDisplay(name)
        } else if !atoms.isEmpty {
            endInAtom(name, line: line)
        } else if name == "EditionFlagDefault" {
            editions[editions.count - 1].isDefault = value == "1"
        } else if name == "EditionFlagHidden" {
            editions[editions.count - 1].isHidden = value == "1"
        }
    }

    private mutating func endInDisplay(_ name: String) {
        let value = value
        switch name {
        case "ChapterString": display?.text = text
        case "ChapterLanguage": display?.legacy.append(value)
        case "ChapLanguageIETF": display?.tags.append(value)
        case "ChapterDisplay":
            guard let ended = display, !atoms.isEmpty else { return }
            display = nil
            // The newer element overrides the older (RFC 9559, ChapLanguageBCP47); English is the default of the older
            // one.
            let legacy = (ended.legacy.isEmpty ? ["eng"] : ended.legacy).map { LanguageCode.bcp47($0) }
            guard let title = notes.text(ended.text) else { return }
            let room = DescriptionLimits.languages - atoms[atoms.count - 1].chapter.titles.count
            atoms[atoms.count - 1].chapter.titles += (ended.tags.isEmpty ? legacy : ended.tags).prefix(max(0, room))
                .filter { $0.utf8.count <= LanguageMatching.longest }
                .map { ChapterTitle(title, language: $0.isEmpty ? "und" : $0) }
        default: break
        }
    }

    private mutating func endInAtom(_ name: String, line: Int) {
        let last = atoms.count - 1
        switch name {
        case "ChapterUID" where atoms[last].chapter.id == nil, "ChapterStringUID":
            atoms[last].chapter.id = notes.text(value)
        case "ChapterTimeStart":
            atoms[last].start = MediaTime(clock: value)
            if atoms[last].start == nil { notes.note("the chapter's start cannot be read", line: line) }
        case "ChapterTimeEnd":
            atoms[last].chapter.end = MediaTime(clock: value)
            if atoms[last].chapter.end == nil { notes.note("the chapter's end cannot be read", line: line) }
        case "ChapterFlagHidden" where value == "1": atoms[last].chapter.isHidden = true
        case "ChapterFlagEnabled" where value == "0": atoms[last].chapter.isHidden = true
        case "ChapterSkipType": atoms[last].chapter.kind = Self.kinds[value]
        case "ChapterSegmentUID", "ChapterSegmentUUID":
            // Zeros are no UID (RFC 9559, ChapterSegmentUUID).
            atoms[last].isLinked = value.contains { $0 != "0" && !$0.isWhitespace }
        case "ChapterAtom": close(atoms.removeLast())
        default: break
        }
    }

    private mutating func close(_ atom: Atom) {
        guard !atom.isLinked else {
            // With its inner chapters: their times are those of the other file, too.
            editions[editions.count - 1].chapters.removeSubrange(atom.index...)
            notes.note("the chapter lies in another file and is left out", line: atom.line)
            return
        }
        guard let start = atom.start else {
            notes.note("the chapter has no start", line: atom.line)
            return
        }
        let edition = editions.count - 1
        guard editions[edition].chapters.count <= notes.limits.chapters else { return }
        var chapter = atom.chapter
        chapter.start = start
        if let end = chapter.end, end < start { chapter.end = nil }
        // After its inner chapters in the file, before them in the list.
        editions[edition].chapters.insert(chapter, at: min(atom.index, editions[edition].chapters.count))
    }

    private mutating func refuse(_ sentence: String) { refusal = sentence }

    private var value: String { SidecarText.clean(text, limit: notes.limits.text) ?? "" }

    /// ChapterSkipType (matroska.org, "Chapters").
    private static let kinds = [
        "0": Chapter.content, "1": "opening-credits", "2": "closing-credits", "3": "recap", "4": "next-preview",
        "5": "preview", "6": "advertisement", "7": "intermission",
    ]
}
