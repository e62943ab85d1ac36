internal import GLibLoop
internal import Glibc
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore

/// Reads playlists beside playback. A slow server delays only its own playlist.
final class ListProbe: Sendable {
    private let queue = WorkQueue(label: "mediad.lists", width: 2, patience: 0.5)
    private let access: FileAccess

    init(_ access: FileAccess = FileAccess()) { self.access = access }

    /// Reads a possible playlist. `then` is called once, on the media loop, with lines for the log.
    ///
    /// - Parameter origin: the list on a server that names it.
    func read(
        _ uri: String, namedBy origin: String? = nil, configuration: EngineConfiguration,
        then: @escaping @Sendable @MediaActor (ListAnswer, [String]) -> Void
    ) {
        let patience = access.patience + 2 * Double(configuration.networkTimeout)
        let file = LocalFile(uri: uri)
        queue.run(within: patience, on: file.flatMap(access.mount), locate: access.locate(file)) {
            [access] () -> (ListAnswer, [String]) in
            switch access.mark(uri) {
            case .success(let mark): return withExtendedLifetime(mark) { Self.answer(uri, origin, configuration) }
            case .failure(let fault): return (.unread(fault), [])
            }
        } then: { answer in
            let (answer, logLines) = answer ?? (.unread(Faults.noAnswer(uri)), [])
            MediaActor.post { then(answer, logLines) }
        }
    }

    private static func answer(
        _ uri: String, _ origin: String?, _ configuration: EngineConfiguration
    ) -> (ListAnswer, [String]) {
        do throws(ProbeError) {
            if let file = LocalFile(uri: uri) { return try local(file, uri) }
            return try remote(uri, origin, configuration)
        } catch {
            return (.unread(PlaybackFault(.sourceUnreachable, "\(uri) cannot be read: \(error.message).")), [])
        }
    }

    private static func local(_ file: LocalFile, _ uri: String) throws(ProbeError) -> (ListAnswer, [String]) {
        let source = try ByteSource.file(file.bytes)
        let head = try source.read(0, MediaProbe.listHeadLength)
        guard MediaProbe.isList(head: head, uri: uri, mediaType: nil) else { return (.noList, []) }
        guard let length = source.length, length <= Int64(MediaList.largest) else { return (tooLarge(uri), []) }
        let bytes = try source.read(0, Int(length))
        let base = ListBase(uri: uri, exists: exists)
        return answer(bytes, uri, mediaType: nil, base)
    }

    private static func remote(
        _ uri: String, _ origin: String?, _ configuration: EngineConfiguration
    ) throws(ProbeError) -> (ListAnswer, [String]) {
        do throws(HTTPFailure) {
            let (agent, timeout) = (configuration.userAgent, configuration.networkTimeout)
            let address = configuration.logins.adding(to: uri)
            let itsRule = configuration.rule(of: uri, namedBy: origin)
            let resource = try HTTPResource(uri: address, under: itsRule, userAgent: agent, timeout: timeout)
            var bytes = try resource.read(from: 0, count: MediaProbe.listHeadLength)
            guard MediaProbe.isList(head: bytes, uri: uri, mediaType: resource.mediaType) else { return (.noList, []) }
            bytes = try resource.read(from: 0, count: HTTPResource.blockLength)
            if resource.length != Int64(bytes.count) {
                let limit = MediaList.largest
                let fetched = try HTTPResource.fetch(
                    address, under: itsRule, userAgent: agent, timeout: timeout, limit: limit)
                switch fetched {
                case .content(let all, _, _): bytes = all
                case .tooLarge, .notModified: return (tooLarge(uri), [])
                }
            }
            let location = resource.location.flatMap { $0 == address ? nil : $0 }
            let rule = ResourceRule.ofList(location ?? uri, permissions: configuration.permissions)
            let base = ListBase(uri: location ?? uri, rule: rule, exists: { _ in false })
            return answer(bytes, uri, mediaType: resource.mediaType, base)
        } catch {
            throw .unreadable(error.message)
        }
    }

    private static func answer(
        _ bytes: [UInt8], _ uri: String, mediaType: String?, _ base: ListBase
    ) -> (ListAnswer, [String]) {
        guard let list = MediaProbe.list(in: bytes, uri: uri, mediaType: mediaType, base: base) else {
            return (.noList, [])
        }
        return MediaProbe.answer(for: list, uri: uri)
    }

    private static func tooLarge(_ uri: String) -> ListAnswer {
        .failed(
            PlaybackFault(
                .sourceTooLarge,
                "\(uri) is a list of more than \(MediaList.largest >> 20) MiB: split it into several."))
    }

    private static func exists(_ path: [UInt8]) -> Bool {
        (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { Glibc.access($0.assumingMemoryBound(to: CChar.self), F_OK) == 0 } ?? false
        }
    }
}
