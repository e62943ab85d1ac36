import DBusKit
import Foundation
import TestSupport
import Testing

/// The queue of the built daemon as a whole: titles, lists, and what was replaced or left.
@Suite(.patient, .needs("dbus-daemon", "gst-inspect-1.0"))
struct QueueTests {
    private func uris(_ stage: Stage) throws -> [String] {
        try stage.remote.call(.queue, "Items", [.uint32(0), .uint32(1_000)]).first?.asDictionaries?
            .compactMap { $0["uri"]?.asString } ?? []
    }

    @Test func aReplacedQueueComesBackAfterAKill() throws {
        try Stage.perform { stage in
            let lists = "\(stage.sandbox.directory)/home/Music/Playlists"
            try FileManager.default.createDirectory(atPath: lists, withIntermediateDirectories: true)
            let songs = try (10..<31 as Range<UInt8>).map {
                try Silence.write(seconds: 200, as: "\($0).wav", in: stage.sandbox, value: $0)
            }
            try stage.remote.replace(songs, index: 5)
            try stage.remote.waitForMovement()
            try stage.seek(to: 100)
            let saved = try stage.remote.call(.queue, "Save", [.string("Evening")]).first?.asString
            #expect(saved == "\(lists)/Evening.m3u8")
            let text = try String(contentsOfFile: "\(lists)/Evening.m3u8", encoding: .utf8)
            #expect(text.split(separator: "\n").filter { !$0.hasPrefix("#") }.count == 21)
            try stage.remote.replace([songs[0]])
            try stage.remote.waitForMovement()
            // The journal writes in order: what is played is on disk behind the queue before it.
            try stage.remote.wait("the history") {
                try stage.remote.call(.session, "History", [.uint32(0), .uint32(5)]).first?.asDictionaries?.count == 2
            }
            stage.daemon.process.signal(SIGKILL)
            _ = try stage.daemon.process.waitForEnd(within: 60)
            try stage.restart()
            #expect(try uris(stage) == [songs[0]])
            try stage.remote.call(.queue, "Undo")
            #expect(try uris(stage) == songs)
            try stage.remote.wait("the old queue") { stage.remote.index == 5 }
            try stage.remote.waitForMovement()
            #expect(try (95..<110).contains(stage.remote.position()))
        }
    }

    @Test func theTitlesOfAllFilesAreRead() throws {
        try Stage.perform { stage in
            let name = try Silence.write(seconds: 1, as: "0.wav", in: stage.sandbox)
            let first = try #require(URL(string: name)).path
            var uris = [name]
            for number in 1..<700 {
                let path = (first as NSString).deletingLastPathComponent + "/\(number).wav"
                try FileManager.default.linkItem(atPath: first, toPath: path)
                uris.append("file://\(path)")
            }
            try stage.remote.replace(uris, play: false)
            // The length of a file is read with its title.
            try stage.remote.wait("all lengths") {
                let items = try stage.remote.call(.queue, "Items", [.uint32(0), .uint32(1_000)]).first?.asDictionaries
                return items?.count == 700 && items?.allSatisfy { $0["duration"] != nil } == true
            }
        }
    }
}
