import GLibLoop
import Glibc
import MediaContainers
import Synchronization

/// Watches a command that reads files: a disk or a network mount may answer after minutes, or never.
///
/// The command itself waits in the kernel meanwhile. So another thread says which mount it is waiting for, and ends the process.
struct DiskWatch: Sendable {
    /// Seconds after which the disk is asked whether it is still there. A disk needs up to ten to spin up.
    var patience = 3.0
    /// How long the answer may take until the mount is named.
    var answerTime = 1.0
    /// After so many seconds without an answer, the process ends.
    var timeout = 10.0
    /// Asks for a path; returns when its disk has answered, whatever the answer is.
    var ask: @Sendable (LocalPath) -> Void = { _ = $0.kind }
    /// Tells what is waited for.
    var tell: @Sendable (String) -> Void = { Output.complain($0) }
    /// Ends the process, without what would wait for other threads.
    var end: @Sendable () -> Void = { _exit(ExitStatus.refused.rawValue) }

    fileprivate final class Visit: Sendable {
        let path: Mutex<LocalPath>
        let isOver = Notice()
        init(_ path: LocalPath) { self.path = Mutex(path) }
    }

    /// The path that is being read; it may change meanwhile, as in a folder.
    final class Place: Sendable {
        fileprivate let visit: Visit
        fileprivate init(_ visit: Visit) { self.visit = visit }
        func move(to path: LocalPath) { visit.path.withLock { $0 = path } }
    }

    /// Runs `body`, which reads files, and watches it.
    func reading<Value, Reason: Error>(
        _ path: LocalPath, _ body: (Place) throws(Reason) -> Value
    ) throws(Reason) -> Value {
        let visit = Visit(path)
        defer { visit.isOver.give() }
        SideThread.run("disk watch") { watch(visit) }
        return try body(Place(visit))
    }

    private func watch(_ visit: Visit) {
        while !visit.isOver.isGiven(within: patience) {
            let path = visit.path.withLock { $0 }
            // A long read of a disk that answers is none of this.
            let answer = Answer()
            SideThread.run("disk question") {
                if let mount = MountLinks().follow(path.bytes) { answer.mount.withLock { $0 = mount } }
                ask(path)
                answer.given.give()
            }
            if answer.given.isGiven(within: answerTime) { continue }
            let mount = answer.mount.withLock { $0 } ?? MountPoints.current.mount(of: path.bytes) ?? "/"
            tell("mediactl: waiting for \(mount), which does not respond.")
            if answer.given.isGiven(within: max(0, timeout - patience - answerTime)) { continue }
            tell(
                "\(path.text) cannot be read: \(mount) does not respond. Check the disk or the network, or detach the mount "
                    + "with 'umount --lazy \(mount)', then try again.")
            return end()
        }
    }

    private final class Answer: Sendable {
        let mount = Mutex<String?>(nil)
        let given = Notice()
    }
}
