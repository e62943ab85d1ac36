internal import MediaContainers

extension PartFile {
    /// Reads its structure as far as it is written now; what is written later is not seen.
    var reader: ByteReader {
        let source = ByteSource(length: size) { [self] offset, count throws(ProbeError) in
            read(at: offset, count: count)
        }
        return ByteReader(source, limits: .ownFile)
    }
}
