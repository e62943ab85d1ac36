internal import Gst
internal import PlayerCore

/// Converts GStreamer's errors to the player's codes and to sentences for people.
enum Faults {
    static func fault(for error: GstError, uri: String, missing: [String]) -> PlaybackFault {
        let debug = [error.message, error.debug].compactMap { $0 }.joined(separator: " | ")
        return fault(for: SourceFailure(error, uri: uri, missing: missing), debug: debug)
    }

    /// Opening a pipe waits for its writer.
    static func pipe(_ uri: String) -> PlaybackFault {
        PlaybackFault(
            .sourceUnreachable, "\(uri) is a pipe or a device: save it to a file and play the file.")
    }

    /// A file whose index is at its end, on a server that only sends whole files.
    static func noRanges(_ uri: String, debug: String?) -> PlaybackFault {
        PlaybackFault(
            .sourceUnreachable,
            "\(uri) cannot be played from its server, which does not support byte ranges: download it, and play the file.",
            debug: debug)
    }

    /// A file system that hangs: a network mount whose server is lost, or a failing disk.
    static func noAnswer(_ uri: String) -> PlaybackFault {
        PlaybackFault(
            .sourceUnreachable,
            "The disk or network mount of \(uri) does not respond. Check it, then play the item again.")
    }

    /// A mount on which several files hang: nothing more is opened there until it answers.
    static func deadMount(_ place: String) -> PlaybackFault {
        PlaybackFault(
            .sourceUnreachable,
            "\(place) does not respond: the items on it are skipped. Check the mount, then play them again.",
            isOfMount: true)
    }

    static func noStreams(missing: [String]) -> PlaybackFault {
        missing.isEmpty
            ? PlaybackFault(.noStreams, "The item contains neither audio nor video.")
            : fault(for: .missingPlugins(missing))
    }

    static func fault(for failure: SourceFailure, debug: String? = nil) -> PlaybackFault {
        let code: PlaybackFault.Code =
            switch failure.kind {
            case .notFound: .sourceNotFound
            case .forbidden: .sourceForbidden
            case .unreachable: .sourceUnreachable
            case .interrupted: .sourceInterrupted
            case .tooLarge: .sourceTooLarge
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
