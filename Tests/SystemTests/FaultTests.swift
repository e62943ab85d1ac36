import DBusKit
import Foundation
import TestSupport
import Testing

/// What cannot be played says so once, in a sentence, and the next item plays.
@Suite(.patient, .needs("dbus-daemon", "python3"))
struct FaultTests {
    /// Plays `uri` and then a good file; checks the one error.
    private func expectFault(
        _ uri: String, shownAs shown: String? = nil, code: ClosedRange<Int64>, saying words: String = "",
        within seconds: Double = 60, on stage: Stage,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let remote = stage.remote
        try remote.forget()
        let begun = Moment.now
        try remote.replace([uri, Fixtures.uri("tone.flac")])
        try remote.wait("the fault of \(uri)", within: seconds) { !remote.signals("ItemFailed").isEmpty }
        let took = Moment.now - begun
        try remote.wait("the next item") { remote.index == 1 && remote.title == "Three Seconds" }
        try remote.waitForMovement()
        try remote.listen()
        let failed = remote.signals("ItemFailed")
        #expect(failed.count == 1, sourceLocation: location)
        let fault = failed.first?.arguments.last?.asDictionary ?? [:]
        let message = fault["message"]?.asString ?? ""
        print("\(uri.suffix(40)): \(fault["code"]?.asInt64 ?? 0) after \(Int(took * 1000)) ms: \(message)")
        #expect(fault["uri"]?.asString == shown ?? uri, sourceLocation: location)
        #expect(code.contains(fault["code"]?.asInt64 ?? 0), sourceLocation: location)
        #expect(message.count > 20 && message.hasSuffix("."), "\(message)", sourceLocation: location)
        #expect(words.isEmpty || message.contains(words), "\(message)", sourceLocation: location)
        #expect(remote.status == "Playing", sourceLocation: location)
        let items = try remote.call(.queue, "Items", [.uint32(0), .uint32(2)]).first?.asDictionaries ?? []
        #expect(items.first?["state"]?.asString == "failed", sourceLocation: location)
        #expect(items.first?["error"]?.asDictionary?["code"] == fault["code"], sourceLocation: location)
    }

    @Test func brokenFiles() throws {
        try Stage.perform { stage in
            try expectFault(Fixtures.uri("junk.mp4"), code: 3000...3999, on: stage)
            try expectFault(Fixtures.uri("truncated.mp4"), code: 3000...3999, on: stage)
            try expectFault(Fixtures.uri("missing-codec.mkv"), code: 3000...4999, on: stage)
            try expectFault(Fixtures.uri("nothing-here.mkv"), code: 2000...2999, on: stage)
        }
    }

    /// AAC with the headers of MPEG-TS in fragments of MP4: nothing of it is decoded, and the sink gets gaps before a format.
    @Test(.needs("pulseaudio")) func soundWithoutAFormat() throws {
        try Stage.perform(hearing: .pulseAudio) { stage, _ in
            let server = try MediaServer(folder: Fixtures.path("formless"))
            defer { server.stop() }
            try expectFault(server.uri("list.m3u8"), code: 4001...4001, saying: "cannot be decoded", on: stage)
        }
    }

    @Test(arguments: ["<!DOCTYPE html><html><head><title>A page</title></head></html>", "<?xml version=\"1.0\"?><a/>"])
    func aTextInPlaceOfMedia(text: String) throws {
        try Stage.perform { stage in
            let page = "\(stage.sandbox.directory)/page"
            // GStreamer guesses the type of nothing shorter.
            try Data((text + String(repeating: " ", count: 200)).utf8).write(to: URL(fileURLWithPath: page))
            try expectFault("file://\(page)", code: 3000...3000, saying: "not media", on: stage)
        }
    }

