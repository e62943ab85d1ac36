internal import GLibLoop
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore
internal import Synchronization

/// Reads the contents and sidecars of items while they are prepared.
///
/// Nothing waits for it for long: an item starts half a second later at most (``PlaybackEngine/wait(for:_:)``), and a
/// read that takes longer makes room for the next one. Late findings are reported as well.
final class ItemProbe: Sendable {
    private struct State {
        /// The items that are still needed: the current and the next one.
        var wanted: Set<Generation> = []
        var remembered: [Remote] = []
    }

    /// The findings of a remote item, and the server's identification of its state.
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

    /// Reads an item. `then` is called once, on the media loop, with nil if there are no findings; it is not called
    /// if the generation is no longer needed.
    ///
    /// - Parameters:
    ///   - others: generations whose items are still needed; all others are no longer read.
    func read(
        _ generation: Generation, _ request: ItemRequest, keeping others: [Generation],
        configuration: EngineConfiguration,
        then: @escaping @Sendable @MediaActor (ItemFindings?) -> Void
    ) {
        let uri = request.uri
        state.withLock { $0.wanted = Set(others + [generation]) }
        guard Self.isWorthReading(uri) || !request.parts.isEmpty else { return MediaActor.post { then(nil) } }
        let file = LocalFile(uri: request.parts.first?.uri ?? uri)
        queue.run(on: file.flatMap(access.mount), locate: access.locate(file)) { [self] in
            guard state.withLock({ $0.wanted.contains(generation) }) else { return }
            let findings = findings(of: request, configuration: configuration)
            MediaActor.post { then(findings) }
        }
    }

    /// Reads an item that is not played; nil if there is nothing to read. Findings that take too long are omitted.
    func read(
        _ uri: String, configuration: EngineConfiguration, then: @escaping @Sendable @MediaActor (ItemFindings?) -> Void
    ) {
        guard Self.isWorthReading(uri) else { return MediaActor.post { then(nil) } }
        let file = LocalFile(uri: uri)
        queue.run(
            within: patience(configuration), on: file.flatMap(access.mount), locate: access.locate(file)
        ) { [self] in
            findings(of: ItemRequest(uri: uri), configuration: configuration)
        } then: { answer in
            MediaActor.post { then(answer ?? ItemFindings(problems: ["\(Self.noAnswer) in time"])) }
        }
    }

    private static let noAnswer = "its disk or server does not respond"

    /// The maximum duration of an explicitly requested read in seconds; a server gets its network timeout in addition.
    private func patience(_ configuration: EngineConfiguration) -> Double {
        access.patience + Double(configuration.networkTimeout)
    }

    /// Reads a chapter file. `then` is called once, on the media loop, with clauses for the log.
    ///
    /// - Parameter origin: the item or the list that names it; nil: a client.
    func readChapters(
        _ uri: String, namedBy origin: String?, configuration: EngineConfiguration,
        then: @escaping @Sendable @MediaActor ([Chapter], [String]) -> Void
    ) {
        queue.run(within: patience(configuration)) {
            Self.chapters(at: uri, namedBy: origin, configuration)
        } then: { answer in
            let (chapters, problems) = answer ?? ([], ["the chapters are ignored: \(Self.noAnswer)"])
            MediaActor.post { then(chapters, problems) }
        }
    }

    private static func chapters(
        at uri: String, namedBy origin: String?, _ configuration: EngineConfiguration
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
            let fetched = try HTTPResource.fetch(
                configuration.logins.adding(to: uri), under: configuration.rule(of: uri, namedBy: origin),
                userAgent: configuration.userAgent, timeout: configuration.networkTimeout, limit: limit)
            switch fetched {
            case .content(let bytes, let mediaType, _):
                var (chapters, problems) = MediaProbe.chapters(in: bytes, uri: uri, mediaType: mediaType, path: nil)
                let rule = ResourceRule.ofList(uri, permissions: configuration.permissions)
                for index in chapters.indices {
                    guard case .uri(let picture) = chapters[index].image, let refusal = rule.refusal(of: picture) else {
                        continue
                    }
                    chapters[index].image = nil
                    if !problems.contains(refusal) { problems.append(refusal) }
                }
                return (chapters, problems)
            case .tooLarge: return ([], ["the chapters are ignored: the file is larger than \(limit >> 20) MiB"])
            case .notModified: return ([], [])
            }
        } catch {
            return ([], ["the chapters are ignored: \(error.message)"])
        }
    }

    /// Cancels all reads.
    func cancel() { state.withLock { $0.wanted = [] } }

    /// Reads findings. Files are read each time: this takes about a millisecond, and changed sidecars are noticed.
    /// An item that has crashed mediad has none.
    private func findings(of request: ItemRequest, configuration: EngineConfiguration) -> ItemFindings? {
        let uri = request.uri
        guard case .success(let mark) = access.mark(uri, insists: request.insists) else { return nil }
        defer { withExtendedLifetime(mark) {} }
        if !request.parts.isEmpty { return MediaProbe.findings(of: request.parts, named: uri) }
        if let file = LocalFile(uri: uri) { return access.findings(uri, file) }
        do throws(HTTPFailure) {
            return try remote(uri, request.list, configuration)
        } catch {
            return ItemFindings(problems: [error.message])
        }
    }

    /// Remote items are read again only if their entity tag has changed.
    private func remote(
        _ uri: String, _ list: String?, _ configuration: EngineConfiguration
    ) throws(HTTPFailure) -> ItemFindings? {
        var limits = ProbeLimits()
        limits.seconds = min(limits.seconds, Double(configuration.networkTimeout))
        let resource = try HTTPResource(
            uri: configuration.logins.adding(to: uri), under: configuration.rule(of: uri, namedBy: list),
            userAgent: configuration.userAgent, timeout: UInt32(max(1, limits.seconds)))
        // A resource without an end is live and contains no metadata of the whole.
        guard let length = resource.length else { return nil }
        let known = state.withLock { state in
            state.remembered.first { known in
                known.uri == uri && known.entityTag == resource.entityTag && known.length == length
            }
        }
        if var known {
            known.findings.isRecent = Self.isRecent(resource)
            return known.findings
        }
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
        findings.isRecent = Self.isRecent(resource)
        return findings
    }

    /// Whether a server's file was written so recently, by the server's clock, that it may still be.
    private static func isRecent(_ resource: HTTPResource) -> Bool {
        guard resource.givesRanges, let modified = resource.modified.flatMap(MediaProbe.date),
            let now = resource.date.flatMap(MediaProbe.date)
        else { return false }
        return Double(now - modified) < GrowingResource.youngest
    }

    /// Whether the URI is a file, or an HTTP resource whose name does not identify it as a playlist.
    static func isWorthReading(_ uri: String) -> Bool {
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else { return scheme == "file" }
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return ![".m3u8", ".m3u", ".mpd", ".pls", ".xspf", ".asx", ".ism", "/manifest"].contains { path.hasSuffix($0) }
    }
}
