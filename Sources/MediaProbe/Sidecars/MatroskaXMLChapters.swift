/// Reads Matroska's chapters as XML, as mkvextract writes and mkvmerge reads them (matroska.org, "Chapters";
/// mkvtoolnix's matroskachapters.dtd). The default edition is used, as in the container itself.
enum MatroskaXMLChapters {
    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        // The text is UTF-8 now, whatever its first line states about the file.
        var content = text.text.drop { $0.isWhitespace }
        if content.hasPrefix("<?xml"), let end = content.firstRange(of: "?>") { content = content[end.upperBound...] }
        if let refusal = refusal(content) {
            notes.note(refusal)
            return
        }
        notes = MatroskaXMLReader.read(content, notes)
    }

    /// In bytes. Tags of chapters have at most one short attribute.
    private static let longestTag = 1_024

    /// Why the text is refused: chapters need no instructions, declarations or long tags, and entities can be abused
    /// (each made of many of the one before). The characters are refused anywhere, even in a comment.
    private static func refusal(_ text: Substring) -> String? {
        var declares = false
        var rest = text.utf8[...]
        while let opening = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[rest.index(after: opening)...]
            if rest.first == UInt8(ascii: "?") { return "it has an instruction for a program ('<?')" }
            guard rest.first == UInt8(ascii: "!") else {
                let tag = rest.prefix(longestTag + 1).prefix { $0 != UInt8(ascii: ">") }
                guard tag.count <= longestTag else { return "it has a tag of more than \(longestTag) bytes" }
                continue
            }
            rest = rest.dropFirst()
            if rest.starts(with: "ENTITY".utf8) { return "it declares entities of its own" }
            if rest.starts(with: "DOCTYPE".utf8) {
                let name = rest.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
                declares = declares || name.contains(UInt8(ascii: "["))
            } else if !rest.starts(with: "--".utf8), !rest.starts(with: "[CDATA[".utf8) {
                declares = true
            }
        }
        return declares ? "it declares elements of its own" : nil
    }
}
