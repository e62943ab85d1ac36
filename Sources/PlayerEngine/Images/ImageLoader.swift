internal import FoundationEssentials
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore

/// Loads the bytes of a picture from any source, with limits of size and time. The contents are checked later.
struct ImageLoader {
    let bounds: ImageBounds

    /// - Throws: a fault whose message is a clause without the name of the picture, such as `there is no such file`.
    func bytes(of data: DataURI) throws(PlaybackFault) -> [UInt8] {
        guard let bytes = data.bytes else { throw PlaybackFault(.sourceInvalid, "its data: URI is malformed") }
        return try checked(bytes)
    }

    func bytes(of file: LocalFile) throws(PlaybackFault) -> [UInt8] {
        do throws(ProbeError) {
            let source = try ByteSource.file(file.bytes)
            if let length = source.length, length > Int64(bounds.bytes) { throw ProbeError.tooMuch(tooLarge.message) }
            return try source.read(0, bounds.bytes)
        } catch {
            throw fault(error)
        }
    }

    /// Returns nil if the picture still matches `entityTag`.
    ///
    /// - Parameter origin: the item or the list that names it; nil: a client.
    func bytes(
        of address: String, namedBy origin: String?, ifNoneMatch entityTag: String?
    ) throws(PlaybackFault) -> (bytes: [UInt8], entityTag: String?)? {
        guard bounds.fetches else {
            throw PlaybackFault(
                .sourceForbidden, "pictures are not fetched from servers (artwork.fetch is false in the configuration)")
        }
        do throws(HTTPFailure) {
            let fetched = try HTTPResource.fetch(
                bounds.logins.adding(to: address),
                under: EngineConfiguration.rule(of: address, namedBy: origin, bounds.permissions),
                userAgent: bounds.userAgent, timeout: bounds.seconds,
                limit: bounds.bytes,
                ifNoneMatch: entityTag)
            switch fetched {
            case .content(let bytes, _, let entityTag): return (bytes, entityTag)
            case .notModified: return nil
            case .tooLarge: break
            }
        } catch {
            throw PlaybackFault(error)
        }
        throw tooLarge
    }

    func bytes(of image: EmbeddedImage) throws(PlaybackFault) -> [UInt8] {
        guard image.length <= bounds.bytes else { throw tooLarge }
        var limits = ProbeLimits()
        limits.seconds = Double(bounds.seconds)
        let bytes: [UInt8]
        do throws(ProbeError) {
            let source: ByteSource
            if let file = LocalFile(uri: image.uri) {
                source = try .file(file.bytes)
            } else {
                let address = bounds.logins.adding(to: image.uri)
                let rule = EngineConfiguration.rule(of: image.uri, namedBy: nil, bounds.permissions)
                source = try .http(address, under: rule, userAgent: bounds.userAgent, timeout: bounds.seconds)
            }
            bytes = try MediaProbe.image(image, in: source, limits: limits)
        } catch {
            throw fault(error)
        }
        return try checked(bytes)
    }

    private func checked(_ bytes: [UInt8]) throws(PlaybackFault) -> [UInt8] {
        guard bytes.count <= bounds.bytes else { throw tooLarge }
        return bytes
    }

    private var tooLarge: PlaybackFault {
        PlaybackFault(.sourceTooLarge, "it is larger than \(bounds.bytes >> 20) MiB")
    }

    private func fault(_ error: ProbeError) -> PlaybackFault {
        let code: PlaybackFault.Code =
            switch error {
            case .truncated, .malformed: .containerBroken
            case .tooMuch: .sourceTooLarge
            case .unreadable: .sourceUnreachable
            }
        return PlaybackFault(code, error.message)
    }
}

/// Limits for pictures.
struct ImageBounds: Hashable, Sendable {
    /// The size of the file in bytes.
    var bytes = EngineConfiguration.largestImage
    /// The time to fetch a picture, and again to decode it.
    var seconds: UInt32 = 10
    /// The maximum width and height in pixels.
    var side = ImageBounds.longestSide
    /// Whether `http:` and `https:` pictures are fetched.
    var fetches = true
    var userAgent: String?
    var logins = HTTPLogins()
    /// What items may name.
    var permissions = ResourceRule.Permissions(schemes: MediaSchemes.playable)

    static let longestSide = 8_192
}

extension PlaybackFault {
    /// Converts an HTTP failure to a fault whose message is a clause.
    init(_ failure: HTTPFailure) {
        let code: PlaybackFault.Code =
            switch failure.reason {
            case .notFound: .sourceNotFound
            case .forbidden: .sourceForbidden
            case .timedOut, .unreachable: .sourceUnreachable
            case .interrupted, .noRanges: .sourceInterrupted
            case .unavailable: .sourceUnsupported
            }
        self.init(code, failure.message)
    }
}
