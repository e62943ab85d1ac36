import Foundation
import Testing

@testable import mediad

@Suite struct SystemdNotifierTests {
    @Test(arguments: [false, true]) func datagramsArriveWhereTheManagerListens(abstract: Bool) throws {
        let listener = try NotifyListener(abstract: abstract)
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": listener.address])
        #expect(notifier.isActive)
        notifier.ready(status: "idle")
        notifier.status("playing\nA")
        notifier.reloading()
        notifier.watchdog()
        notifier.stopping()
        #expect(listener.next() == "READY=1\nSTATUS=idle")
        #expect(listener.next() == "STATUS=playing A")
        let reloading = try #require(listener.next())
        #expect(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(reloading.split(separator: "=").last.flatMap { Int64($0) } != nil)
        #expect(listener.next() == "WATCHDOG=1")
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
