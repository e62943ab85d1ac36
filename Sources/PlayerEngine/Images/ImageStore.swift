internal import GLibLoop
internal import Gst
internal import PlayerCore
internal import Synchronization

/// Provides requested pictures as `file:` URIs: they are fetched on request, checked, decoded once, and stored by
/// content.
///
/// All work is done outside the media loop. A source that is being fetched is not fetched a second time.
final class ImageStore: Sendable {
    typealias Completion = @Sendable @MediaActor (Result<String, PlaybackFault>) -> Void

    /// What is asked for, and what names it.
    private struct Request: Hashable {
        var source: ImageSource
        var origin: String?
    }

    private struct State {
        var bounds: ImageBounds
        /// In bytes.
        var cacheLimit: Int64
        /// The requests that wait for each source.
        var asked: [Request: [Completion]] = [:]
        /// Types whose missing decoders were logged.
        var missing: Set<ImageHeader.Kind> = []
    }

    private let state: Mutex<State>
    private let cache: ImageCache
    /// With a long patience: decoding takes time, and memory for each picture in progress.
    private let queue = WorkQueue(label: "mediad.images", width: 4, patience: 15)
    private let log: @Sendable (EngineLogLevel, String) -> Void
    /// The time to fetch and decode a picture, including the wait, in seconds.
    private static let patience = 30.0

    init(_ configuration: EngineConfiguration, log: @escaping @Sendable (EngineLogLevel, String) -> Void) {
        state = Mutex(
            State(bounds: ImageBounds(configuration), cacheLimit: configuration.imageCacheLimit))
        cache = ImageCache(directory: configuration.artworkDirectory)
        self.log = log
        cache.clear()
    }

    /// Applies to the next picture; the directory does not change.
    func reconfigure(_ configuration: EngineConfiguration) {
        state.withLock { state in
            state.bounds = ImageBounds(configuration)
            state.cacheLimit = configuration.imageCacheLimit
        }
    }

    /// Allows the pictures of earlier items to be removed from the cache.
    func itemChanged() { cache.itemChanged() }

    /// Fetches a picture. `then` is called once, on the media loop. A failure is logged and not remembered.
    ///
    /// - Parameter origin: the item or the list that names it; nil: a client.
    func fetch(_ source: ImageSource, namedBy origin: String?, then: @escaping Completion) {
        let isFirst = state.withLock { state in
            state.asked[Request(source: source, origin: origin), default: []].append(then)
            return state.asked[Request(source: source, origin: origin)]?.count == 1
        }
        guard isFirst else { return }
        queue.run(within: Self.patience) { [self] in
            result(source.name) { () throws(PlaybackFault) in try uri(of: source, origin) }
        } then: { [self] answer in
            let result =
                answer
                ?? result(source.name) { () throws(PlaybackFault) in
                    throw PlaybackFault(.sourceUnreachable, "its disk or server does not respond")
                }
            let waiting = state.withLock { $0.asked.removeValue(forKey: Request(source: source, origin: origin)) ?? [] }
            MediaActor.post { for then in waiting { then(result) } }
        }
    }

    /// Stores a picture from a stream's tags. `then` is called once, on the media loop.
    func store(_ image: TagImage, then: @escaping Completion) {
        queue.run { [self] in
            let result = result("The picture in the stream's tags") { () throws(PlaybackFault) in
                guard image.bytes.count <= bounds.bytes else {
                    throw PlaybackFault(.sourceTooLarge, "it is larger than \(bounds.bytes >> 20) MiB")
                }
                return cache.use(try keep(image.bytes))
            }
            MediaActor.post { then(result) }
        }
    }

    private var bounds: ImageBounds { state.withLock { $0.bounds } }

    /// Makes a sentence of an error message and logs it.
    private func result(
        _ name: String, _ body: () throws(PlaybackFault) -> String
    ) -> Result<String, PlaybackFault> {
        do throws(PlaybackFault) {
            return .success(try body())
        } catch {
            let fault = PlaybackFault(error.code, "\(name) cannot be shown: \(error.message).", debug: error.debug)
            log(.info, fault.message)
            return .failure(fault)
        }
    }

