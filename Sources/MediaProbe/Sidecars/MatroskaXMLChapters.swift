internal import FoundationEssentials
internal import FoundationXML
internal import PlayerCore

/// Matroska's chapters as XML, as mkvextract writes and mkvmerge reads them (matroska.org, "Chapters"; mkvtoolnix's
/// matroskachapters.dtd). The default edition counts, as in the container itself.
enum MatroskaXMLChapters {
    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        // Entities have no use in chapters, and an abuse (each made of many of the one before).
        guard !text.text.contains("<!ENTITY") else {
            notes.note("it declares entities of its own")
            return
        }
        // The text is UTF-8 by now, whatever its first line says of the file.
        var content = text.text.drop { $0.isWhitespace }
        if content.hasPrefix("<?xml"), let end = content.firstRange(of: "?>") { content = content[end.upperBound...] }
        let parser = XMLParser(data: Data(content.utf8))
        parser.shouldResolveExternalEntities = false
        parser.externalEntityResolvingPolicy = .never
        parser.shouldProcessNamespaces = false
        let reader = MatroskaXMLReader(notes)
        parser.delegate = reader
        // It calls what has broken entities or tags a success too.
        let isWhole = parser.parse() && parser.parserError == nil
        parser.delegate = nil
        notes = reader.finished(isWhole: isWhole, line: parser.lineNumber)
    }
}
