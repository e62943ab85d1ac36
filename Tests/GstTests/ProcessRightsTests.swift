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
}
