import GLibLoop
import MediaExport
import TestSupport
import Testing

/// What is asked of disks that answer, and of others.
@Suite(.timeLimit(.minutes(2)))
struct MountCheckTests {
    private static let path = Array("/proc/self/a.mkv".utf8)

    @Test("A mount that does not respond is named, with what to do") func named() throws {
        let told = Monitored<[SilentMount?]>([])
        let isAlive = Notice()
        defer { isAlive.give() }
        MountCheck(label: "test", patience: 0.1, touch: { _ in isAlive.wait() }).read(Self.path) {
        } then: { answer in
            if case .failure(let mount) = answer {
                told.update { $0.append(mount) }
            } else {
                told.update { $0.append(nil) }
            }
        }
        #expect(told.wait(seconds: 60) { $0.isEmpty ? nil : true } == true)
        let mount = try #require(told.current.first.flatMap { $0 })
        #expect(mount == SilentMount("/proc"))
        let advice = mount.advice("export again")
        #expect(advice.hasPrefix("/proc does not respond.") && advice.contains("umount --lazy /proc"), "\(advice)")
    }

    @Test("An answer is passed on", arguments: [nil, "It is a folder."]) func answered(_ answer: String?) {
        let told = Monitored<[String?]>([])
        MountCheck(label: "test").run(on: Self.path) {
            answer
        } then: { result in
            if case .success(let answer) = result { told.update { $0.append(answer) } }
        }
        #expect(told.wait(seconds: 60) { $0.isEmpty ? nil : true } == true)
        #expect(told.current == [answer])
    }
}
