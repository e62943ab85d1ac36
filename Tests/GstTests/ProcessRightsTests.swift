import Foundation
import GLibLoop
import Synchronization
import TestSupport
import Testing

@Suite struct ProcessRightsTests {
    /// What a thread that gave up its sockets can do.
    private struct Found: Sendable {
        var result: CInt = -1
        var sockets: [CInt] = []
        var pair: CInt = -1
    }

    @Test func withoutSocketsThereIsNoWayOutAndAllElseWorks() throws {
        let found = Monitored<Found?>(nil)
        // For this one alone: the tests go on with theirs.
        Thread.detachNewThread {
            var own = Found()
            own.result = ProcessRights.renounceSockets(wholeProcess: false)
            for family in [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] {
                let descriptor = socket(family, CInt(SOCK_DGRAM.rawValue), 0)
                own.sockets.append(descriptor < 0 ? errno : 0)
                if descriptor >= 0 { close(descriptor) }
            }
            var pair: [CInt] = [-1, -1]
            own.pair = socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair)
            for descriptor in pair where descriptor >= 0 { close(descriptor) }
            found.update { $0 = own }
        }
        let own = try #require(found.wait(seconds: 60) { $0 })
        #expect(own.result == 0)
        #expect(own.sockets == [EACCES, EACCES, EACCES, EACCES])
        #expect(own.pair == 0)
        let other = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        #expect(other >= 0)
        close(other)
    }

    /// What a thread that may change one folder only can do: 0, or an error number.
    private struct Changes: Sendable, Equatable {
        var made: CInt = -1
        var renamed: CInt = -1
        var removed: CInt = -1
        var written: CInt = -1
    }

    private static func changes(in folder: String) -> Changes {
        func result(_ value: CInt) -> CInt { value < 0 ? errno : 0 }
        var changes = Changes()
        let new = open("\(folder)/new", O_WRONLY | O_CREAT, 0o600)
        changes.made = result(new)
        if new >= 0 { close(new) }
        changes.renamed = result(rename("\(folder)/old", "\(folder)/older"))
        let kept = open("\(folder)/kept", O_WRONLY | O_TRUNC)
        changes.written = result(kept)
        if kept >= 0 { close(kept) }
        changes.removed = result(unlink("\(folder)/gone"))
        return changes
    }

    @Test func filesChangeInTheGivenPlacesOnly() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("rights-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        for folder in ["\(root)/own", "\(root)/other"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for name in ["old", "kept", "gone"] {
                try Data("words".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
        }
        let found = Monitored<(result: CInt, own: Changes, other: Changes, null: CInt, read: Bool)?>(nil)
        Thread.detachNewThread {
            let places = ["\(root)/own", "/dev/null", "\(root)/missing"]
            let result = ProcessRights.renounceWriting(except: places)
            let (own, other) = (Self.changes(in: "\(root)/own"), Self.changes(in: "\(root)/other"))
            let null = open("/dev/null", O_WRONLY)
            if null >= 0 { close(null) }
            let text = try? String(contentsOfFile: "\(root)/other/kept", encoding: .utf8)
            found.update { $0 = (result, own, other, null, text == "words") }
        }
        let outcome = try #require(found.wait(seconds: 60) { $0 })
        guard outcome.result != ENOSYS, outcome.result != EOPNOTSUPP else {
            return print("This kernel has no Landlock: workers may write wherever the user may.")
        }
        #expect(outcome.result == 0)
        #expect(outcome.own == Changes(made: 0, renamed: 0, removed: 0, written: 0))
        #expect(outcome.other == Changes(made: EACCES, renamed: EACCES, removed: EACCES, written: EACCES))
        #expect(outcome.null >= 0 && outcome.read)
    }
}
