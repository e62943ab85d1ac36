import DBusKit
import PlayerCore
import TestSupport
import Testing

@Suite("Player: signals", .playerctld)
struct PlayerSignalTests {
    @Test("A track change is one PropertiesChanged with everything that changed, and no Seeked")
    func trackChange() async throws {
        let rig = try await Rig(.sample(3, current: 1))
        try rig.forgetSignals()
        await rig.publish {
            $0.select(2)
            $0.status = .paused
            $0.rate = 1.5
        }
        let signals = try rig.signals()
        #expect(
            signals.map(\.summary) == [
                "Player: CanGoNext Metadata PlaybackStatus Rate", "Queue1: CurrentIndex",
            ])
        #expect(signals[0].changed["Metadata"]?.asDictionary?["xesam:title"] == "Title 2")
        #expect(signals[0].changed["PlaybackStatus"] == "Paused")
        #expect(signals[0].path == Rig.path && signals[1].path == Rig.ownPath)
    }

    @Test("Nothing changed: nothing is said")
    func nothingChanged() async throws {
        let rig = try await Rig()
        try rig.forgetSignals()
        await rig.publish()
        await rig.publish { $0.position = .standing(at: MediaTime(microseconds: 50_000_000)) }
        #expect(try rig.signals().isEmpty)
    }

    @Test("Seeked comes after the properties and carries the new position")
    func seeked() async throws {
        let rig = try await Rig()
        try rig.forgetSignals()
        await rig.publish([.seeked(MediaTime(microseconds: 42_000_001))]) {
            $0.position = .standing(at: MediaTime(microseconds: 42_000_001))
            $0.status = .paused
        }
        let signals = try rig.signals()
        #expect(signals.map(\.summary) == ["Player: PlaybackStatus", "Seeked"])
        #expect(signals.last?.arguments == [.int64(42_000_001)])
        #expect(signals.last?.interface == Rig.playerInterface && signals.last?.path == Rig.path)
    }

    @Test("On the wire: properties, then Seeked, then the answer to the method")
    func orderOnTheWire() async throws {
        let rig = try await Rig()
        rig.player.react { _, snapshot, notices in
            snapshot.select(1)
            snapshot.position = .standing(at: MediaTime(microseconds: 5))
            notices.append(.seeked(MediaTime(microseconds: 5)))
            return .success(.done)
        }
        let wire = try WireConnection(address: rig.bus.address)
        var rule: [UInt8] = []
        rule.append(string: Array("type='signal',sender='\(rig.mprisSender)',path='\(Rig.path)'".utf8))
        let bus = "org.freedesktop.DBus"
        let match = wire.send(.call(bus, "/org/freedesktop/DBus", bus, "AddMatch", signature: "s", body: rule))
        _ = try wire.reply(to: match)
        let next = wire.send(.call(Rig.name, Rig.path, Rig.playerInterface, "Next"))
        var arrived: [String] = []
        while let message = try wire.next() {
            arrived.append(message.replySerial == next ? "reply" : message.member ?? "")
            if message.replySerial == next { break }
        }
        #expect(arrived == ["PropertiesChanged", "Seeked", "reply"])
    }

    @Test("Who reads in the moment of the track-change signal reads the new track's position")
    func positionAtTrackChange() async throws {
        let rig = try await Rig()
        await rig.publish { $0.position = .standing(at: MediaTime(microseconds: 90_000_000)) }
        try rig.forgetSignals()
        await rig.publish {
            $0.select(1)
            $0.position = .standing(at: MediaTime(microseconds: 3))
        }
        #expect(try rig.client.nextSignal(timeout: .seconds(5))?.changed["Metadata"] != nil)
        #expect(try rig.get("Position") == .int64(3))
    }

    @Test("A clamped value is announced even when it did not change, and only that one")
    func reannounced() async throws {
        let rig = try await Rig()
        let settings: [(PlayerNotice.Setting, String)] = [
            (.rate, "Rate"), (.volume, "Volume"), (.loop, "LoopStatus"), (.shuffle, "Shuffle"),
        ]
        for (setting, name) in settings {
            try rig.forgetSignals()
            await rig.publish([.reannounce(setting)])
            #expect(try rig.signals().map(\.summary) == ["Player: \(name)"])
        }
    }

    @Test("The real core: a clamped volume and rate are announced before the answer")
    func clampedByTheCore() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.set("Volume", .double(1.5))
        try rig.forgetSignals()
        try rig.set("Volume", .double(17))
        #expect(try rig.client.nextSignal(timeout: .zero)?.changed == ["Volume": .double(1.5)])
        try rig.set("Volume", .double(-3))
        #expect(try rig.get("Volume") == .double(0))
        try rig.set("Rate", .double(100))
        #expect(try rig.get("Rate") == .double(4))
        try rig.set("Rate", .double(0.01))
        #expect(try rig.get("Rate") == .double(0.25))
    }

    @Test("Late facts are one more Metadata with the same id")
    func lateFacts() async throws {
        let rig = try await Rig()
        await rig.publish { $0.current?.duration = nil }
        let id = rig.metadata["mpris:trackid"]
        #expect(rig.metadata["mpris:length"] == nil)
        try rig.forgetSignals()
        await rig.publish { $0.current?.duration = MediaTime(microseconds: 7) }
        let signals = try rig.signals().filter { $0.changedInterface == Rig.playerInterface }
        #expect(signals.map(\.summary) == ["Player: Metadata"])
        #expect(signals.first?.changed["Metadata"]?.asDictionary?["mpris:trackid"] == id)
        #expect(signals.first?.changed["Metadata"]?.asDictionary?["mpris:length"] == .int64(7))
    }

    @Test("PropertiesChanged on the MPRIS object is about MPRIS interfaces only")
    func noForeignInterfaces() async throws {
        let rig = try await Rig()
        try rig.forgetSignals()
        await rig.publish([.itemsChanged(from: 0, removed: 3, inserted: 50)]) {
            $0 = .sample(50, current: 30)
            $0.progression = .stop
            $0.tracks.audio = [MediaTrack(id: 1)]
            $0.error = ItemFault(fault: PlaybackFault(.stalled, "s"), uri: "u")
        }
        let signals = try rig.signals()
        for signal in signals where signal.changedInterface != nil {
            #expect(signal.path == (signal.changedInterface?.hasPrefix("org.mpris.") == true ? Rig.path : Rig.ownPath))
        }
        let interfaces = signals.compactMap(\.changedInterface)
        #expect(Set(interfaces).count == interfaces.count)
        #expect(interfaces.contains("org.mediad.Tracks1") && interfaces.contains(Rig.queue))
    }
}
