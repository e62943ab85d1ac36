internal import GLibLoop
internal import Glibc
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore

/// How files are looked at and read: as the system does it, unless a test has another way.
struct FileAccess: Sendable {
    /// Whether a path leads to a pipe, a socket or a device. Takes as long as the file system does.
    var isPipe: @Sendable (LocalFile) -> Bool = { $0.isPipe }
    /// The text of a file of subtitles. Takes as long as the file system does.
    var subtitles: @Sendable (SubtitleSidecar?, LocalFile) -> Result<[UInt8], SubtitleFault> = { sidecar, file in
        MediaProbe.readSubtitles(sidecar, path: file.bytes) { TextEncoding.utf8($0, from: $1) }
    }
    /// What is inside a file and beside it. Takes as long as the file system does.
    var findings: @Sendable (_ uri: String, LocalFile) -> ItemFindings = { uri, file in
        MediaProbe.findings(uri: uri, pathBytes: file.bytes)
    }
    /// Seconds without an answer after which a file system is taken to hang: a disk that sleeps is awake by then.
    var patience = 10.0
    /// The same where nobody is in a hurry, and others have the processor and the disk first.
    var idlePatience = 60.0
}

/// Looks at files before anything is opened, beside the media loop: a dead network mount takes minutes to answer, or does
/// not answer at all.
final class FileDoor: Sendable {
    fileprivate let access: FileAccess
    fileprivate let queue = WorkQueue(label: "mediad.files", width: 4)

    init(_ access: FileAccess = FileAccess()) { self.access = access }

    /// Looks whether something can be opened without waiting for whoever writes into it; `then` is called once, on the media
    /// loop, with why not. At once for what is no file, later for files.
    @MediaActor
    func look(at uri: String, then: @escaping @Sendable @MediaActor (PlaybackFault?) -> Void) {
        guard let file = LocalFile(uri: uri) else { return then(nil) }
        queue.run(within: access.patience) { [access] in
            access.isPipe(file)
        } then: { isPipe in
            MediaActor.post {
                switch isPipe {
                case false?: then(nil)
                case true?: then(Faults.pipe(uri))
                case nil: then(Faults.noAnswer(uri))
                }
            }
        }
    }
}

extension FileDoor {
    /// Reads a file of subtitles; `then` is called once, on the media loop.
    @MediaActor
    func read(
        _ sidecar: SubtitleSidecar?, _ uri: String, _ options: DecodeSource.Options,
        then: @escaping @Sendable @MediaActor (Result<SubtitleScript, SubtitleFault>) -> Void
    ) {
        let patience = uri.lowercased().hasPrefix("file:") ? access.patience : Double(options.networkTimeout) + 5
        queue.run(within: patience) { [access] in
            let text: Result<[UInt8], SubtitleFault>
            if let file = LocalFile(uri: uri) {
                text =
                    access.isPipe(file)
                    ? .failure(SubtitleFault(message: "it is not a file")) : access.subtitles(sidecar, file)
            } else {
                text = Self.fetch(uri, options)
            }
            return text.flatMap(Self.script)
        } then: { answer in
            MediaActor.post { then(answer ?? .failure(SubtitleFault(message: "there is no answer"))) }
        }
    }

    /// Makes what draws the lines of a track; `then` is called once, on the media loop.
    @MediaActor
    func prepare(_ lines: EmbeddedLines, then: @escaping @Sendable @MediaActor (SubtitleScriptFault?) -> Void) {
        queue.run(within: access.patience) {
            do throws(SubtitleScriptFault) {
                try lines.makeScript()
                return SubtitleScriptFault?.none
            } catch {
                return error
            }
        } then: { answer in
            MediaActor.post { then(answer ?? SubtitleScriptFault(message: "the fonts cannot be read")) }
        }
    }

    private static func script(_ text: [UInt8]) -> Result<SubtitleScript, SubtitleFault> {
        do throws(SubtitleScriptFault) {
            return .success(try SubtitleScript(text))
        } catch {
            return .failure(SubtitleFault(message: error.message))
        }
    }

    private static func fetch(_ uri: String, _ options: DecodeSource.Options) -> Result<[UInt8], SubtitleFault> {
        do throws(HTTPFailure) {
            guard
                case .content(let content, _, _) = try HTTPResource.fetch(
                    uri, userAgent: options.userAgent, timeout: options.networkTimeout,
                    limit: MediaProbe.largestSubtitles)
            else { return .failure(SubtitleFault(message: "it is too large")) }
            let sidecar = MediaProbe.subtitles(uri: "file:///" + String(uri.suffix(200)))
            return MediaProbe.readSubtitles(sidecar, bytes: content) { TextEncoding.utf8($0, from: $1) }
        } catch {
            return .failure(SubtitleFault(message: error.message))
        }
    }
}

extension LocalFile {
    /// Whether the path leads to a pipe, a socket or a device, which would have to be waited for. A regular file is opened
    /// and read once: a mount may know a file and not give it. Blocks.
    fileprivate var isPipe: Bool {
        var status = stat()
        let answer = (bytes + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
        }
        // What cannot be looked at cannot be opened either, and that is told in GStreamer's words.
        guard answer == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFREG { _ = try? RegularFile(bytes).read(0, 1) }
        return [S_IFIFO, S_IFSOCK, S_IFCHR].contains(kind)
    }
}
