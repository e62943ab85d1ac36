internal import CGStreamer

/// The meaning of a GStreamer error for the reader of a source: a kind to act on, and a sentence for people.
///
/// Codes are those of GstResourceError, GstStreamError and GstCoreError (gsterror.h).
public struct SourceFailure: Hashable, Error, Sendable {
    /// The kind of the failure, as far as the error shows it.
    public enum Kind: Hashable, Sendable {
        case notFound, forbidden, unreachable, interrupted, tooLarge
        case containerUnknown, containerBroken, containerMissingPlugin
        case decoderMissing, decoderFailed, encrypted
        case unknown
    }

    public let kind: Kind
    /// A sentence with advice on what to do next, if there is any.
    public let message: String

    private init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// - Parameters:
    ///   - missing: descriptions of the plugins that GStreamer requested before the failure.
    public init(_ error: GstError, uri: String, missing: [String]) {
        if !missing.isEmpty, error.domain != .resource {
            self = .missingPlugins(missing)
        } else if let status = error.httpStatus, status >= 400 {
            self = .http(status)
        } else if let part = error.refusedRequest {
            self = .part(part)
        } else {
            self.init(error, uri: uri)
        }
    }

    /// Plugins that are not installed, by GStreamer's descriptions.
    public static func missingPlugins(_ missing: [String]) -> SourceFailure {
        // No plugin plays these types, although GStreamer requests one.
        let texts = ["text/html", "text/plain", "text/uri-list", "application/xml", "application/json"]
        if missing.allSatisfy({ name in texts.contains { name.hasPrefix($0) } }) {
            return SourceFailure(
                .containerUnknown,
                "This is a web page or another text, not media. Open the address of the media itself.")
        }
        return SourceFailure(
            .decoderMissing,
            "A GStreamer plugin is missing: \(missing.joined(separator: ", ")). "
                + "Install gstreamer1.0-libav or gstreamer1.0-plugins-bad.")
    }

    /// The name or the address of the server in an address; nil without one.
    public static func host(of uri: String) -> String? {
        guard let parsed = g_uri_parse(uri, GUriFlags(rawValue: 0), nil) else { return nil }
        defer { g_uri_unref(parsed) }
        return g_uri_get_host(parsed).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The name of the server was not found.
    public static func noServer(_ uri: String) -> SourceFailure {
        SourceFailure(
            .unreachable,
            "There is no such server, or the network is not up: check the address of \(uri) and the network.")
    }

    /// Data that are not what the container promises.
    public static func damaged(_ uri: String) -> SourceFailure {
        SourceFailure(.containerBroken, "\(uri) is damaged or incomplete: fetch it again.")
    }

    /// Data that no decoder takes.
    public static func undecodable(_ uri: String) -> SourceFailure {
        SourceFailure(.decoderFailed, "\(uri) cannot be decoded: the file may be damaged.")
    }

    private init(_ error: GstError, uri: String) {
        let isLocal = uri.lowercased().hasPrefix("file:")
        switch (error.domain, error.code) {
        case (.resource, 3) where !isLocal && error.isUnresolved:
            self = .noServer(uri)
        case (.resource, 3):
            self.init(.notFound, "There is nothing at \(uri): check the path or address.")
        case (.resource, 15):
            self.init(.forbidden, "\(uri) cannot be read: check its permissions or your login.")
        case (.resource, 2), (.resource, 4), (.resource, 5), (.resource, 6), (.resource, 7), (.resource, 8):
            self.init(
                .unreachable,
                isLocal
                    ? "\(uri) cannot be opened: check that it is a readable file."
                    : "\(uri) cannot be reached: check the address and the network.")
        case (.resource, 9):
            self.init(.interrupted, "Reading \(uri) was interrupted.")
        case (.resource, 11):
            self.init(
                .interrupted, "\(uri) was interrupted and cannot resume (no byte ranges): play it from the start.")
        case (.resource, GstError.refused):
            // Demuxers keep the code, and replace the sentence or add where it comes from.
            let place = error.message.firstRange(of: ": \(SourceDoor.file)")
            let sentence = String(error.message[..<(place?.lowerBound ?? error.message.endIndex)])
            let reason =
                sentence.hasPrefix("It ")
                ? sentence : "It names something that mediad does not open, such as a file on this machine."
            self.init(.forbidden, "\(uri) is not played. \(reason)")
        case (.resource, GstError.tooLarge):
            self.init(.tooLarge, "\(uri) is too large for a playlist: check the address.")
        case (.stream, 3), (.core, 12):
            self.init(.containerMissingPlugin, "No installed GStreamer plugin plays \(uri).")
        case (.stream, 4), (.stream, 5):
            self.init(
                .containerUnknown, "\(uri) is not a media file that mediad can play: check that it is complete.")
        case (.stream, 6):
            self.init(.decoderMissing, "No installed GStreamer plugin decodes \(uri).")
        case (.stream, 7):
            self = .undecodable(uri)
        case (.stream, GstError.damaged):
            self = .damaged(uri)
        case (.stream, 12), (.stream, 13):
            self.init(.encrypted, "\(uri) is encrypted and cannot be played.")
        case (.stream, 1) where uri.lowercased().hasPrefix("https:"):
            // souphttpsrc does not distinguish the two.
            self.init(
                .unreachable,
                "\(uri) cannot be reached, or its certificate is not trusted: check the address and the network, or name "
                    + "the server in network.trusted-hosts.")
        case (.stream, 1) where !isLocal:
            self.init(
                .unreachable, "\(uri) cannot be reached or was interrupted: check the address and the network.")
        case (.stream, _):
            self = .damaged(uri)
        default:
            self.init(.unknown, "\(uri) cannot be played: \(error.message)")
        }
    }

    /// A part of an adaptive stream.
    private static func part(_ part: RefusedRequest) -> SourceFailure {
        let kind = http(part.status).kind
        let does = kind == .notFound ? "does not have" : kind == .forbidden ? "refuses" : "cannot deliver"
        return SourceFailure(
            kind, "The server \(does) a part of the stream (HTTP \(part.status)): \(part.uri). Try again later.")
    }

    private static func http(_ status: Int32) -> SourceFailure {
        switch status {
        case 401, 402, 403, 407, 451:
            SourceFailure(
                .forbidden,
                "The server refuses it (HTTP \(status)): put your login into the address or ~/.netrc, or give the item its "
                    + "headers.")
        case 404, 410:
            SourceFailure(.notFound, "The server does not have it (HTTP \(status)): check the address.")
        default:
            SourceFailure(.unreachable, "The server failed (HTTP \(status)): try again later.")
        }
    }
}

extension GstError {
    /// Whether the name of the server was not found: `souphttpsrc` reports that like a missing resource.
    var isUnresolved: Bool {
        [message, debug ?? ""].contains { $0.lowercased().contains("could not resolve") }
            || debug?.contains("Error resolving") == true
    }
}