    private func uri(of source: ImageSource, _ origin: String?) throws(PlaybackFault) -> String {
        let loader = ImageLoader(bounds: bounds)
        switch source {
        case .embedded(let image): return cache.use(try keep(try loader.bytes(of: image)))
        case .uri(let uri):
            if let data = DataURI(uri) { return cache.use(try keep(try loader.bytes(of: data))) }
            if let file = LocalFile(uri: uri) { return try local(file, uri: uri, bytes: try loader.bytes(of: file)) }
            return try remote(uri, origin, loader)
        }
    }

    /// Checks a local picture, which is shown at its own location.
    private func local(_ file: LocalFile, uri: String, bytes: [UInt8]) throws(PlaybackFault) -> String {
        // GStreamer's file source only accepts text.
        guard String(validating: file.bytes, as: UTF8.self) != nil else { return cache.use(try keep(bytes)) }
        try check(try header(of: bytes), length: bytes.count, at: file.path)
        return uri
    }

    private func remote(
        _ address: String, _ origin: String?, _ loader: ImageLoader
    ) throws(PlaybackFault) -> String {
        let known = cache.entry(for: address)
        guard let answer = try loader.bytes(of: address, namedBy: origin, ifNoneMatch: known?.entityTag) else {
            guard let known else { throw PlaybackFault(.sourceUnreachable, "the server sends no picture") }
            return cache.use(known.file)
        }
        let file = try keep(answer.bytes)
        cache.note(answer.entityTag.map { ImageCache.Entry(file: file, entityTag: $0) }, for: address)
        return cache.use(file)
    }

    /// - Returns: the name of the file in the cache.
    private func keep(_ bytes: [UInt8]) throws(PlaybackFault) -> String {
        let header = try header(of: bytes)
        return try cache.keep(bytes, suffix: header.suffix, limit: state.withLock { $0.cacheLimit }) {
            path throws(PlaybackFault) in
            try check(header, length: bytes.count, at: path)
        } unwritable: { message in
            PlaybackFault(.unknown, message)
        }
    }

    private func header(of bytes: [UInt8]) throws(PlaybackFault) -> ImageHeader {
        guard let header = ImageHeader(bytes) else { throw PlaybackFault(.containerUnknown, "it is not a picture") }
        let side = bounds.side
        guard header.width <= side, header.height <= side else {
            throw PlaybackFault(
                .sourceTooLarge, "it has \(header.width)×\(header.height) pixels, and the maximum is \(side)×\(side)")
        }
        if let excess = ImageWork.excess(header, bytes) { throw PlaybackFault(.sourceTooLarge, excess) }
        return header
    }

    private func check(_ header: ImageHeader, length: Int, at path: String) throws(PlaybackFault) {
        let outcome = PictureDecoder.decode(
            fileAt: path, length: length, mediaType: header.mediaType, decoders: header.decoders,
            seconds: Int(bounds.seconds))
        switch outcome {
        case .decoded: break
        case .failed(let why):
            throw PlaybackFault(.decoderFailed, "it is damaged", debug: why)
        case .noDecoder(let names):
            let isNew = state.withLock { $0.missing.insert(header.kind).inserted }
            guard isNew else { break }
            log(
                .info,
                "\(header.kind.rawValue) pictures are not checked: \(names.joined(separator: " or ")) is not installed")
        }
    }
}

extension ImageBounds {
    init(_ configuration: EngineConfiguration) {
        self.init()
        bytes = configuration.imageSizeLimit
        seconds = min(seconds, max(1, configuration.networkTimeout))
        fetches = configuration.fetchesImages
        userAgent = configuration.userAgent
        logins = configuration.logins
        permissions = configuration.permissions
    }
}

extension ImageHeader {
    /// The type in the notation of GStreamer's typefinders.
    var mediaType: String { "image/\(rawName)" }

    private var rawName: String { kind.rawValue }

    /// The GStreamer elements that decode a whole file of this type from a single buffer.
    var decoders: [String] {
        switch kind {
        case .png: ["pngdec"]
        case .jpeg: ["jpegdec"]
        case .webp: ["webpdec"]
        case .gif: ["avdec_gif", "gdkpixbufdec"]
        case .bmp: ["avdec_bmp", "gdkpixbufdec"]
        }
    }
}

extension ImageSource {
    /// The name in error messages; a `data:` URI is not included.
    fileprivate var name: String {
        switch self {
        case .uri(let uri): uri.prefix(5).lowercased() == "data:" ? "A picture in a data: URI" : uri
        case .embedded(let image): "A picture inside \(image.uri)"
        }
    }
}
