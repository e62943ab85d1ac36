import DBusKit
import PlayerCore
import PlayerService
import Synchronization
import TestSupport
import Testing

/// Other players that begin to play.
@Suite struct OtherPlayersTests {
    /// What was asked of the player.
    private let asked = Mailbox<PlayerCommand>()
    private let bus: PrivateBus
    private let own: BusConnection
    private let players: OtherPlayers

    init() async throws {
        bus = try PrivateBus()
        (own, players) = try await Self.start(bus.address, asked)
    }

    @BusActor
    private static func start(
        _ address: String, _ asked: Mailbox<PlayerCommand>
    ) throws -> (BusConnection, OtherPlayers) {
        let connection = try BusConnection(address: address)
        let players = OtherPlayers(session: connection) { command, _, _ in asked.post(command) }
        players.isEnabled = true
        return (connection, players)
    }

    @BusActor
    private func say(_ status: String, _ player: BusConnection) throws {
        try player.emitPropertiesChanged(
            path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player",
            changed: ["PlaybackStatus": .string(status)], invalidated: [])
    }

    @BusActor
    private func connect(_ name: String) throws -> BusConnection {
        let player = try BusConnection(address: bus.address)
        _ = try player.requestName("org.mpris.MediaPlayer2.\(name)")
        return player
    }

    @BusActor private func setEnabled(_ isEnabled: Bool) { players.isEnabled = isEnabled }

    @Test func oneThatBeginsToPlayPausesThisOnce() async throws {
        let other = try await connect("other")
        let another = try await connect("another")
        try await say("Paused", other)
        try await say("Playing", other)
        try await say("Playing", other)
        #expect(try asked.next() == .pause)
        try await say("Playing", another)
        #expect(try asked.next() == .pause)
        try await say("Stopped", other)
        try await say("Playing", other)
        #expect(try asked.next() == .pause)
        #expect(asked.count == 0)
    }

    @Test func playerctldItselfAndDisabledDoNothing() async throws {
        let mirror = try await connect("playerctld")
        let other = try await connect("other")
        try await say("Playing", own)
        try await say("Playing", mirror)
        await setEnabled(false)
        try await say("Playing", other)
        await setEnabled(true)
        let another = try await connect("another")
        try await say("Playing", another)
        #expect(try asked.next() == .pause)
        #expect(asked.count == 0)
    }
}
