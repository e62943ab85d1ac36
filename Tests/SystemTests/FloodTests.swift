import DBusKit
import Foundation
import TestSupport
import Testing

/// One client calls without end: what do the others notice?
@Suite(.alone, .serialized, .needs("dbus-daemon"))
struct FloodTests {
    /// Calls that a program could make up.
    enum Calls: String, CaseIterable {
        case unknown, position, everything, introspection, commands, mixed

        var messages: [WireMessage] {
            let properties = "org.freedesktop.DBus.Properties"
            let player = Remote.Adapter.player.rawValue
            var interface: [UInt8] = []
            interface.append(string: Array(player.utf8))
            var position = interface
            position.append(string: Array("Position".utf8))
            return switch self {
            case .unknown: [call(player, "MadeUp")]
            case .position: [call(properties, "Get", "ss", position)]
            case .everything: [call(properties, "GetAll", "s", interface)]
            case .introspection: [call("org.freedesktop.DBus.Introspectable", "Introspect")]
            case .commands:
                [call(player, "Pause"), call(player, "Play"), call(player, "Seek", "x", [0, 0, 0, 0, 0, 0, 0, 0])]
            case .mixed:
                [Calls.unknown, .position, .everything, .introspection, .commands].flatMap(\.messages)
            }
        }

        private func call(
            _ interface: String, _ member: String, _ signature: String = "", _ body: [UInt8] = []
        ) -> WireMessage {
            .call(Daemon.mprisName, Remote.Adapter.player.path, interface, member, signature: signature, body: body)
        }
    }

    /// MEDIAD_FLOOD: for how many seconds, with 10,000 calls a second of every kind.
    private static let chosen = ProcessInfo.processInfo.environment["MEDIAD_FLOOD"].flatMap(Double.init)

    @Test(arguments: chosen == nil ? [.mixed] : Calls.allCases) func readsBesideAFlood(_ calls: Calls) throws {
        try Stage.perform { stage in
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
            try stage.remote.waitForMovement()
            let reader = try BusClient(address: stage.bus.address)
            let before = stage.daemon.memory
            let pace = Self.chosen == nil ? Flood.Pace.unanswered(800) : .rate(10_000)
            let flood = try Flood(stage.bus.address, pace, calls.messages)
            defer { flood.stop() }
            let begun = Moment.now
            let times = try read(reader, for: Self.chosen ?? 2)
            let (answers, lasted, memory) = (flood.answers, Moment.now - begun, stage.daemon.memory - before)
            let (half, most) = (times[times.count / 2], times[times.count * 99 / 100])
            print(
                "\(calls): \(answers.calls) calls, \(answers.replies) replies, \(answers.errors) errors; "
                    + "\(times.count) reads beside them: p50 \(milliseconds(half)), p99 \(milliseconds(most)), "
                    + "worst \(milliseconds(times.last ?? 0)) ms; \(memory) KB")
            if Self.chosen == nil {
                // How long the flood itself waits for an answer, on whatever machine. A read that had to line up behind
                // its calls would wait as long.
                let queue = 800 * lasted / Double(max(answers.replies + answers.errors, 1))
                #expect(half < queue / 4)
                #expect(most < queue)
            } else {
                #expect(most < 0.1)
                #expect(answers.replies + answers.errors > answers.calls / 2)
            }
            #expect(memory < 100 << 10)
        }
    }

    /// Reads properties again and again.
    ///
    /// - Returns: how long each read took, in seconds, sorted.
    private func read(_ reader: BusClient, for seconds: Double) throws -> [Double] {
        let (player, begun) = (Remote.Adapter.player, Moment.now)
        var times: [Double] = []
        while Moment.now - begun < seconds {
            let sent = Moment.now
            if times.count % 2 == 0 {
                _ = try reader.get(Daemon.mprisName, player.path, player.rawValue, "Position")
            } else {
                _ = try reader.getAll(Daemon.mprisName, player.path, player.rawValue)
            }
            times.append(Moment.now - sent)
            usleep(2_000)
        }
        return times.sorted()
    }

    private func milliseconds(_ seconds: Double) -> Double { (seconds * 100_000).rounded() / 100 }
}
