import Dispatch
import TestSupport
import Testing

@testable import mediactl

/// A disk that does not answer, and what a command says of it.
@Suite(.timeLimit(.minutes(2)))
struct DiskWatchTests {
    private static let path = LocalPath("/proc/self/nothing.flac")

    @Test func aDeadMountIsNamedAndEndsTheCommand() {
        let told = Monitored<[String]>([])
        let isEnded = DispatchSemaphore(value: 0)
        let isAlive = DispatchSemaphore(value: 0)
        defer { isAlive.signal() }
        let watch = DiskWatch(
            patience: 0.1, answerTime: 0.1, timeout: 0.3, ask: { _ in isAlive.wait() },
            tell: { line in told.update { $0.append(line) } },
            end: { isEnded.signal() })
        watch.reading(Self.path) { _ in isEnded.wait() }
        #expect(told.current.first == "mediactl: waiting for /proc, which does not respond.")
        #expect(told.current.last?.hasPrefix("/proc/self/nothing.flac cannot be read: /proc does not respond.") == true)
        #expect(told.current.last?.contains("umount --lazy /proc") == true)
        #expect(told.current.count == 2)
    }

    /// Reading a large folder takes as long as it takes.
    @Test func aDiskThatAnswersIsWaitedFor() {
        let asked = DispatchSemaphore(value: 0)
        let told = Monitored<[String]>([])
        let watch = DiskWatch(
            patience: 0.05, answerTime: 60, timeout: 120, ask: { _ in asked.signal() },
            tell: { line in told.update { $0.append(line) } },
            end: { told.update { $0.append("ended") } })
        watch.reading(Self.path) { _ in for _ in 0..<5 { asked.wait() } }
        #expect(told.current == [])
    }

    @Test func whatIsReadNowIsAskedFor() {
        let asked = Monitored<[LocalPath]>([])
        let watch = DiskWatch(
            patience: 0.05, answerTime: 60, timeout: 120, ask: { path in asked.update { $0.append(path) } },
            tell: { _ in }, end: {})
        watch.reading(Self.path) { place in
            place.move(to: LocalPath("/proc/1"))
            _ = asked.wait(seconds: 30) { $0.isEmpty ? nil : true }
        }
        #expect(asked.current.first == LocalPath("/proc/1"))
    }
}
