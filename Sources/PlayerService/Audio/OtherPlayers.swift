public import DBusKit
internal import PlayerCore

/// Pauses playback when another player of the session starts playing, if this is enabled.
///
/// It subscribes to signals only while it is enabled. playerctld presents the most recently used player, including
/// mediad, as its own, and is ignored.
@BusActor
public final class OtherPlayers {
    private static let mirror = "org.mpris.MediaPlayer2.playerctld"
    /// The maximum number of players whose status is remembered.
    static let most = 64

    private let connection: BusConnection
    private let commands: CommandSender
    private var subscription: BusSubscription?
    /// The unique names of the players that are playing.
    private var playing: Set<String> = []

    /// - Parameter perform: sends commands to the player.
    public init(session: BusConnection, perform: @escaping PlayerBus.Handlers.Perform) {
        connection = session
        commands = CommandSender(perform)
    }

    /// Whether playback pauses when another player starts playing.
    public var isEnabled: Bool {
        get { subscription != nil }
        set {
            guard newValue != isEnabled else { return }
            playing = []
            guard newValue else {
                subscription = nil
                return
            }
            let match = BusMatch(
                path: BusObject.mpris, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                argument: "org.mpris.MediaPlayer2.Player")
            subscription = try? connection.subscribe(match) { [weak self] signal in self?.take(signal) }
        }
    }

    private func take(_ signal: BusSignalMessage) {
        let sender = signal.sender
        guard sender != connection.uniqueName, signal.arguments.count > 1,
            let status = signal.arguments[1].asDictionary?["PlaybackStatus"]?.asString
        else { return }
        guard status == "Playing" else {
            playing.remove(sender)
            return
        }
        // Some players repeat the status with each item.
        guard !playing.contains(sender) else { return }
        if playing.count >= Self.most { playing = [] }
        playing.insert(sender)
        connection.call(.bus("GetNameOwner", [.string(Self.mirror)])) { [weak self] result in
            guard let self, isEnabled else { return }
            if case .success(let values) = result, values.first?.asString == sender { return }
            commands.send(.pause, from: .program)
        }
    }
}
