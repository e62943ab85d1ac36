internal import GLibLoop
internal import Glibc
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore

/// Access to files; tests replace it.
struct FileAccess: Sendable {
    /// Whether a path leads to a pipe, a socket or a device. May be as slow as the file system.
    var isPipe: @Sendable (LocalFile) -> Bool = { $0.isPipe }
    /// The mount that a file is on, by its name and the links that are known: nothing is asked of the file system.
    var mount: @Sendable (LocalFile) -> String?
    /// The same, along all links. May be as slow as the file system that a link is on.
    var mountBehindLinks: @Sendable (LocalFile) -> String?
    /// Follows a file if it is being written. May be as slow as the file system.
    var growth: @Sendable (LocalFile) -> GrowingFile? = { GrowingFile($0) }
    /// The text of a subtitle file. May be as slow as the file system.
    var subtitles: @Sendable (SubtitleSidecar?, LocalFile) -> Result<[UInt8], SubtitleFault> = { sidecar, file in
        MediaProbe.readSubtitles(sidecar, path: file.bytes)
    }
    /// The findings in a file and its sidecars. May be as slow as the file system.
    var findings: @Sendable (_ uri: String, LocalFile) -> ItemFindings = { uri, file in
        MediaProbe.findings(uri: uri, pathBytes: file.bytes)
    }
    /// Refuses items that have crashed mediad; nil: none.
    var openings: (any OpeningGuard)?
    /// The time without a response after which a file system is considered hung, in seconds: enough for a disk to
    /// spin up.
    var patience = 10.0
    /// The same for reads without urgency, which yield the processor and the disk to others.
    var idlePatience = 60.0

    init() {
        let links = MountLinks()
        mount = { links.mount(of: $0.bytes) }
        mountBehindLinks = { links.follow($0.bytes) }
    }

    /// Finds the mount of a file on the thread that will read it; nil for what is no file.
    func locate(_ file: LocalFile?) -> WorkQueue.Locate? {
        guard let file else { return nil }
        return { [mountBehindLinks] in mountBehindLinks(file) }
    }
}

/// Checks files before they are opened, outside the media loop: a dead network mount takes minutes to respond, or
/// never does.
final class FileDoor: Sendable {
    fileprivate let access: FileAccess
    fileprivate let queue = WorkQueue(label: "mediad.files", width: 4)

    init(_ access: FileAccess = FileAccess()) { self.access = access }

    /// What a URI may be opened with.
    struct Pass: Sendable {
        /// What follows the file if it is being written.
        var growing: (source: any GrowingSource, look: GrowthLook)?
        /// Kept as long as the item is open.
        var mark: OpeningMark?
    }

    /// The problem of an item that cannot be opened.
    typealias Answer = Result<Pass, PlaybackFault>

    /// Checks whether a URI can be opened without waiting for a writer. `then` is called once on the media loop: at once
    /// for URIs that are not files, later for files.
    ///
    /// - Parameters:
    ///   - growing: the file, if it is known that it may grow.
    ///   - insists: whether a person asks for the item although it has crashed mediad.
    @MediaActor
    func look(
        at uri: String, knowing growing: (any GrowingSource)? = nil, insists: Bool = false,
        then: @escaping @Sendable @MediaActor (Answer) -> Void
    ) {
        let file = LocalFile(uri: uri)
        if file == nil, growing == nil, access.openings == nil { return then(.success(Pass())) }
        let mount = file.flatMap(access.mount)
        if let mount, queue.isDead(mount, within: access.patience) {
            return MediaActor.post { then(.failure(Faults.deadMount(mount))) }
        }
        queue.run(within: access.patience, on: mount, locate: access.locate(file)) { [access] () -> Answer in
            if let file, access.isPipe(file) { return .failure(Faults.pipe(uri)) }
            return access.mark(uri, insists: insists).map { mark in
                let source = growing ?? file.flatMap { access.growth($0) }
                return Pass(growing: source.map { ($0, $0.measure()) }, mark: mark)
            }
        } then: { answer in
            MediaActor.post {
                // A server that does not answer in time is left to GStreamer.
                then(answer ?? (file == nil ? .success(Pass()) : .failure(Faults.noAnswer(uri))))
            }
        }
    }

    /// Asks for a server by its name. `then` is called once on the media loop; with true if nobody answers in time.
    @MediaActor
    func ask(for host: String, then: @escaping @Sendable @MediaActor (Bool) -> Void) {
        queue.run(within: 2) {
            !NetworkAddress.resolved(host).isEmpty
        } then: { isKnown in
            MediaActor.post { then(isKnown ?? true) }
        }
    }

