import Foundation
import Testing

@testable import mediad

@Suite struct SystemdNotifierTests {
    /// A datagram socket as the service manager has one.
    private final class Listener {
        let address: String
        private let descriptor: CInt

        init(abstract: Bool) throws {
            let path = "/tmp/mediad-notify-\(UUID().uuidString.prefix(8))"
            address = abstract ? "@" + path : path
            descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            let bytes = (abstract ? [0] : []) + Array(path.utf8)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
            let length = socklen_t(2 + bytes.count + (abstract ? 0 : 1))
            let result = withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
            }
            try #require(result == 0)
        }

        deinit {
            close(descriptor)
            if address.hasPrefix("/") { unlink(address) }
        }

        func next() -> String? {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    @Test(arguments: [false, true]) func datagramsArriveWhereTheManagerListens(abstract: Bool) throws {
        let listener = try Listener(abstract: abstract)
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": listener.address])
        #expect(notifier.isActive)
        notifier.ready(status: "idle")
        notifier.status("playing\nA")
        notifier.reloading()
        notifier.stopping()
        #expect(listener.next() == "READY=1\nSTATUS=idle")
        #expect(listener.next() == "STATUS=playing A")
        let reloading = try #require(listener.next())
        #expect(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(reloading.split(separator: "=").last.flatMap { Int64($0) } != nil)
        #expect(listener.next() == "STOPPING=1")
        #expect(listener.next() == nil)
    }

    @Test(arguments: [nil, "", "vsock:1:2", "/nowhere/notify", "/" + String(repeating: "x", count: 200)])
    func withoutAListenerNothingHappens(address: String?) {
        let notifier = SystemdNotifier(environment: address.map { ["NOTIFY_SOCKET": $0] } ?? [:])
        notifier.ready(status: "idle")
        notifier.stopping()
    }
}
