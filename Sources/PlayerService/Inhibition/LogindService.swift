internal import DBusKit
internal import PlayerCore

/// Inhibitor locks of systemd-logind or elogind on the system bus. The token is an open file, and closing it releases
/// the lock.
///
/// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html
struct LogindService: InhibitionService {
    let name = "org.freedesktop.login1"
    let capabilities: Inhibition = [.suspend, .idle]
    let tokenType = "h"

    func request(_ what: Inhibition) -> BusRequest {
        let names = (what.contains(.suspend) ? ["sleep"] : []) + (what.contains(.idle) ? ["idle"] : [])
        return BusRequest(
            destination: name, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
            member: "Inhibit",
            arguments: [
                .string(names.joined(separator: ":")), .string(InhibitionText.application),
                .string(InhibitionText.reason), "block",
            ])
    }

    func release(_: DBusValue) -> BusRequest? { nil }
}