    /// Opening one would wait for whoever writes into it.
    @Test func aPipeInPlaceOfAFile() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-pipe-\(UUID().uuidString).mkv")
            .path
        #expect(mkfifo(path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Stage.perform { stage in try expectFault("file://\(path)", code: 2000...2999, within: 5, on: stage) }
    }

    @Test func badServers() throws {
        let server = try MediaServer()
        defer { server.stop() }
        try Stage.perform { stage in
            try expectFault(server.uri("404/tone.flac"), code: 2000...2999, on: stage)
            try expectFault(server.uri("403/tone.flac"), code: 2000...2999, on: stage)
            try expectFault(server.uri("500/tone.flac"), code: 2000...2999, on: stage)
            try expectFault(server.uri("junk.mp4"), code: 3000...3999, on: stage)
            try expectFault(server.uri("loop/tone.flac"), code: 2000...2999, on: stage)
            try expectFault("http://127.0.0.1:1/tone.flac", code: 2000...2999, on: stage)
        }
    }

    /// With `network.timeout = 2`.
    /// Logins in the address, or in `~/.netrc`; passwords are in no message and in no line of the log.
    @Test func whatIsBehindALoginPlaysWithIt() throws {
        let server = try MediaServer()
        defer { server.stop() }
        let file = NSTemporaryDirectory() + "mediad-netrc-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let address = server.uri("auth/tone.flac")
        let own = address.replacing("http://", with: "http://ann:p%40ss%3Aword@")
        let wrong = address.replacing("http://", with: "http://ann:guessed@")
        try Stage.perform { stage in
            try expectFault(address, code: 2001...2001, saying: "netrc", on: stage)
            try expectFault(wrong, shownAs: address, code: 2001...2001, on: stage)
            try stage.remote.replace([own])
            try stage.remote.wait("the item behind a login") { try stage.remote.position() > 0.3 }
            #expect(!stage.daemon.log.contains("guessed"))
        }
        try Data("machine 127.0.0.1 login ann password p@ss:word".utf8).write(to: URL(fileURLWithPath: file))
        try Stage.perform(extra: ["NETRC": file]) { stage in
            try stage.remote.replace([address])
            try stage.remote.wait("the item with a login in netrc") { try stage.remote.position() > 0.3 }
            #expect(stage.remote.metadata["xesam:url"]?.asString == address)
            #expect(stage.remote.title == "Three Seconds")
        }
    }

    @Test func aServerThatNeverAnswers() throws {
        let server = try MediaServer()
        defer { server.stop() }
        try Stage.perform { stage in
            try expectFault(server.uri("hang/episode-1.mkv"), code: 2000...2999, within: 20, on: stage)
        }
    }

    /// It gives 64 KiB a request: asking again for the rest is as good as an error, as long as it goes on.
    @Test func aServerThatGoesSilentInTheMiddle() throws {
        let server = try MediaServer()
        defer { server.stop() }
        try Stage.perform { stage in
            let remote = stage.remote
            let begun = Moment.now
            try remote.replace([server.uri("stall/episode-1.mkv"), Fixtures.uri("tone.flac")])
            try remote.wait("the next item", within: 40) { remote.index == 1 && remote.status == "Playing" }
            let failed = remote.signals("ItemFailed").count
            print("stall: \(failed) errors, the next item after \(Int((Moment.now - begun) * 1000)) ms")
            #expect(failed <= 1)
        }
    }

    /// Servers that break rules but give everything in the end are played from, to the end.
    @Test(arguments: ["drop", "lie", "norange", "nolength", "redirect", "lie-range"])
    func aServerThatBreaksRules(behaviour: String) throws {
        let server = try MediaServer()
        defer { server.stop() }
        try Stage.perform { stage in
            let remote = stage.remote
            try remote.replace([server.uri("\(behaviour)/tone.mp3"), Fixtures.uri("tone.flac")])
            try remote.waitForMovement()
            try remote.wait("the next item") { remote.index == 1 && remote.status == "Playing" }
            let failed = remote.signals("ItemFailed").compactMap {
                $0.arguments.last?.asDictionary?["message"]?.asString
            }
            print("\(behaviour): \(failed.isEmpty ? "played to the end" : "\(failed)")")
            #expect(failed.count <= (behaviour == "drop" ? 1 : 0))
        }
    }

    @Test func aFileRemovedWhileItPlays() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            let path = try stage.sandbox.copy("episode-1.mkv", as: "gone.mkv")
            try remote.replace([path, Fixtures.uri("tone.flac")])
            try remote.waitForMovement()
            // An open file lasts: it plays on. Going back to it does not.
            try FileManager.default.removeItem(atPath: path)
            let before = try remote.position()
            try remote.wait("half a second more") { try remote.position() > before + 0.5 }
            #expect(remote.signals("ItemFailed").isEmpty)
            try remote.call(.player, "Next")
            try remote.wait("the next item") { remote.index == 1 }
            try remote.waitForMovement()
            try remote.call(.player, "Previous")
            try remote.wait("the fault") { !remote.signals("ItemFailed").isEmpty }
            try remote.wait("the next item again") { remote.index == 1 && remote.status == "Playing" }
            #expect(remote.signals("ItemFailed").count == 1)
        }
    }

    @Test func aFileCutShortWhileItPlays() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            let path = try stage.sandbox.copy("clip.webm", as: "cut.webm")
            try remote.replace([path, Fixtures.uri("tone.flac")])
            try remote.waitForMovement()
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.truncate(atOffset: 30_000)
            try handle.close()
            try remote.wait("the next item", within: 15) { remote.index == 1 && remote.status == "Playing" }
            #expect(remote.signals("ItemFailed").count <= 1)
        }
    }

    @Test(arguments: ["None", "Playlist", "Track"]) func aQueueInWhichNothingPlaysStops(loop: String) throws {
        try Stage.perform { stage in
            let remote = stage.remote
            try remote.set(.player, "LoopStatus", .string(loop))
            try remote.replace(["junk.mp4", "truncated.mp4", "missing-codec.mkv"].map(Fixtures.uri))
            // decodebin 1.22 now and then swallows a demuxer's error; the watchdog needs its time then.
            try remote.wait("the stop", within: 20) {
                !remote.signals("ItemFailed").isEmpty && remote.status == "Stopped"
            }
            try remote.listen(for: 0.2)
            let failures = remote.signals("ItemFailed").count
            #expect((1...3).contains(failures))
            let error = remote.value(.queue, "Error")?.asDictionary ?? [:]
            #expect(!error.isEmpty)
            // It does not try again and again.
            try remote.listen(for: 0.5)
            #expect(remote.signals("ItemFailed").count == failures)
            #expect(remote.status == "Stopped")
        }
    }
}
