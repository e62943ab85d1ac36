internal import GLibLoop
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore
internal import Synchronization

/// Reads what is inside items and beside them, while they are prepared.
///
/// Nothing waits for it for long: an item is heard half a second later at most (``PlaybackEngine/wait(for:_:)``), and a read
/// that takes as long gives its place to the next one. What comes later is told all the same.
final class ItemProbe: Sendable {
    private struct State {
        /// What is still worth reading: the current item's and the next one's.
        var wanted: Set<Generation> = []
        var remembered: [Remote] = []
    }

    /// What was read of a remote item, and what the server said of it then.
    private struct Remote {
        var uri: String
        var entityTag: String
        var length: Int64?
        var findings: ItemFindings
    }

    private let state = Mutex(State())
    private let queue = WorkQueue(label: "mediad.probing", width: 2, patience: 0.5)
    private let access: FileAccess
    private static let remembered = 64

    init(_ access: FileAccess = FileAccess()) { self.access = access }

    /// Reads an item; `then` is called once, on the media loop, with nil where there is nothing to tell; not at all when
    /// its generation is not wanted any more.
    ///
    /// - Parameter others: generations whose items are still wanted; of all others nothing is read any more.
    func read(
        _ generation: Generation, _ uri: String, keeping others: [Generation], configuration: EngineConfiguration,
        then: @escaping @Sendable @MediaActor (ItemFindings?) -> Void
    ) {
        state.withLock { $0.wanted = Set(others + [generation]) }
        guard Self.isWorthReading(uri) else { return MediaActor.post { then(nil) } }
        queue.run { [self] in
            guard state.withLock({ $0.wanted.contains(generation) }) else { return }
            let findings = findings(of: uri, configuration: configuration)
            MediaActor.post { then(findings) }
        }
    }

    /// The same for an item that nobody plays; nil where there is nothing to read. What takes too long is left out.
    func read(
        _ uri: String, configuration: EngineConfiguration, then: @escaping @Sendable @MediaActor (ItemFindings?) -> Void
    ) {
        guard Self.isWorthReading(uri) else { return MediaActor.post { then(nil) } }
        queue.run(within: patience(configuration)) { [self] in
            findings(of: uri, configuration: configuration)
        } then: { answer in
            MediaActor.post { then(answer ?? ItemFindings(problems: ["\(Self.noAnswer) in time"])) }
        }
    }

    private static let noAnswer = "its disk or server does not respond"

    /// Seconds that a read may take for somebody who waits for it; a server has as many more as it has been given.
    private func patience(_ configuration: EngineConfiguration) -> Double {
        access.patience + Double(configuration.networkTimeout)
    }

    /// Reads a file of chapters; `then` is called once, on the media loop, with sentences for the log.
    func readChapters(
        _ uri: String, configuration: EngineConfiguration,
        then: @escaping @Sendable @MediaActor ([Chapter], [String]) -> Void
    ) {
        queue.run(within: patience(configuration)) {
            Self.chapters(at: uri, configuration)
        } then: { answer in
            let (chapters, problems) = answer ?? ([], ["the chapters are ignored: \(Self.noAnswer)"])
            MediaActor.post { then(chapters, problems) }
        }
    }

    private static func chapters(
        at uri: String, _ configuration: EngineConfiguration
    ) -> (chapters: [Chapter], problems: [String]) {
        let limit = MediaProbe.chapterFileLimit
        if let file = LocalFile(uri: uri) {
            do throws(ProbeError) {
                let source = try ByteSource.file(file.bytes)
                guard let length = source.length, length <= limit else {
                    throw .tooMuch("it is larger than \(limit >> 20) MiB")
                }
                let bytes = try source.read(0, Int(length))
                return MediaProbe.chapters(in: bytes, uri: uri, mediaType: nil, path: file.bytes)
            } catch {
                return ([], ["the chapters are ignored: \(error.message)"])
            }
        }
        do throws(HTTPFailure) {
            switch try HTTPResource.fetch(
                configuration.logins.adding(to: uri), userAgent: configuration.userAgent,
                timeout: configuration.networkTimeout, limit: limit)
            {
            case .content(let bytes, let mediaType, _):
                return MediaProbe.chapters(in: bytes, uri: uri, mediaType: mediaType, path: nil)
            case .tooLarge: return ([], ["the chapters are ignored: the file is larger than \(limit >> 20) MiB"])
            case .notModified: return ([], [])
            }
        } catch {
            return ([], ["the chapters are ignored: \(error.message)"])
        }
    }

    /// Nothing is wanted any more.
    func cancel() { state.withLock { $0.wanted = [] } }

    /// Files are read each time: it takes about a millisecond, and a sidecar that changed is seen.
    private func findings(of uri: String, configuration: EngineConfiguration) -> ItemFindings? {
        if let file = LocalFile(uri: uri) { return access.findings(uri, file) }
        do throws(HTTPFailure) {
            return try remote(uri, configuration)
        } catch {
            return ItemFindings(problems: [error.message])
        }
    }

    /// Remote items are read again only when the server calls them something else.
    private func remote(_ uri: String, _ configuration: EngineConfiguration) throws(HTTPFailure) -> ItemFindings? {
        var limits = ProbeLimits()
        limits.seconds = min(limits.seconds, Double(configuration.networkTimeout))
        let resource = try HTTPResource(
            uri: configuration.logins.adding(to: uri), userAgent: configuration.userAgent,
            timeout: UInt32(max(1, limits.seconds)))
        // What has no end is live: nothing in it says what it is as a whole.
        guard let length = resource.length else { return nil }
        let known = state.withLock { state in
            state.remembered.first { known in
                known.uri == uri && known.entityTag == resource.entityTag && known.length == length
            }
        }
        if let known { return known.findings }
        var findings = MediaProbe.findings(
            uri: uri, pathBytes: nil, source: ByteSource(resource), limits: limits)
        findings.givesRanges = resource.givesRanges
        if let entityTag = resource.entityTag {
            let remote = Remote(uri: uri, entityTag: entityTag, length: length, findings: findings)
            state.withLock { state in
                state.remembered.removeAll { $0.uri == uri }
                state.remembered.append(remote)
                if state.remembered.count > Self.remembered { state.remembered.removeFirst() }
            }
        }
        return findings
    }

    /// Whether it is a file, or an HTTP resource that does not say by its name that it is only a list of others.
    static func isWorthReading(_ uri: String) -> Bool {
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else { return scheme == "file" }
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return ![".m3u8", ".m3u", ".mpd", ".pls", ".xspf", ".asx", ".ism", "/manifest"].contains { path.hasSuffix($0) }
    }
}
