internal import GLibLoop
internal import Glibc
internal import MediaContainers
internal import PlayerCore

/// Reads local items that are not played yet, on a thread that yields the processor and the disk to everything else.
///
/// The thread ends when the reading does, so that nothing remains while there is nothing to read. Callers wait for a
/// result before the next request. A file that hangs is abandoned after some time, because others may be readable.
/// GStreamer is not called here: its threads would inherit the low priority, and it uses them for playback later.
struct IdleProbe: Sendable {
    private let access: FileAccess
    private let queue: WorkQueue

    init(_ access: FileAccess = FileAccess()) {
        self.access = access
        queue = WorkQueue(
            label: "mediad.idle", width: 1, patience: access.idlePatience, limit: 4, keepsThreads: false)
    }

    /// Reads an item. `then` is called once, on the media loop, with nil if there is nothing to read.
    func read(_ uri: String, then: @escaping @Sendable @MediaActor (ItemFindings?) -> Void) {
        guard let file = LocalFile(uri: uri) else { return MediaActor.post { then(nil) } }
        queue.run(within: access.idlePatience, on: access.mount(file), locate: access.locate(file)) { [access] in
            Self.becomeNice()
            guard (try? ByteSource.file(file.bytes)) != nil, case .success(let mark) = access.mark(uri) else {
                return nil
            }
            return withExtendedLifetime(mark) { access.findings(uri, file) }
        } then: { findings in
            MediaActor.post { then(findings ?? nil) }
        }
    }

    /// Lowers the priority of the calling thread (setpriority(2)), and thereby of its reads if the I/O scheduler
    /// supports it (ioprio_set(2)).
    ///
    /// Not `SCHED_IDLE`: a killed process exits only after each of its threads has run once more, and an idle thread
    /// waits seconds for that if the processors are busy.
    private static func becomeNice() { setpriority(CInt(PRIO_PROCESS.rawValue), 0, 10) }
}
