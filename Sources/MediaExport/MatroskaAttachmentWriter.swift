internal import Gst
internal import MediaContainers

/// Writes attachments to a Matroska file (https://www.matroska.org/technical/attachments.html), which GStreamer's
/// matroskamux does not support.
enum MatroskaAttachmentWriter {
    /// Appends the attachments to the file and adds their position to the seek head, whose entries are shortened to
    /// make room.
    ///
    /// - Returns: false if the file does not have the structure that matroskamux writes; it is not changed then.
    static func append(_ attachments: [Attachment], to file: PartFile) throws(PartFile.Refusal) -> Bool {
        let ebml = EBMLReader(file.reader)
        guard let place = element(ebml, at: 0, MatroskaID.ebml)?.end,
            let segment = element(ebml, at: place, MatroskaID.segment), segment.start == place + 12,
            let length = segment.size, segment.start + length == file.size,
            let index = element(ebml, at: segment.start, MatroskaID.seekHead), let indexEnd = index.end,
            indexEnd - index.start < 4_096
        else { return false }
        let start = segment.start
        let entries = entries(of: index, origin: start, ebml)
        let made = EBMLWriter.element(
            MatroskaID.seekHead, entries + entry(EBMLWriter.id(MatroskaID.attachments), length))
        guard let rest = EBMLWriter.void(Int(indexEnd - start) - made.count) else { return false }
        let content = EBMLWriter.element(MatroskaID.attachments, attachments.flatMap(attachedFile))
        try file.write(content, at: start + length)
        try file.write(EBMLWriter.size(Int(length) + content.count), at: place + 4)
        try file.write(made + rest, at: start)
        return true
    }

    private static func element(_ ebml: EBMLReader, at offset: Int64, _ id: UInt64) -> EBMLElement? {
        let element = try? ebml.element(at: offset)
        return element?.id == id ? element : nil
    }

    /// The entries of a seek head in their shortest form.
    private static func entries(of element: EBMLElement, origin: Int64, _ ebml: EBMLReader) -> [UInt8] {
        var seekHead = MatroskaSeekHead()
        // The entries before a broken one are used.
        try? seekHead.read(element, until: nil, origin: origin, ebml)
        return seekHead.entries.flatMap { entry(EBMLWriter.id($0.id), $0.offset - origin) }
    }

    /// - Parameter position: the offset from the start of the segment's content.
    private static func entry(_ id: [UInt8], _ position: Int64) -> [UInt8] {
        EBMLWriter.element(
            MatroskaID.seek,
            EBMLWriter.element(MatroskaID.seekID, id) + number(MatroskaID.seekPosition, UInt64(clamping: position)))
    }

    private static func attachedFile(_ attachment: Attachment) -> [UInt8] {
        let description =
            attachment.description.map { EBMLWriter.element(MatroskaID.fileDescription, Array($0.utf8)) } ?? []
        return EBMLWriter.element(
            MatroskaID.attachedFile,
            description + EBMLWriter.element(MatroskaID.fileName, Array(attachment.name.utf8))
                + EBMLWriter.element(MatroskaID.fileMediaType, Array(attachment.mediaType.utf8))
                + EBMLWriter.element(MatroskaID.fileData, attachment.bytes)
                + number(MatroskaID.fileUID, .random(in: 1 ... .max)))
    }

    private static func number(_ id: UInt64, _ value: UInt64) -> [UInt8] {
        EBMLWriter.element(id, withUnsafeBytes(of: value.bigEndian) { Array($0) })
    }
}
