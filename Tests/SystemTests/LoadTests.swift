import DBusKit
import Foundation
import TestSupport
import Testing

/// Many calls at once, long queues.
@Suite(.alone, .serialized, .needs("dbus-daemon", "python3"))
struct LoadTests {
    /// Reads the position 10,000 times with up to 200 calls under way: the longest time from sending one to its answer.
    private func flood(_ remote: Remote) throws -> (worst: Double, total: Double) {
        let arguments: [DBusValue] = [.string(Remote.Adapter.player.rawValue), .string("Position")]
        let request = BusRequest(
            destination: Daemon.ownName, path: Remote.Adapter.player.path, interface: "org.freedesktop.DBus.Properties",
            member: "Get", arguments: arguments)
        let begun = Moment.now
        var worst = 0.0
        var positions: [Int64] = []
        var tickets: [(sent: Double, ticket: BusClient.Ticket)] = []
        func fetch() throws {
            let (sent, ticket) = tickets[positions.count]
            let value = try remote.client.reply(to: ticket, timeout: .seconds(5)).first
            worst = max(worst, Moment.now - sent)
            positions.append(value?.asInt64 ?? -1)
        }
        for count in 0..<10_000 {
            tickets.append((Moment.now, try remote.client.send(request)))
            if count >= 200 { try fetch() }
        }
        while positions.count < tickets.count { try fetch() }
        // In order: the position never goes back.
        #expect(positions == positions.sorted() && positions.allSatisfy { $0 >= 0 })
        return (worst, Moment.now - begun)
    }

    @Test func tenThousandReads() throws {
        try Stage.perform { stage in
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
            try stage.remote.waitForMovement()
            let (worst, total) = try flood(stage.remote)
            print("10,000 Get(Position): worst \(milliseconds(worst)) ms, all in \(milliseconds(total)) ms")
            #expect(worst < 0.5)
        }
    }

    @Test func tenThousandReadsWhileASourceHangs() throws {
        let server = try MediaServer()
        defer { server.stop() }
        try Stage.perform { stage in
            try stage.remote.replace([server.uri("hang/episode-1.mkv")])
            try server.waitForConnection()
            let (worst, total) = try flood(stage.remote)
            print(
                "10,000 Get(Position), source hangs: worst \(milliseconds(worst)) ms, all in \(milliseconds(total)) ms")
            #expect(worst < 0.5)
            try stage.remote.call(.player, "Stop")
        }
    }

