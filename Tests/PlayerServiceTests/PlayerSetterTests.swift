import DBusKit
import PlayerCore
import Testing

@Suite("Player: setters", .playerctld)
struct PlayerSetterTests {
    @Test("What fits is one command each")
    func commands() async throws {
        let rig = try await Rig()
        try rig.set("Rate", .double(2))
        try rig.set("Rate", .double(0))
        try rig.set("Rate", .int32(1))
        try rig.set("Volume", .double(-1))
        try rig.set("Volume", .double(0.123456789))
        try rig.set("Shuffle", true)
        for loop in ["None", "Track", "Playlist"] { try rig.set("LoopStatus", .string(loop)) }
        #expect(
            rig.player.commands == [
                .setRate(2), .setRate(0), .setRate(1), .setVolume(-1), .setVolume(0.123456789), .setShuffle(true),
                .setLoop(.none), .setLoop(.track), .setLoop(.playlist),
            ])
    }

    @Test("What does not fit is InvalidArgs, and nothing happens")
    func invalid() async throws {
        let rig = try await Rig()
        let wrong: [(String, DBusValue)] = [
            ("Rate", .double(.nan)), ("Rate", .double(.infinity)), ("Rate", .double(-.infinity)), ("Rate", "2"),
            ("Rate", true), ("Volume", .double(.nan)), ("Volume", .double(.infinity)), ("Volume", "1"),
            ("LoopStatus", "none"), ("LoopStatus", "All"), ("LoopStatus", ""), ("LoopStatus", .int32(1)),
            ("Shuffle", "true"), ("Shuffle", .int32(1)), ("Shuffle", .double(1)),
        ]
        for (name, value) in wrong {
            let failure = rig.failure { () throws(DBusError) in try rig.set(name, value) }
            #expect(failure?.isStandard(.invalidArgs) == true, "\(name) \(value)")
        }
        #expect(rig.player.commands.isEmpty)
    }

    @Test("What cannot be set says PropertyReadOnly; Fullscreen says why")
    func readOnly() async throws {
        let rig = try await Rig()
        for (name, value) in [
            ("PlaybackStatus", "Playing"), ("Position", .int64(1)), ("CanPlay", true), ("MinimumRate", .double(0)),
            ("Metadata", .properties([:])),
        ] as [(String, DBusValue)] {
            let failure = rig.failure { () throws(DBusError) in try rig.set(name, value) }
            #expect(failure?.isStandard(.propertyReadOnly) == true, "\(name)")
        }
        let failure = rig.failure { () throws(DBusError) in
            try rig.client.set(Rig.name, Rig.path, Rig.root, "Fullscreen", to: true)
        }
        #expect(failure?.name == "org.mediad.Error.NotPossible")
    }

    @Test("Rate 0 pauses: Paused is announced, the rate stays as it was and is announced again")
    func rateZero() async throws {
        var core = Player(firstID: 1, seed: 1)
        _ = core.handle(.openURI("file:///a.flac"), from: .person, now: MonotonicTime(nanoseconds: 0))
        let rig = try await Rig(core: core)
        #expect(try rig.get("PlaybackStatus") == "Playing")
        try rig.forgetSignals()
        try rig.set("Rate", .double(0))
        let signal = try rig.client.nextSignal(timeout: .zero)
        #expect(signal?.changed == ["PlaybackStatus": "Paused", "Rate": .double(1)])
        #expect(try rig.get("PlaybackStatus") == "Paused")
        #expect(try rig.get("Rate") == .double(1))
    }

    @Test("A setter answers after its change was announced, with the player's refusal if there is one")
    func answers() async throws {
        let rig = try await Rig()
        rig.player.react { command, snapshot, _ in
            if case .setVolume(let volume) = command { snapshot.volume = volume }
            if case .setShuffle = command { return .failure(.notPossible("not now")) }
            return .success(.done)
        }
        try rig.forgetSignals()
        try rig.set("Volume", .double(0.5))
        #expect(try rig.client.nextSignal(timeout: .zero)?.changed == ["Volume": .double(0.5)])
        let failure = rig.failure { () throws(DBusError) in try rig.set("Shuffle", true) }
        #expect(failure == DBusError(name: "org.mediad.Error.NotPossible", message: "not now"))
    }
}
