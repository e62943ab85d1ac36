internal import CGStreamer
internal import Glibc

/// A kind of local file whose pieces can be written into another one as they are.
public enum StoredContainer: Hashable, Sendable {
    case mp4, matroska

    /// - Returns: what the first bytes of a local file say; nil for every other one.
    public init?(uri: String) {
        guard let path = g_filename_from_uri(uri, nil, nil) else { return nil }
        defer { g_free(path) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 8)
        guard pread(descriptor, &head, head.count, 0) == head.count else { return nil }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .matroska
        } else if head[4...].elementsEqual("ftyp".utf8) {
            self = .mp4
        } else {
            return nil
        }
    }

    var demuxer: String {
        switch self {
        case .mp4: "qtdemux"
        case .matroska: "matroskademux"
        }
    }
}