    /// Looks at a file that is being written. `then` is called once on the media loop; with nil if the disk or the server
    /// does not respond.
    @MediaActor
    func measure(_ source: any GrowingSource, then: @escaping @Sendable @MediaActor (GrowthLook?) -> Void) {
        queue.run(within: access.patience) {
            source.measure()
        } then: { look in
            MediaActor.post { then(look) }
        }
    }
}

extension FileDoor {
    /// Reads a subtitle file. `then` is called once, on the media loop.
    ///
    /// - Parameter origin: the item that names it; nil: a client.
    @MediaActor
    func read(
        _ sidecar: SubtitleSidecar?, _ uri: String, namedBy origin: String?, _ options: DecodeSource.Options,
        fonts: FontFiles?,
        then: @escaping @Sendable @MediaActor (Result<SubtitleScript, SubtitleFault>) -> Void
    ) {
        let patience =
            uri.lowercased().hasPrefix("file:") ? access.patience : Double(options.networkTimeout) + Self.longestLoad
        let file = LocalFile(uri: uri)
        queue.run(within: patience, on: file.flatMap(access.mount), locate: access.locate(file)) { [access] in
            let text: Result<[UInt8], SubtitleFault>
            if let file {
                text =
                    access.isPipe(file)
                    ? .failure(SubtitleFault(message: "it is not a file")) : access.subtitles(sidecar, file)
            } else {
                text = Self.fetch(uri, EngineConfiguration.rule(of: uri, namedBy: origin, options.resources), options)
            }
            return text.flatMap { Self.script($0, fonts) }
        } then: { answer in
            MediaActor.post { then(answer ?? .failure(SubtitleFault(message: "its disk or server does not respond"))) }
        }
    }

    /// Makes the script that draws the lines of a track. `then` is called once, on the media loop.
    @MediaActor
    func prepare(
        _ lines: EmbeddedLines, fonts: FontFiles?, then: @escaping @Sendable @MediaActor (SubtitleFault?) -> Void
    ) {
        queue.run(within: access.patience) {
            do throws(SubtitleFault) {
                try lines.makeScript(fonts: fonts)
                return SubtitleFault?.none
            } catch {
                return error
            }
        } then: { answer in
            MediaActor.post { then(answer ?? SubtitleFault(message: "the fonts cannot be read")) }
        }
    }

    /// The time for the segments of subtitles, in seconds: more than their reader takes.
    private static let longestLoad = 65.0

    private static func script(_ text: [UInt8], _ fonts: FontFiles?) -> Result<SubtitleScript, SubtitleFault> {
        do throws(SubtitleFault) {
            return .success(try SubtitleScript(text, fonts: fonts))
        } catch {
            return .failure(error)
        }
    }

    private static func fetch(
        _ uri: String, _ rule: ResourceRule, _ options: DecodeSource.Options
    ) -> Result<[UInt8], SubtitleFault> {
        do throws(ProbeError) {
            let sidecar = MediaProbe.subtitles(uri: "file:///" + String(uri.suffix(200)))
            return MediaProbe.readSubtitles(sidecar, bytes: try content(of: uri, rule, options), uri: uri) {
                uri throws(ProbeError) in
                try content(of: uri, rule, options)
            }
        } catch {
            return .failure(SubtitleFault(message: error.message))
        }
    }

    private static func content(
        of uri: String, _ rule: ResourceRule, _ options: DecodeSource.Options
    ) throws(ProbeError) -> [UInt8] {
        do throws(HTTPFailure) {
            guard
                case .content(let content, _, _) = try HTTPResource.fetch(
                    uri, under: rule, userAgent: options.userAgent, timeout: options.networkTimeout,
                    limit: MediaProbe.largestSubtitles)
            else { throw HTTPFailure(.interrupted, "it is too large") }
            return content
        } catch {
            throw .unreadable(error.message)
        }
    }
}

extension LocalFile {
    /// Whether the path leads to a pipe, a socket or a device, which would block. A regular file is opened and read
    /// once: a mount may list a file without being able to deliver it. Blocks.
    fileprivate var isPipe: Bool {
        var status = stat()
        let answer = (bytes + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
        }
        // A file without status cannot be opened either, which GStreamer reports.
        guard answer == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFREG { _ = try? RegularFile(bytes).read(0, 1) }
        return [S_IFIFO, S_IFSOCK, S_IFCHR].contains(kind)
    }
}
