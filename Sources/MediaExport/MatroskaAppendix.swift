internal import MediaContainers

/// Elements at the end of a Matroska file that matroskamux wrote.
enum MatroskaAppendix {
    /// Appends an element to the file and adds its position to the seek head, whose entries are shortened to make room. An
    /// entry for an element of this kind is replaced, and the element becomes void.
    ///
    /// - Returns: false if the file does not have the structure that matroskamux writes; it is not changed then.
    static func append(_ content: [UInt8], of id: UInt64, to file: PartFile) throws(PartFile.Refusal) -> Bool {
        let ebml = EBMLReader(file.reader)
        guard let place = element(ebml, at: 0, MatroskaID.ebml)?.end,
            let segment = element(ebml, at: place, MatroskaID.segment), segment.start == place + 12,
            let length = segment.size, segment.start + length == file.size,
            let index = element(ebml, at: segment.start, MatroskaID.seekHead), let indexEnd = index.end,
            indexEnd - index.start < 4_096
        else { return false }
        let start = segment.start
        var seekHead = MatroskaSeekHead()
        // The entries before a broken one are used.
        try? seekHead.read(index, until: nil, origin: start, ebml)
        let others = seekHead.entries.filter { $0.id != id }.flatMap { entry(EBMLWriter.id($0.id), $0.offset - start) }
        let made = EBMLWriter.element(MatroskaID.seekHead, others + entry(EBMLWriter.id(id), length))
        guard let rest = EBMLWriter.void(Int(indexEnd - start) - made.count) else { return false }
        var voids: [(offset: Int64, bytes: [UInt8])] = []
        for old in seekHead.entries where old.id == id {
            guard let end = element(ebml, at: old.offset, id)?.end, end - old.offset < 1 << 24,
                let void = EBMLWriter.void(Int(end - old.offset))
            else { return false }
            voids.append((old.offset, void))
        }
        try file.write(content, at: start + length)
        try file.write(EBMLWriter.size(Int(length) + content.count), at: place + 4)
        try file.write(made + rest, at: start)
        for void in voids { try file.write(void.bytes, at: void.offset) }
        return true
    }

    /// A whole element with a number.
    static func number(_ id: UInt64, _ value: UInt64) -> [UInt8] {
        EBMLWriter.element(id, withUnsafeBytes(of: value.bigEndian) { Array($0) })
    }

    private static func element(_ ebml: EBMLReader, at offset: Int64, _ id: UInt64) -> EBMLElement? {
        let element = try? ebml.element(at: offset)
        return element?.id == id ? element : nil
    }

    /// - Parameter position: the offset from the start of the segment's content.
    private static func entry(_ id: [UInt8], _ position: Int64) -> [UInt8] {
        EBMLWriter.element(
            MatroskaID.seek,
            EBMLWriter.element(MatroskaID.seekID, id) + number(MatroskaID.seekPosition, UInt64(clamping: position)))
    }
}
