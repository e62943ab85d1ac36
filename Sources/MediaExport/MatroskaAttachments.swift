internal import Gst

/// Files inside a Matroska file (https://www.matroska.org/technical/attachments.html); GStreamer's matroskamux has none.
enum MatroskaAttachments {
    private enum ID {
        static let head: UInt32 = 0x1A45_DFA3
        static let segment: UInt32 = 0x1853_8067
        static let seekHead: UInt32 = 0x114D_9B74
        static let seek: UInt32 = 0x4DBB
        static let seekID: UInt32 = 0x53AB
        static let seekPosition: UInt32 = 0x53AC
        static let attachments: UInt32 = 0x1941_A469
        static let attachedFile: UInt32 = 0x61A7
        static let fileDescription: UInt32 = 0x467E
        static let fileName: UInt32 = 0x466E
        static let fileMediaType: UInt32 = 0x4660
        static let fileData: UInt32 = 0x465C
        static let fileUID: UInt32 = 0x46AE
    }

    /// Puts them at the end, and where they are into the seek head, whose entries are written shorter for that.
    ///
    /// - Returns: false where the file is not as matroskamux makes it; then it stays as it is.
    static func append(_ attachments: [Attachment], to file: PartFile) throws(PartFile.Refusal) -> Bool {
        guard let head = element(file, at: 0, ID.head), let size = head.size else { return false }
        let place = Int64(head.head) + size
        guard let segment = element(file, at: place, ID.segment), segment.head == 12, let length = segment.size,
            case let start = place + 12, start + length == file.size,
            let index = element(file, at: start, ID.seekHead), let indexSize = index.size, indexSize < 4_096
        else { return false }
        let entries = Self.entries(file.read(at: start + Int64(index.head), count: Int(indexSize))[...])
        let made = EBML.element(ID.seekHead, entries + entry(EBML.id(ID.attachments), length))
        guard let rest = EBML.void(index.head + Int(indexSize) - made.count) else { return false }
        let content = EBML.element(ID.attachments, attachments.flatMap(attachedFile))
        try file.write(content, at: start + length)
        try file.write(EBML.size(Int(length) + content.count), at: place + 4)
        try file.write(made + rest, at: start)
        return true
    }

    private static func element(_ file: PartFile, at offset: Int64, _ id: UInt32) -> EBML.Element? {
        let element = EBML.element(file.read(at: offset, count: 12)[...])
        return element?.id == id ? element : nil
    }

    /// The entries of a seek head, as short as they can be.
    private static func entries(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        children(of: bytes).filter { $0.id == ID.seek }.flatMap { seek -> [UInt8] in
            let parts = children(of: seek.content)
            guard let id = parts.first(where: { $0.id == ID.seekID })?.content,
                let position = parts.first(where: { $0.id == ID.seekPosition })?.content
            else { return [] }
            return entry(Array(id), position.reduce(0) { $0 << 8 | Int64($1) })
        }
    }

    private static func children(of bytes: ArraySlice<UInt8>) -> [(id: UInt32, content: ArraySlice<UInt8>)] {
        var children: [(UInt32, ArraySlice<UInt8>)] = []
        var rest = bytes
        while let element = EBML.element(rest), let size = element.size, rest.count >= element.head + Int(size) {
            children.append((element.id, rest.dropFirst(element.head).prefix(Int(size))))
            rest = rest.dropFirst(element.head + Int(size))
        }
        return children
    }

    /// - Parameter position: from the beginning of the segment's content.
    private static func entry(_ id: [UInt8], _ position: Int64) -> [UInt8] {
        EBML.element(ID.seek, EBML.element(ID.seekID, id) + number(ID.seekPosition, UInt64(clamping: position)))
    }

    private static func attachedFile(_ attachment: Attachment) -> [UInt8] {
        let description = attachment.description.map { EBML.element(ID.fileDescription, Array($0.utf8)) } ?? []
        return EBML.element(
            ID.attachedFile,
            description + EBML.element(ID.fileName, Array(attachment.name.utf8))
                + EBML.element(ID.fileMediaType, Array(attachment.mediaType.utf8))
                + EBML.element(ID.fileData, attachment.bytes) + number(ID.fileUID, .random(in: 1 ... .max)))
    }

    private static func number(_ id: UInt32, _ value: UInt64) -> [UInt8] {
        EBML.element(id, withUnsafeBytes(of: value.bigEndian) { Array($0) })
    }
}
