internal import DBusKit
internal import PlayerCore

/// `org.freedesktop.portal.Inhibit` of xdg-desktop-portal, which uses the desktop's own mechanism.
///
/// The token is the path of a Request object, which exists until it is closed.
/// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Inhibit.html
struct PortalService: InhibitionService {
    private static let request = "org.freedesktop.portal.Request"

    let name = "org.freedesktop.portal.Desktop"
    let capabilities: Inhibition = [.suspend, .idle]
    let tokenType = "o"

    func request(_ what: Inhibition) -> BusRequest {
        // 1 and 2 stand for logout and user switching.
        let flags: UInt32 = (what.contains(.suspend) ? 4 : 0) | (what.contains(.idle) ? 8 : 0)
        return BusRequest(
            destination: name, path: "/org/freedesktop/portal/desktop", interface: "org.freedesktop.portal.Inhibit",
            member: "Inhibit",
            // An empty parent window: dialogs have no parent.
            arguments: [.string(""), .uint32(flags), .properties(["reason": .string(InhibitionText.reason)])])
    }

    func release(_ token: DBusValue) -> BusRequest? {
        BusRequest(
            destination: name, path: token.asObjectPath ?? "/", interface: Self.request, member: "Close",
            autoStart: false)
    }

    /// The portal replies before it has called the desktop's backend, and reports the result later.
    var withdrawals: BusMatch? { BusMatch(sender: name, interface: Self.request, member: "Response") }

    func withdraws(_ signal: BusSignalMessage, _ token: DBusValue) -> Bool {
        signal.path == token.asObjectPath && signal.arguments.first?.asUInt32 != 0
    }
}
