internal import Dispatch
internal import FoundationEssentials
internal import FoundationXML
internal import MediaContainers
internal import PlayerCore

/// Takes the elements of Matroska's chapter XML as the parser meets them. A class because the parser wants one.
final class MatroskaXMLReader: XMLParserDelegate {
    private struct Edition {
        var isDefault = false
        var isHidden = false
        var chapters: [Chapter] = []
    }

    /// A ChapterAtom that is open.
    private struct Atom {
        var line: Int
        var start: MediaTime?
        var chapter: Chapter
        /// Of the list it stands in: an outer chapter is known only when the inner ones are.
        var index: Int
    }

    private struct Display {
        var text = ""
        var legacy: [String] = []
        var tags: [String] = []
    }

    /// A file with more of them is not read on.
    private static let mostErrors = 20

    private var notes: SidecarNotes
    private var editions: [Edition] = []
    private var atoms: [Atom] = []
    private var display: Display?
    /// The names of the elements that are open.
    private var path: [String] = []
    private var text = ""
    private var elements = 0
    private var errors = 0
    /// Why reading was given up.
    private var refusal: String?
    private let deadline: UInt64

    init(_ notes: SidecarNotes) {
        self.notes = notes
        deadline = DispatchTime.now().uptimeNanoseconds + UInt64(max(0, notes.limits.seconds) * 1e9)
    }

    /// What was found; of a file that breaks off, what stands before.
    func finished(isWhole: Bool, line: Int) -> SidecarNotes {
        if let refusal {
            notes.note(refusal)
        } else if !isWhole {
            notes.note("it is not well-formed XML from here on", line: max(1, line))
        } else if editions.isEmpty {
            notes.note("it has no EditionEntry")
        }
        let edition = editions.first(where: \.isDefault) ?? editions.first { !$0.isHidden } ?? editions.first
        notes.take(edition?.chapters ?? [])
        notes.sort()
        return notes
    }

    /// The parser goes on behind an error, shows none of what it finds there, and never frees what it says of it: without an
    /// end here, a sidecar of 8 MiB takes ten seconds and 500 MB for good.
    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        errors += 1
        if errors >= Self.mostErrors { parser.abortParsing() }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements += 1
        path.append(name)
        text = ""
        guard path.count <= 2 * notes.limits.depth else { return refuse("it is nested too deeply", parser) }
        guard elements <= notes.limits.elements else {
            return refuse("it has more than \(notes.limits.elements) elements", parser)
        }
        if elements % 256 == 0, DispatchTime.now().uptimeNanoseconds > deadline {
            return refuse("reading it takes longer than \(notes.limits.seconds) seconds", parser)
        }
        switch name {
        case "EditionEntry" where atoms.isEmpty: editions.append(Edition())
        case "ChapterAtom" where !editions.isEmpty:
            atoms.append(
                Atom(
                    line: parser.lineNumber, chapter: Chapter(start: .zero, level: UInt32(clamping: atoms.count)),
                    index: editions[editions.count - 1].chapters.count))
        case "ChapterDisplay" where !atoms.isEmpty: display = Display()
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if text.utf8.count <= notes.limits.text { text += string }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        if text.utf8.count <= notes.limits.text { text += String(decoding: block, as: UTF8.self) }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        defer { text = "" }
        if path.last == name { path.removeLast() }
        guard !editions.isEmpty else { return }
        if display != nil {
            endInDisplay(name)
        } else if !atoms.isEmpty {
            endInAtom(name, line: parser.lineNumber)
        } else if name == "EditionFlagDefault" {
            editions[editions.count - 1].isDefault = value == "1"
        } else if name == "EditionFlagHidden" {
            editions[editions.count - 1].isHidden = value == "1"
        }
    }

    private func endInDisplay(_ name: String) {
        switch name {
        case "ChapterString": display?.text = text
        case "ChapterLanguage": display?.legacy.append(value)
        case "ChapLanguageIETF": display?.tags.append(value)
        case "ChapterDisplay":
            guard let ended = display, !atoms.isEmpty else { return }
            display = nil
            // The newer element counts alone (RFC 9559, ChapLanguageBCP47); English is the older one's default.
            let legacy = (ended.legacy.isEmpty ? ["eng"] : ended.legacy).map { LanguageCode.bcp47($0) }
            guard let title = notes.text(ended.text) else { return }
            let room = DescriptionLimits.languages - atoms[atoms.count - 1].chapter.titles.count
            atoms[atoms.count - 1].chapter.titles += (ended.tags.isEmpty ? legacy : ended.tags).prefix(max(0, room))
                .filter { $0.utf8.count <= LanguageMatching.longest }
                .map { ChapterTitle(title, language: $0.isEmpty ? "und" : $0) }
        default: break
        }
    }

    private func endInAtom(_ name: String, line: Int) {
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
        case "ChapterAtom": close(atoms.removeLast())
        default: break
        }
    }

    private func close(_ atom: Atom) {
        guard let start = atom.start else {
            notes.note("the chapter has no start", line: atom.line)
            return
        }
        let edition = editions.count - 1
        guard editions[edition].chapters.count <= notes.limits.chapters else { return }
        var chapter = atom.chapter
        chapter.start = start
        if let end = chapter.end, end < start { chapter.end = nil }
        // Behind those inside of it in the file, before them in the list.
        editions[edition].chapters.insert(chapter, at: min(atom.index, editions[edition].chapters.count))
    }

    private func refuse(_ sentence: String, _ parser: XMLParser) {
        if refusal == nil { refusal = sentence }
        parser.abortParsing()
    }

    private var value: String { SidecarText.clean(text, limit: notes.limits.text) ?? "" }

    /// ChapterSkipType (matroska.org, "Chapters").
    private static let kinds = [
        "0": Chapter.content, "1": "opening-credits", "2": "closing-credits", "3": "recap", "4": "next-preview",
        "5": "preview", "6": "advertisement", "7": "intermission",
    ]
}
