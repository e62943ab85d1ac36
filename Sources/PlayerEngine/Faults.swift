internal import Glibc
internal import Gst
internal import PlayerCore

/// What GStreamer says, in the player's own codes and in sentences for people.
///
/// Codes are those of GstResourceError, GstStreamError and GstCoreError (gsterror.h).
enum Faults {
    static func fault(for error: GstError, uri: String, missing: [String]) -> PlaybackFault {
        let debug = [error.message, error.debug].compactMap { $0 }.joined(separator: " | ")
        func fault(_ code: PlaybackFault.Code, _ message: String) -> PlaybackFault {
            PlaybackFault(code, message, debug: debug)
        }
        if !missing.isEmpty, error.domain != .resource { return missingPlugins(missing, debug: debug) }
        if let status = error.httpStatus, status >= 400 { return http(status, debug: debug) }
        switch (error.domain, error.code) {
        case (.resource, 3):
            return fault(.sourceNotFound, "There is nothing at \(uri): check the path or address.")
        case (.resource, 15):
            return fault(.sourceForbidden, "\(uri) may not be read: check its permissions or your login.")
        case (.resource, 2), (.resource, 4), (.resource, 5), (.resource, 6), (.resource, 7), (.resource, 8):
            return isLocal(uri)
                ? fault(.sourceUnreachable, "\(uri) cannot be opened: check that it is a readable file.")
                : fault(.sourceUnreachable, "\(uri) cannot be reached: check the address and the network.")
        case (.resource, 9):
            return fault(.sourceInterrupted, "Reading \(uri) broke off.")
        case (.resource, 11):
            return fault(
                .sourceInterrupted, "\(uri) lets nobody seek in it, though it says so: play it from the start.")
        case (.stream, 3), (.core, 12):
            return fault(.containerMissingPlugin, "No installed GStreamer plugin plays \(uri).")
        case (.stream, 4), (.stream, 5):
            return fault(.containerUnknown, "\(uri) is no media that GStreamer knows: check that the file is whole.")
        case (.stream, 6):
            return fault(.decoderMissing, "No installed GStreamer plugin decodes \(uri).")
        case (.stream, 7):
            return fault(.decoderFailed, "\(uri) cannot be decoded: the file may be damaged.")
        case (.stream, 9):
            return fault(.containerBroken, "\(uri) is damaged or incomplete: fetch it again.")
        case (.stream, 12), (.stream, 13):
            return fault(.decoderEncrypted, "\(uri) is encrypted and cannot be played.")
        case (.stream, 1) where !isLocal(uri):
            return fault(
                .sourceUnreachable, "\(uri) cannot be reached or broke off: check the address and the network.")
        case (.stream, _):
            return fault(.containerBroken, "\(uri) is damaged or incomplete: fetch it again.")
        default:
            return fault(.unknown, "\(uri) cannot be played: \(error.message)")
        }
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
            : missingPlugins(missing, debug: nil)
    }

    private static func missingPlugins(_ missing: [String], debug: String?) -> PlaybackFault {
        PlaybackFault(
            .decoderMissing,
            "A GStreamer plugin is missing: \(missing.joined(separator: ", ")). "
                + "Install gstreamer1.0-libav or gstreamer1.0-plugins-bad.", debug: debug)
    }

    private static func http(_ status: Int32, debug: String?) -> PlaybackFault {
        switch status {
        case 401, 402, 403, 407, 451:
            PlaybackFault(.sourceForbidden, "The server refuses it (HTTP \(status)): check your login.", debug: debug)
        case 404, 410:
            PlaybackFault(
                .sourceNotFound, "The server does not have it (HTTP \(status)): check the address.", debug: debug)
        default:
            PlaybackFault(.sourceUnreachable, "The server failed (HTTP \(status)): try again later.", debug: debug)
        }
    }

    private static func isLocal(_ uri: String) -> Bool { uri.lowercased().hasPrefix("file:") }
}
