import GLibLoop
import TestSupport
import Testing

@testable import MediaExport

/// What is checked before an export, on disks that answer and on others.
@Suite(.timeLimit(.minutes(2)))
struct ExportCheckTests {
    @Test func aDeadMountIsNamed() throws {
        let told = Monitored<[String?]>([])
        let isAlive = Notice()
        defer { isAlive.give() }
        ExportCheck(patience: 0.1).run(forFileAt: "/proc/self/a.mkv") {
            isAlive.wait()
            return nil
        } then: { sentence in
            told.update { $0.append(sentence) }
        }
        #expect(told.wait(seconds: 60) { $0.isEmpty ? nil : true } == true)
        let sentence = told.current.first.flatMap { $0 } ?? ""
        #expect(sentence.hasPrefix("/proc/self/a.mkv cannot be written: /proc does not respond."), "\(sentence)")
        #expect(sentence.contains("umount --lazy /proc"))
    }

    @Test(arguments: [nil, "It is a folder."]) func anAnswerIsPassedOn(_ answer: String?) {
        let told = Monitored<[String?]>([])
        ExportCheck().run(forFileAt: "/proc/self/a.mkv") {
            answer
        } then: { sentence in
            told.update { $0.append(sentence) }
        }
        #expect(told.wait(seconds: 60) { $0.isEmpty ? nil : true } == true)
        #expect(told.current == [answer])
    }
}
