/// Why something could not be played: data for clients, not control flow.
public struct PlaybackFault: Hashable, Error, Sendable {
    /// The part that caused the fault.
    public enum Origin: String, Hashable, Sendable {
        case general, source, container, decoder, audio, video, export, bus
    }

    /// Stable numbers in fixed ranges: 1xxx general, 2xxx source, 3xxx container, 4xxx decoder, 5xxx audio out, 6xxx
    /// video out, 7xxx export, 8xxx bus and window.
    public enum Code: Int32, Hashable, Sendable {
        case unknown = 1000
        case nothingPlayable = 1001
        case stalled = 1002
        case crashed = 1003
        case sourceNotFound = 2000
        case sourceForbidden = 2001
        case sourceUnreachable = 2002
        case sourceInterrupted = 2003
        case sourceUnsupported = 2004
        case sourceInvalid = 2005
        case sourceTooLarge = 2006
        case containerUnknown = 3000
        case containerBroken = 3001
        case containerMissingPlugin = 3002
        case noStreams = 3003
        case decoderMissing = 4000
        case decoderFailed = 4001
        case decoderEncrypted = 4002
        case audioOutputFailed = 5000
        case audioOutputLost = 5001
        case videoOutputFailed = 6000
    }

    public var code: Code
    /// One sentence for people, with advice if there is any.
    public var message: String
    /// The engine's own message, for the log.
    public var debug: String?
    /// Whether the message is about a disk or a mount, and the same for each item on it.
    public var isOfMount: Bool

    public init(_ code: Code, _ message: String, debug: String? = nil, isOfMount: Bool = false) {
        self.code = code
        self.isOfMount = isOfMount
        self.message = message.withoutPasswords
        self.debug = debug?.withoutPasswords
    }

    /// The same with the path instead of the URI of a local file.
    public func naming(_ uri: String) -> PlaybackFault {
        var named = self
        named.message = message.replacing(uri, with: FileURI.readable(uri))
        return named
    }

    public var origin: Origin {
        switch code.rawValue / 1000 {
        case 2: .source
        case 3: .container
        case 4: .decoder
        case 5: .audio
        case 6: .video
        case 7: .export
        case 8: .bus
        default: .general
        }
    }
}
