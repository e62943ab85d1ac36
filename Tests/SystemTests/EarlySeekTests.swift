import DBusKit
import Foundation
import TestSupport
import Testing

/// Seeks that come before anybody can know whether the item can be sought in, and times that nobody means.
@Suite(.patient, .needs("dbus-daemon", "ffmpeg"))
struct EarlySeekTests {
    private static let committed = [
        "tone.flac", "tone.m4a", "tone.mp3", "tone.ogg", "tone.opus", "clip.mp4", "clip.webm", "episode-1.mkv",
        "episode-2.mkv", "two-audio.mkv", "broken-tags.mp3", "probe/chapters.flac", "probe/matroska-episode.mkv",
        "probe/id3v24.mp3",
    ]
    private static let made = ["cut.flac", "cut.opus", "cut.mp3", "cut.ogg", "cut.mkv", "cut.mp4"]
    /// Where to, in seconds: two of three in the shortest file.
    private static let target = 1.0
    /// A landing is as exact as the format lets it be; the beginning is farther away.
    private static let tolerance = 0.3

    /// Twenty files of every container that mediad plays, three seconds long at least.
    private static func files(_ stage: Stage) throws -> [String] {
        let folder = "\(stage.sandbox.directory)/cut"
        try Fixtures.copyCut(to: folder)
        // What is to be left out of them is another test's subject.
        try FileManager.default.removeItem(atPath: "\(folder)/cut.edl")
        return committed.map(Fixtures.uri) + made.map { URL(fileURLWithPath: "\(folder)/\($0)").absoluteString }
    }

    /// How the position is changed.
    private enum Way: CaseIterable { case setPosition, seek }

    /// The id of the current item, asked for as `playerctl` does: it is not waited for until it is announced.
    private static func track(_ remote: Remote) throws -> DBusValue {
        let metadata = try remote.get(.player, "Metadata").asDictionary ?? [:]
        return try #require(metadata["mpris:trackid"]).unwrapped
    }

    /// Goes to the target in the current item, as the very next thing.
    private static func go(_ way: Way, _ remote: Remote) throws {
        switch way {
        case .setPosition:
            try remote.call(.player, "SetPosition", [try track(remote), .int64(Int64(target * 1e6))])
        case .seek: try remote.call(.player, "Seek", [.int64(Int64(target * 1e6))])
        }
    }

    /// Standing, it stays where it was sent; playing, it goes on from there.
    private static func check(_ what: String, _ remote: Remote) throws {
        try remote.call(.player, "Pause")
        let sent = try remote.position()
        #expect(sent > target - tolerance, "\(what): it is at \(sent) s before it is loaded")
        // Until every sink has it; then what was remembered would be forgotten, if anything forgot it.
        try remote.wait("\(what) is loaded") {
            try remote.get(.player, "Metadata").asDictionary?["mpris:length"] != nil
                && remote.get(.player, "CanSeek").asBool == true
        }
        let standing = try remote.position()
        #expect(standing > target - tolerance, "\(what): it stands at \(standing) s")
        #expect(standing < 3, "\(what): it stands at \(standing) s")
        try remote.call(.player, "Play")
        let deadline = Moment.now + 30
        while Moment.now < deadline {
            let here = try remote.position()
            // Whoever was held up for seconds finds that it ended.
            if try remote.get(.player, "PlaybackStatus").asString == "Stopped" { return }
            guard here > target - tolerance else {
                throw Failure("\(what): it plays at \(here) s, and was sent to \(target) s")
            }
            if here > standing { return }
            try remote.listen(for: 0.005)
        }
        throw Failure("\(what): it does not play on from \(standing) s")
    }

    @Test func rightAfterOpenUriASeekIsHonoured() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            for (index, uri) in try Self.files(stage).enumerated() {
                let way = Way.allCases[index % 2]
                try remote.call(.player, "OpenUri", [.string(uri)])
                try Self.go(way, remote)
                try Self.check("\(way) in \(uri)", remote)
            }
        }
    }

    @Test func rightAfterAnotherItemOfTheQueueASeekIsHonoured() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            let uris = try Self.files(stage)
            try remote.replace(uris, play: true)
            let tracks = try remote.get(.trackList, "Tracks").asArray ?? []
            #expect(tracks.count == uris.count)
            for (index, uri) in uris.enumerated().dropFirst() {
                let way = Way.allCases[index / 2 % 2]
                // The one it stands at has not ended: it was left in its middle, a moment ago.
                if index % 2 == 0 {
                    try remote.call(.player, "Pause")
                    try remote.call(.trackList, "GoTo", [tracks[index]])
                } else {
                    try remote.call(.trackList, "GoTo", [tracks[index - 1]])
                    try remote.call(.player, "Next")
                }
                try Self.go(way, remote)
                try Self.check("\(way) in \(uri)", remote)
            }
        }
    }

    @Test func rightAfterPlayOfAStoppedQueueASeekIsHonoured() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            for (index, uri) in try Self.files(stage).prefix(6).enumerated() {
                try remote.replace([uri], play: false)
                try remote.call(.player, "Play")
                let way = Way.allCases[index % 2]
                try Self.go(way, remote)
                try Self.check("\(way) in \(uri)", remote)
            }
        }
    }

    // MARK: Times that nobody means

    private static let times: [Int64] = [.max, .max - 1, 9_223_372_036, 9_223_372_036_854_775, -1, 0, .min]
    private static let reals: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 9_223_372_036, -9_223_372_036, -1, 0,
    ]

    @Test func noNumberStopsTheDaemon() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            let uri = Fixtures.uri("episode-1.mkv")
            let item: [DBusValue] = [.propertyLists([["uri": .string(uri)], ["uri": .string(uri)]])]
            // Refusals are answers, too.
            func send(_ adapter: Remote.Adapter, _ member: String, _ arguments: [DBusValue]) throws {
                let sent = Moment.now
                do { try remote.call(adapter, member, arguments) } catch let error as DBusError {
                    #expect(!error.message.isEmpty)
                    try #require(!error.name.hasSuffix("NoReply"), "\(member)(\(arguments)): \(error)")
                }
                #expect(Moment.now - sent < 5, "\(member)(\(arguments)) took long")
            }
            for (time, real) in Self.times.flatMap({ time in Self.reals.map { (time, $0) } }) {
                try send(.queue, "Replace", item + [.properties(["play": .boolean(true), "start": .int64(time)])])
                let proposal: [String: DBusValue] = [
                    "uri": .string(uri), "presentAt": .int64(time), "automaticAcceptanceInterval": .double(real),
                ]
                try send(.proposal, "Propose", [.properties(proposal)])
                try send(.player, "SetPosition", [try Self.track(remote), .int64(time)])
                try send(.player, "Seek", [.int64(time)])
                for name in ["Rate", "Volume"] { try? remote.set(.player, name, .double(real)) }
                try send(.session, "SetSleepTimer", [.string("duration"), .int64(time)])
                try send(.chapters, "GoTo", [.uint32(.max)])
                try send(.queue, "Items", [.uint32(.max), .uint32(.max)])
                try send(.trim, "Begin", [])
                for point in ["SetInPoint", "SetOutPoint"] { try send(.trim, point, [.int64(time)]) }
                try send(.trim, "Finish", [.boolean(false)])
            }
            try remote.set(.player, "Rate", .double(1))
            try remote.set(.player, "Volume", .double(1))
            try remote.replace([uri])
            try remote.waitForMovement()
            #expect(stage.daemon.process.isRunning)
        }
    }
}