    @Test func aLoneReader() throws {
        try Stage.perform { stage in
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
            try stage.remote.waitForMovement()
            let other = try BusClient(address: stage.bus.address)
            var worst = 0.0
            for _ in 0..<500 {
                let begun = Moment.now
                _ = try other.get(
                    Daemon.mprisName, Remote.Adapter.player.path, Remote.Adapter.player.rawValue, "Position")
                worst = max(worst, Moment.now - begun)
            }
            print("500 lone Get(Position): worst \(milliseconds(worst)) ms")
            #expect(worst < 0.5)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func randomCommandsEndInOneTruth(seed: UInt64) throws {
        try Stage.perform { stage in
            let remote = stage.remote
            let names = [
                "episode-1.mkv", "episode-2.mkv", "tone.flac", "tone.mp3", "clip.webm", "junk.mp4", "clip.mp4",
            ]
            try remote.replace(names.map(Fixtures.uri))
            try remote.waitForMovement()
            var generator = SeededGenerator(seed: seed)
            let begun = Moment.now
            var tickets: [BusClient.Ticket] = []
            for count in 0..<200 {
                let request =
                    switch Int.random(in: 0..<8, using: &generator) {
                    case 0, 1: remote.request(.player, "Next")
                    case 2, 3: remote.request(.player, "Previous")
                    case 4:
                        remote.request(
                            .player, "OpenUri", [.string(Fixtures.uri(names.randomElement(using: &generator) ?? ""))])
                    default:
                        remote.request(
                            .player, "Seek", [.int64(.random(in: -8_000_000...8_000_000, using: &generator))])
                    }
                tickets.append(try remote.client.send(request))
                try remote.listen(for: begun + 0.01 * Double(count + 1) - Moment.now)
            }
            for ticket in tickets { _ = try remote.client.reply(to: ticket, timeout: .seconds(5)) }
            let took = Moment.now - begun
            // They are sent within two seconds; nothing waits for a disk or a decoder.
            #expect(took < 10)
            try remote.call(.player, "Pause")
            // Pausing settles what was under way: a seek that lands, an item that opens.
            try remote.listen(for: 1)
            try compare(remote)
            print(
                "200 random commands in \(milliseconds(took)) ms: \(remote.status), item \(remote.index), \(remote.changes) changes"
            )
        }
    }

    /// Every property that signals told is what a read says.
    private func compare(_ remote: Remote) throws {
        for adapter in Remote.Adapter.allCases {
            var told = remote.properties[adapter] ?? [:]
            var read = try remote.all(adapter)
            try remote.listen()
            for silent in ["Position", "DisplayPosition", "Tracks"] {
                told[silent] = nil
                read[silent] = nil
            }
            for (name, value) in read where told[name] != value {
                Issue.record(
                    "\(adapter.rawValue).\(name): told \(told[name].map { "\($0)" } ?? "nothing"), is \(value)")
            }
            #expect(told.keys.sorted() == read.keys.sorted())
        }
        let listed = try remote.get(.trackList, "Tracks").asArray ?? []
        #expect(listed.contains { $0.asString == remote.track } || remote.track.isEmpty)
    }

    @Test func aHundredThousandItems() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            let count = 100_000
            let uri = Fixtures.uri("episode-1.mkv")
            let items = DBusValue.propertyLists((0..<count).map { _ in ["uri": .string(uri)] })
            try remote.replace([uri])
            try remote.waitForMovement()
            try remote.call(.player, "Pause")
            try remote.listen(for: 0.3)
            let before = stage.daemon.memory
            var begun = Moment.now
            let paths = try remote.call(.queue, "Insert", [items, .uint32(.max)]).first?.asArray ?? []
            let insertion = Moment.now - begun
            #expect(paths.count == count)
            try remote.wait("the length") { remote.value(.queue, "Length")?.asInt64 == Int64(count + 1) }
            let perItem = Double(stage.daemon.memory - before) * 1024 / Double(count)

            let tracks = try remote.get(.trackList, "Tracks").asArray ?? []
            #expect((5...50).contains(tracks.count))
            #expect(tracks.contains { $0.asString == remote.track })

            var worst = 0.0
            for _ in 0..<20 {
                begun = Moment.now
                try remote.call(.player, "Next")
                worst = max(worst, Moment.now - begun)
            }
            #expect(try remote.get(.queue, "CurrentIndex").asInt64 == 20)
            // The window is told at once, the track when the item is there.
            try remote.wait("the current track in the window") {
                let window = try remote.get(.trackList, "Tracks").asArray ?? []
                return (5...50).contains(window.count) && window.contains { $0.asString == remote.track }
            }
            begun = Moment.now
            try remote.call(.queue, "GoTo", [paths[count - 1]])
            let jump = Moment.now - begun
            print(
                "100,000 items: Insert \(milliseconds(insertion)) ms, Next \(milliseconds(worst)) ms at worst, "
                    + "GoTo \(milliseconds(jump)) ms, \(Int(perItem)) bytes an item")
            // A debug build is several times slower than the one whose figures count.
            #expect(insertion < 20)
            #expect(worst < 0.5)
            #expect(perItem < 2_048)
            try remote.call(.queue, "Clear")
            try remote.wait("an empty queue") { remote.value(.queue, "Length")?.asInt64 == 0 }
        }
    }

    private func milliseconds(_ seconds: Double) -> Double { (seconds * 100_000).rounded() / 100 }
}

/// The same numbers every time (Sebastiano Vigna's SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
