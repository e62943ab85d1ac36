internal import DBusKit
internal import PlayerCore

/// `org.freedesktop.ScreenSaver` of KDE, GNOME, Xfce and stand-alone idle daemons. The token is a cookie.
///
/// https://specifications.freedesktop.org/idle-inhibit-spec/latest/
struct ScreenSaverService: InhibitionService {
    let name = "org.freedesktop.ScreenSaver"
    let capabilities: Inhibition = .idle
    let tokenType = "u"

    func request(_: Inhibition) -> BusRequest {
        call("Inhibit", [.string(InhibitionText.application), .string(InhibitionText.reason)])
    }

    func release(_ token: DBusValue) -> BusRequest? {
        var request = call("UnInhibit", [token])
        request.autoStart = false
        return request
    }

    private func call(_ member: String, _ arguments: [DBusValue]) -> BusRequest {
        BusRequest(
            destination: name, path: "/org/freedesktop/ScreenSaver", interface: name, member: member,
            arguments: arguments)
    }
}
