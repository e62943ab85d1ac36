internal import Gst
internal import MediaContainers

/// Writes attachments to a Matroska file (https://www.matroska.org/technical/attachments.html), which GStreamer's
/// matroskamux does not support.
enum MatroskaAttachmentWriter {
    /// Appends the attachments to the file.
    ///
    /// - Returns: false if the file does not have the structure that matroskamux writes; it is not changed then.
    static func append(_ attachments: [Attachment], to file: PartFile) throws(PartFile.Refusal) -> Bool {
        let content = EBMLWriter.element(MatroskaID.attachments, attachments.flatMap(attachedFile))
        return try MatroskaAppendix.append(content, of: MatroskaID.attachments, to: file)
    }

    private static func attachedFile(_ attachment: Attachment) -> [UInt8] {
        let description =
            attachment.description.map { EBMLWriter.element(MatroskaID.fileDescription, Array($0.utf8)) } ?? []
        return EBMLWriter.element(
            MatroskaID.attachedFile,
            description + EBMLWriter.element(MatroskaID.fileName, Array(attachment.name.utf8))
                + EBMLWriter.element(MatroskaID.fileMediaType, Array(attachment.mediaType.utf8))
                + EBMLWriter.element(MatroskaID.fileData, attachment.bytes)
                + MatroskaAppendix.number(MatroskaID.fileUID, .random(in: 1 ... .max)))
    }
}
