import DBusKit
import Foundation
import TestSupport
import Testing

/// What bars and notification centres see of a change of item.
@Suite(.patient, .needs("dbus-daemon"))
struct ItemChangeTests {
    private static let picture = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

    /// Every signal of the MPRIS object.
    private final class Monitor {
        private let client: BusClient
        private(set) var signals: [BusSignalMessage] = []

        init(_ stage: Stage) throws {
            client = try BusClient(address: stage.bus.address)
            try client.addMatch(BusMatch(path: Remote.Adapter.player.path))
        }

        /// Takes what comes within the time.
        func listen(for seconds: Double) throws {
            let deadline = Moment.now + seconds
            while let signal = try client.nextSignal(timeout: .seconds(max(0, deadline - Moment.now))) {
                signals.append(signal)
            }
        }

        /// Listens until something was signalled.
        func wait(_ what: String, until condition: () -> Bool) throws {
            let deadline = Moment.now + 30
            while !condition() {
                guard Moment.now < deadline else {
                    throw Failure("\(what) was not signalled: \(signals.map(\.member))")
                }
                try listen(for: 0.02)
            }
        }

        func forget() { signals = [] }

        /// What was told of the player, in order.
        var changes: [[String: DBusValue]] {
            signals.filter {
                $0.member == "PropertiesChanged" && $0.arguments.first == .string(Remote.Adapter.player.rawValue)
            }
            .compactMap { $0.arguments[1].asDictionary }
        }

        var metadata: [[String: DBusValue]] { changes.compactMap { $0["Metadata"]?.asDictionary } }
    }

    /// Files of an album in a folder of their own, with a cover beside those that have none.
    private func album(_ stage: Stage) throws -> [String] {
        let names = ["episode-1.mkv", "tone.flac", "episode-2.mkv", "tone.m4a", "tone.opus", "tone.mp3"]
        let paths = try names.map { try stage.sandbox.copy($0, as: "tmp/\($0)") }
        try #require(Self.picture).write(to: URL(fileURLWithPath: "\(stage.sandbox.directory)/tmp/Folder.PNG"))
        return paths.map { URL(fileURLWithPath: $0).absoluteString }
    }

    @Test func aNextIsOneChangeWithEverything() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            let uris = try album(stage)
            let monitor = try Monitor(stage)
            try remote.replace(uris)
            try remote.waitForMovement()
            // Once everything is read the queue is told to show more.
            try remote.wait("the titles") {
                let items = try remote.call(.queue, "Items", [.uint32(0), .uint32(9)]).first?.asDictionaries ?? []
                return items.dropFirst().allSatisfy { $0["title"] != nil && $0["artwork"] != nil }
            }
            for uri in uris.dropFirst() {
                try monitor.listen(for: 0)
                monitor.forget()
                try remote.call(.player, "Next")
                let now = try remote.get(.player, "Metadata").asDictionary
                #expect(now?["xesam:url"] == .string(uri))
                try monitor.wait("the item") { !monitor.metadata.isEmpty }
                // Until it is heard, and whatever is read of it is read.
                try remote.waitForMovement()
                try monitor.listen(for: 0.3)
                let told = monitor.metadata
                #expect(told.count == 1, "\(uri): \(told.map { $0.mapValues(\.signature) }) \(told)")
                #expect(told.first?["xesam:url"] == .string(uri))
                #expect(told.first?["mpris:artUrl"] != nil && told.first?["mpris:length"] != nil, "\(uri)")
                let title = told.first?["xesam:title"]?.asString ?? ""
                #expect(!title.isEmpty && !uri.contains("/\(title)."))
                #expect(monitor.changes.allSatisfy { $0["CanSeek"] != .boolean(false) }, "\(monitor.changes)")
            }
        }
    }

    @Test func whatSaysThatItPlaysSaysThatItCanBeSoughtIn() throws {
        try Stage.perform { stage in
            let uris = try album(stage)
            let monitor = try Monitor(stage)
            try stage.remote.replace(Array(uris.prefix(2)))
            try monitor.wait("playing") { monitor.changes.contains { $0["PlaybackStatus"] == "Playing" } }
            let playing = monitor.changes.first { $0["PlaybackStatus"] == "Playing" }
            #expect(playing?["CanSeek"] == true && playing?["CanGoNext"] == true)
            try stage.remote.call(.player, "Stop")
            try monitor.listen(for: 0.1)
            monitor.forget()
            try stage.remote.call(.player, "Play")
            // What is read of the item after it opened may still be told before.
            try monitor.wait("playing again") { monitor.changes.contains { $0["PlaybackStatus"] == "Playing" } }
            let again = monitor.changes.first { $0["PlaybackStatus"] == "Playing" }
            #expect(again?["CanSeek"] == true, "\(monitor.changes)")
        }
    }

    @Test func aServerThatTakesItsTimeHoldsNothing() throws {
        try Stage.perform { stage in
            let server = try MediaServer()
            defer { server.stop() }
            let monitor = try Monitor(stage)
            try stage.remote.replace([Fixtures.uri("tone.flac"), server.uri("hang/tone.mp3")])
            try monitor.wait("the first item") { monitor.metadata.contains { $0["xesam:title"] == "Three Seconds" } }
            monitor.forget()
            let begun = Moment.now
            try stage.remote.call(.player, "Next")
            let answered = Moment.now - begun
            // What was still found about the first item may come before.
            try monitor.wait("the second") { monitor.metadata.contains { $0["xesam:title"] != "Three Seconds" } }
            #expect(answered < 0.5)
            #expect(Moment.now - begun < 1)
            #expect(monitor.metadata.first { $0["xesam:title"] != "Three Seconds" }?["xesam:title"] == "tone")
        }
    }
}
