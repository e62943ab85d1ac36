internal import DBusKit
internal import PlayerCore

/// `org.freedesktop.portal.Inhibit` of xdg-desktop-portal, which speaks for the desktop and knows how it wants it done.
///
/// The token is the path of a Request object, which lasts until it is closed.
/// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Inhibit.html
struct PortalService: InhibitionService {
    private static let request = "org.freedesktop.portal.Request"

    let name = "org.freedesktop.portal.Desktop"
    let capabilities: Inhibition = [.suspend, .idle]
    let tokenType = "o"

    func request(_ what: Inhibition) -> BusRequest {
        // 1 and 2 would be logging out and switching the user.
        let flags: UInt32 = (what.contains(.suspend) ? 4 : 0) | (what.contains(.idle) ? 8 : 0)
        return BusRequest(
            destination: name, path: "/org/freedesktop/portal/desktop", interface: "org.freedesktop.portal.Inhibit",
            member: "Inhibit",
            // No window is the parent of any dialog.
            arguments: [.string(""), .uint32(flags), .properties(["reason": .string(InhibitionText.reason)])])
    }

    func release(_ token: DBusValue) -> BusRequest? {
        BusRequest(
            destination: name, path: token.asObjectPath ?? "/", interface: Self.request, member: "Close",
            autoStart: false)
    }

    /// The portal answers before it has asked the desktop's own backend, and says later how that went.
    var withdrawals: BusMatch? { BusMatch(sender: name, interface: Self.request, member: "Response") }

    func withdraws(_ signal: BusSignalMessage, _ token: DBusValue) -> Bool {
        signal.path == token.asObjectPath && signal.arguments.first?.asUInt32 != 0
    }
}
