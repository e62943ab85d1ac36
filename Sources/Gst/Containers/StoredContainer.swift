internal import CGStreamer
internal import Glibc

/// A local container format whose packets can be copied to another file unchanged.
public enum StoredContainer: Hashable, Sendable {
    case mp4, matroska

    /// - Returns: the format that the first bytes of a local file show; nil for all other resources.
    public init?(uri: String) {
        guard let head = Self.head(of: uri) else { return nil }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .matroska
        } else if head[4...].elementsEqual("ftyp".utf8) {
            self = .mp4
        } else {
            return nil
        }
    }

    /// Whether a local file is a Flash video.
    static func isFlash(uri: String) -> Bool { head(of: uri)?.starts(with: "FLV".utf8) ?? false }

    /// The first eight bytes of a local file; nil if the file is shorter or not local.
    private static func head(of uri: String) -> [UInt8]? {
        guard let path = g_filename_from_uri(uri, nil, nil) else { return nil }
        defer { g_free(path) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 8)
        return pread(descriptor, &head, head.count, 0) == head.count ? head : nil
    }

    var demuxer: String {
        switch self {
        case .mp4: "qtdemux"
        case .matroska: "matroskademux"
        }
    }
}
