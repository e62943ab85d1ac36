internal import GLibLoop

#if canImport(Glibc)
    import Glibc
#endif

/// Reports the daemon's state to the service manager in datagrams to `$NOTIFY_SOCKET` (the sd_notify protocol).
///
/// Without a service manager every call does nothing. No call waits: a manager that does not read loses the message.
struct SystemdNotifier: Sendable {
    /// A path, or a name in the abstract name space after an `@`.
    private let address: String?

    /// - Parameter environment: the process's own.
    init(environment: [String: String]) {
        address = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    }

    /// Whether there is a service manager.
    var isActive: Bool { address != nil }

    /// Reports that the daemon has started: it owns both names.
    func ready(status: String) {
        send(["READY=1", "STATUS=\(status.onOneLine())"])
    }

    /// Sets the text that `systemctl --user status` shows in its Status line.
    func status(_ status: String) {
        send(["STATUS=\(status.onOneLine())"])
    }

    /// Reports that the configuration is being reloaded; ``ready(status:)`` ends this state.
    func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
        send(["RELOADING=1", "MONOTONIC_USEC=\(microseconds)"])
    }

    /// Restarts the watchdog's timeout.
    func watchdog() {
        send(["WATCHDOG=1"])
    }

    /// Reports that the daemon is stopping.
    func stopping() {
        send(["STOPPING=1"])
    }

    private func send(_ assignments: [String]) {
        guard let address else { return }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(address.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: name.sun_path) else { return }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
        // The length is part of an abstract name: a trailing NUL would belong to it.
        let pathOffset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let length = socklen_t(pathOffset + bytes.count + (bytes[0] == 0 ? 0 : 1))

        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let message = Array(assignments.joined(separator: "\n").utf8)
        _ = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(
                    descriptor, message, message.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT),
                    address,
                    length)
            }
        }
    }
}
