import DBusKit
import PlayerCore
import TestSupport
import Testing

@Suite("Under stress", .playerctld)
struct StressTests {
    @Test("Random edits: who applies the signals to a list of its own has what Tracks and Items say")
    func signalsAddUp() async throws {
        var random = SplitMix(state: 7)
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        var window: [DBusValue] = []
        var queue: [DBusValue] = []
        for step in 0..<200 {
            try edit(rig, queue, &random)
            let signals = try rig.signals()
            for signal in signals { apply(signal, to: &window) }
            let tracks = try rig.client.get(Rig.name, Rig.path, Rig.trackList, "Tracks").asArray ?? []
            guard window == tracks else {
                Issue.record("step \(step): the signals make \(window), Tracks says \(tracks)")
                return
            }
            let invalidated = signals.contains { $0.invalidated == ["Tracks"] }
            let told = signals.contains {
                ["TrackAdded", "TrackRemoved", "TrackListReplaced"].contains($0.member)
            }
            #expect(invalidated == told)

            let items = try rig.queue("Items", [.uint32(0), .uint32(.max)]).first?.asDictionaries ?? []
            let all = items.compactMap { $0["item"] }
            var length = queue.count
            for signal in signals where signal.member == "ItemsChanged" {
                let numbers = signal.arguments.compactMap { $0.asInt64 }.map(Int.init)
                #expect(numbers[0] + numbers[1] <= length)
                length += numbers[2] - numbers[1]
            }
            #expect(length == all.count)
            queue = all
        }
    }

    private func edit(_ rig: Rig, _ queue: [DBusValue], _ random: inout SplitMix) throws {
        let some = queue.isEmpty ? DBusValue.objectPath("/none") : queue[random.next(below: queue.count)]
        let items = (0..<(1 + random.next(below: 12))).map { ["uri": DBusValue.string("file:///\($0).flac")] }
        let place = DBusValue.uint32(UInt32(random.next(below: queue.count + 2)))
        switch random.next(below: 12) {
        case 0...3: try rig.queue("Insert", [.propertyLists(items), place])
        case 4: if !queue.isEmpty { try rig.queue("Move", [some, place]) }
        case 5, 6: try rig.trackList("RemoveTrack", [some])
        case 7, 8: try rig.trackList("GoTo", [some])
        case 9: try rig.call("Next")
        case 10: try rig.trackList("AddTrack", ["/x.mp3", some, .boolean(random.next(below: 2) == 0)])
        default:
            guard random.next(below: 6) > 0 else {
                try rig.queue("Clear")
                return
            }
            try rig.queue("Replace", [.propertyLists(items), .properties([:])])
        }
    }

    private func apply(_ signal: BusSignalMessage, to window: inout [DBusValue]) {
        switch signal.member {
        case "TrackListReplaced": window = signal.arguments[0].asArray ?? []
        case "TrackRemoved": window.removeAll { $0 == signal.arguments[0] }
        case "TrackAdded":
            guard let id = signal.arguments[0].asDictionary?["mpris:trackid"] else { return }
            let after = window.firstIndex(of: signal.arguments[1]).map { $0 + 1 }
            window.insert(id, at: after ?? 0)
        default: break
        }
    }

    @Test("A client that never reads does not slow the player or the others")
    func deafClient() async throws {
        let rig = try await Rig()
        let deaf = try WireConnection(address: rig.bus.address)
        var rule: [UInt8] = []
        rule.append(string: Array("type='signal'".utf8))
        let bus = "org.freedesktop.DBus"
        deaf.send(.call(bus, "/org/freedesktop/DBus", bus, "AddMatch", signature: "s", body: rule))
        // Held by that client it would wait for ever: this is a deadline, not a measure. Beside the whole suite, the test
        // takes up to 150 s.
        let start = ContinuousClock.now
        for index in 0..<500 {
            await rig.publish { $0.current?.metadata.lyrics = String(repeating: "\(index) ", count: 5_000) }
        }
        #expect(try rig.get("PlaybackStatus") == "Playing")
        #expect(ContinuousClock.now - start < .seconds(400))
        #expect(!deaf.isClosed)
    }

    @Test("Clients that vanish in the middle of their calls leave nothing behind")
    func vanishingClients() async throws {
        let rig = try await Rig()
        for _ in 0..<10 {
            let client = try WireConnection(address: rig.bus.address)
            for _ in 0..<50 { client.send(.call(Rig.name, Rig.path, Rig.playerInterface, "Next")) }
        }
        #expect(try rig.get("PlaybackStatus") == "Playing")
    }
}
