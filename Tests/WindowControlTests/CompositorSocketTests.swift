import Foundation
import TestSupport
import Testing

@testable import WindowControl

@Suite struct CompositorSocketTests {
    /// A compositor that answers each request at once, with a tree that is empty.
    private final class QuickCompositor: Sendable {
        let path = NSTemporaryDirectory() + "mediad-ipc-" + UUID().uuidString
        private let listener: Int32

        init() throws {
            listener = try UnixSocket.listen(at: path)
            let listener = listener
            Thread {
                let client = accept(listener, nil, nil)
                let reply = IPCMessage(type: IPCMessage.Request.getTree.rawValue, payload: Array("{}".utf8)).bytes
                var buffer = [UInt8](repeating: 0, count: 4096)
                var received = 0
                while true {
                    let count = read(client, &buffer, buffer.count)
                    guard count > 0 else { break }
                    received += count
                    while received >= IPCMessage.headerLength {
                        received -= IPCMessage.headerLength
                        _ = reply.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    }
                }
                close(client)
            }.start()
        }

        deinit {
            close(listener)
            unlink(path)
        }
    }

    /// The reply may be there before the request that waits for it has been suspended.
    @Test func noReplyIsTooEarly() async throws {
        let compositor = try QuickCompositor()
        let socket = try await CompositorSocket(path: compositor.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        let reply = try await socket.request(.getTree, within: .seconds(30))
                        #expect(reply == Array("{}".utf8))
                    }
                }
            }
            try await group.waitForAll()
        }
        await socket.close()
        withExtendedLifetime(compositor) {}
    }

    /// A change between looking at the state and waiting for the next change ends the wait.
    @Test @WindowActor func aChangeBeforeTheWaitCounts() async {
        let changes = ChangeSignal()
        let seen = changes.count
        changes.notify()
        #expect(await changes.next(after: seen, before: .max))
        #expect(await !changes.next(after: changes.count, before: 0))
    }
}
