internal import MediaContainers

extension PartFile {
    /// Reads the data that is in the file now; later writes are not visible.
    var reader: ByteReader {
        let source = ByteSource(length: size) { [self] offset, count throws(ProbeError) in
            read(at: offset, count: count)
        }
        return ByteReader(source, limits: .ownFile)
    }
}
