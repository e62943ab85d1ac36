internal import GLibLoop
internal import Glibc
internal import MediaContainers
internal import PlayerCore

/// Reads local items that nobody plays yet, on a thread that stands back for whatever else wants the processor or the disk.
///
/// The thread ends with its reading, so nothing is left while there is nothing to read. Whoever asks waits for the answer
/// before asking again; a file that hangs is given up after a while, for there may be others worth reading. GStreamer is not
/// called here: threads that it makes would be of the same kind, and it plays with them later.
struct IdleProbe: Sendable {
    private let access: FileAccess
    private let queue: WorkQueue

    init(_ access: FileAccess = FileAccess()) {
        self.access = access
        queue = WorkQueue(label: "mediad.idle", width: 1, patience: access.idlePatience, limit: 4)
    }

    /// `then` is called once, on the media loop, with nil where there is nothing to read.
    func read(_ uri: String, then: @escaping @Sendable @MediaActor (ItemFindings?) -> Void) {
        guard let file = LocalFile(uri: uri) else { return MediaActor.post { then(nil) } }
        queue.run(within: access.idlePatience) { [access] in
            Self.becomeNice()
            let isReadable = (try? ByteSource.file(file.bytes)) != nil
            return isReadable ? access.findings(uri, file) : nil
        } then: { findings in
            MediaActor.post { then(findings ?? nil) }
        }
    }

    /// Of the calling thread (setpriority(2)), and with it of its reads, where the disk's scheduler knows that (ioprio_set(2)).
    ///
    /// Not `SCHED_IDLE`: a process that is killed is not gone before each of its threads ran once more, and beside busy
    /// processors an idle one waits seconds for that.
    private static func becomeNice() { setpriority(CInt(PRIO_PROCESS.rawValue), 0, 10) }
}
