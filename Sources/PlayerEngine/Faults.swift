internal import Glibc
internal import Gst
internal import PlayerCore

/// What GStreamer says, in the player's own codes and in sentences for people.
enum Faults {
    static func fault(for error: GstError, uri: String, missing: [String]) -> PlaybackFault {
        let debug = [error.message, error.debug].compactMap { $0 }.joined(separator: " | ")
        return fault(for: SourceFailure(error, uri: uri, missing: missing), debug: debug)
    }

    /// What a local path leads to that is neither a file nor a folder: opening a pipe waits for whoever writes into it.
    static func noFile(at uri: String) -> PlaybackFault? {
        guard let file = LocalFile(uri: uri) else { return nil }
        var status = stat()
        let answer = (file.bytes + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
        }
        guard answer == 0, [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT) else { return nil }
        return PlaybackFault(
            .sourceUnreachable, "\(uri) is a pipe or a device, not a file: save what comes out of it, and play that.")
    }

    static func noStreams(missing: [String]) -> PlaybackFault {
        missing.isEmpty
            ? PlaybackFault(.noStreams, "There is no sound and no picture in it.")
            : fault(for: .missingPlugins(missing), debug: nil)
    }

    private static func fault(for failure: SourceFailure, debug: String?) -> PlaybackFault {
        let code: PlaybackFault.Code =
            switch failure.kind {
            case .notFound: .sourceNotFound
            case .forbidden: .sourceForbidden
            case .unreachable: .sourceUnreachable
            case .interrupted: .sourceInterrupted
            case .containerUnknown: .containerUnknown
            case .containerBroken: .containerBroken
            case .containerMissingPlugin: .containerMissingPlugin
            case .decoderMissing: .decoderMissing
            case .decoderFailed: .decoderFailed
            case .encrypted: .decoderEncrypted
            case .unknown: .unknown
            }
        return PlaybackFault(code, failure.message, debug: debug)
    }
}
