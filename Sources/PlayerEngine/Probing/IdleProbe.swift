internal import Glibc
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore

/// Reads local items that nobody plays yet, on a thread that only runs when nothing else wants the processor or the disk.
///
/// The thread ends with its reading, so nothing is left while there is nothing to read. Whoever asks waits for the answer
/// before asking again. GStreamer is not called here: threads that it makes would be of the same kind, and it plays with
/// them later.
struct IdleProbe: Sendable {
    private typealias Work = @Sendable () -> Void

    private final class Box: Sendable {
        let work: Work
        init(_ work: @escaping Work) { self.work = work }
    }

    /// `then` is called once, on the media loop, with nil where there is nothing to read.
    func read(_ uri: String, then: @escaping @Sendable @MediaActor (ItemFindings?) -> Void) {
        guard let file = LocalFile(uri: uri) else { return MediaActor.post { then(nil) } }
        let box = Box {
            let isReadable = (try? ByteSource.file(file.bytes)) != nil
            let findings = isReadable ? MediaProbe.findings(uri: uri, pathBytes: file.bytes) : nil
            MediaActor.post { then(findings) }
        }
        let parcel = Unmanaged.passRetained(box)
        var thread = pthread_t()
        let outcome = pthread_create(
            &thread, nil,
            { parcel in
                IdleProbe.becomeIdle()
                parcel.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().work() }
                return nil
            }, parcel.toOpaque())
        if outcome == 0 {
            pthread_detach(thread)
        } else {
            parcel.release()
            MediaActor.post { then(nil) }
        }
    }

    /// Of the calling thread; its reads become idle, too, where the disk's scheduler knows that (sched(7), ioprio_set(2)).
    private static func becomeIdle() {
        var parameters = sched_param()
        parameters.sched_priority = 0
        pthread_setschedparam(pthread_self(), idlePolicy, &parameters)
    }

    /// `SCHED_IDLE`, which glibc only defines for GNU sources.
    private static let idlePolicy: CInt = 5
}
