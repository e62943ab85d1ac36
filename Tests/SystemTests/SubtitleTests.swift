import DBusKit
import Foundation
import TestSupport
import Testing

/// Files of subtitles beside a film, and which of its tracks play.
@Suite(.system, .needs("dbus-daemon", "ffmpeg"))
struct SubtitleTests {
    /// Twenty seconds with Japanese and English sound, and German subtitles that are forced.
    private static func makeFilm(in folder: String) throws {
        try Fixtures.copy(madeOf: ["subtitles-film 1"], to: folder) { folder in
            try lines("Embedded").write(toFile: "\(folder)/e.srt", atomically: true, encoding: .utf8)
            let made = try ChildProcess.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x180:rate=25:duration=20", "-f", "lavfi", "-i",
                    "sine=f=440:duration=20", "-f", "lavfi", "-i", "sine=f=880:duration=20", "-i", "\(folder)/e.srt",
                    "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-c:v", "libvpx", "-g", "25", "-c:a", "libopus",
                    "-c:s", "srt", "-metadata:s:a:0", "language=jpn", "-metadata:s:a:1", "language=eng",
                    "-metadata:s:s:0", "language=ger", "-metadata:s:s:0", "title=Schilder", "-disposition:a:0",
                    "default",
                    "-disposition:s:0", "forced", "\(folder)/Film.mkv",
                ], within: 60)
            guard made.end == .exited(0) else { throw Failure("ffmpeg: \(made.errors)") }
            try FileManager.default.removeItem(atPath: "\(folder)/e.srt")
        }
    }

    private static func lines(_ text: String) -> String {
        (0..<10).map { second in
            "\(second + 1)\n00:00:\(second < 5 ? "0" : "1")\(second * 2 % 10),000 --> 00:00:\(second < 5 ? "0" : "1")\(second * 2 % 10 + 1),500\n\(text) \(second)\n"
        }.joined(separator: "\n")
    }

    /// With what lies beside it.
    static func makeFolder(_ sandbox: Sandbox) throws -> String {
        let folder = "\(sandbox.directory)/media"
        try makeFilm(in: folder)
        try sandbox.write(lines("English"), to: "media/Film.en.srt")
        try sandbox.write(lines("SDH"), to: "media/Film.en.sdh.srt")
        try sandbox.write(
            "[Script Info]\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:00:19.00,D,{\\b1}Oui\n",
            to: "media/Film.French.ass")
        try sandbox.write("WEBVTT\n\n00:00.000 --> 00:19.000 line:0\nSí\n", to: "media/Subs/2_Spanish.vtt")
        // "Привет" in Windows-1251.
        let russian = Array("1\n00:00:00,000 --> 00:00:19,000\n".utf8) + [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x0A]
        try Data(russian).write(to: URL(fileURLWithPath: "\(folder)/Film.ru.srt"))
        try sandbox.write("nothing of that kind", to: "media/Film.it.srt")
        return folder
    }

    private struct Track: Equatable {
        var id: Int64
        var language: String
        var extras: [String: DBusValue]
        func has(_ name: String) -> Bool { extras[name]?.asBool == true }
    }

    private static func tracks(_ remote: Remote, _ kind: String) -> [Track] {
        (remote.value(.tracks, kind)?.asArray ?? []).compactMap { value in
            guard let fields = value.asArray, fields.count == 3 else { return nil }
            return Track(
                id: fields[0].asInt64 ?? -2, language: fields[1].asString ?? "", extras: fields[2].asDictionary ?? [:])
        }
    }

    private static func selected(_ remote: Remote, _ kind: String) -> Track? {
        tracks(remote, kind).first { $0.has("selected") }
    }

    private static func reason(_ remote: Remote, _ kind: String) -> String {
        remote.value(.tracks, "Reasons")?.asDictionary?[kind]?.asString ?? ""
    }

    private func play(
        _ languages: String, _ body: (Stage, Remote) throws -> Void
    ) throws {
        let sandbox = try Sandbox()
        let folder = try Self.makeFolder(sandbox)
        let stage = try Stage(configuration: Stage.silent + "[languages]\n" + languages, in: sandbox)
        defer { stage.close() }
        do {
            let remote = stage.remote
            try remote.set(.player, "LoopStatus", .string("Track"))
            try remote.replace(["file://\(folder)/Film.mkv"])
            try remote.waitForMovement(within: 20)
            try body(stage, remote)
        } catch {
            Issue.record("\(error)\nmediad wrote:\n\(stage.daemon.log)")
        }
        stage.daemon.finish()
    }

    @Test func whatLiesBesideAFilmIsListedAsItBegins() throws {
        try play("audio = ['en']\nsubtitles-when = 'foreign'\n") { stage, remote in
            try remote.listen()
            let listed = Self.tracks(remote, "Subtitles").map { track in
                ([track.language] + ["forced", "hearing-impaired", "external"].filter(track.has)).joined(separator: " ")
            }
            #expect(
                listed == [
                    "de forced", "fr external", "en hearing-impaired external", "en external", "ru external",
                    "es external",
                ])
            let first = Self.tracks(remote, "Subtitles").first
            #expect(first?.extras["title"]?.asString == "Schilder")
            #expect(first?.extras["codec"]?.asString == "SubRip")
            #expect(Self.tracks(remote, "Audio").map(\.language) == ["ja", "en"])
            #expect(Self.selected(remote, "Audio")?.language == "en")
            #expect(Self.selected(remote, "Subtitles") == nil)
            #expect(Self.reason(remote, "audio") == "It is in the first of your languages that this item has.")
            #expect(Self.reason(remote, "subtitles") == "The sound is in one of your languages.")
            #expect(stage.daemon.log.contains("Film.it.srt: it is left out, it holds no SubRip subtitles"))
        }
    }

    @Test func subtitlesAreShownWhereTheSoundIsForeign() throws {
        try play("audio = ['fr']\nsubtitles = ['en']\nsubtitles-when = 'foreign'\n") { stage, remote in
            try remote.wait("subtitles", within: 20) { Self.selected(remote, "Subtitles") != nil }
            let track = Self.selected(remote, "Subtitles")
            #expect(track?.language == "en")
            #expect(track?.has("external") == true)
            #expect(track?.has("hearing-impaired") == false)
            #expect(Self.selected(remote, "Audio")?.language == "ja")
            #expect(Self.reason(remote, "subtitles") == "The sound is in none of your languages.")
            #expect(!stage.daemon.log.contains("opened again"))
            let shown = try stage.run(Daemon.control, "tracks")
            #expect(shown.output.contains("subtitles: The sound is in none of your languages."), "\(shown.output)")
        }
    }

    @Test func forcedSubtitlesComeWithTheirSound() throws {
        try play("audio = ['ja']\nsubtitles = ['de']\nsubtitles-when = 'forced'\n") { _, remote in
            try remote.wait("subtitles", within: 20) { Self.selected(remote, "Subtitles")?.language == "de" }
            #expect(Self.reason(remote, "subtitles").hasPrefix("It is marked as forced"))
        }
    }

    @Test func everyFileIsReadWhenItIsChosen() throws {
        try play("audio = ['en']\n") { stage, remote in
            for track in Self.tracks(remote, "Subtitles") {
                let position = try remote.position()
                try remote.call(.tracks, "SelectSubtitles", [.int32(Int32(track.id))])
                try remote.wait("\(track.language)", within: 20) { Self.selected(remote, "Subtitles")?.id == track.id }
                try remote.wait("movement", within: 20) { try remote.position() != position }
            }
            #expect(!stage.daemon.log.contains("cannot be read"))
            #expect(Self.reason(remote, "subtitles") == "You selected it for this item.")
            let chosen = try stage.run(Daemon.control, "tracks", "subtitles", "french")
            #expect(chosen.end == .exited(0), "\(chosen.errors)")
            try remote.wait("French", within: 20) { Self.selected(remote, "Subtitles")?.language == "fr" }
        }
    }

    @Test func delayAndSizeAreRemembered() throws {
        try play("audio = ['en']\nsubtitles-when = 'always'\n") { stage, remote in
            #expect(try stage.run(Daemon.control, "subtitles", "delay", "+0.3").end == .exited(0))
            #expect(try stage.run(Daemon.control, "subtitles", "delay", "-1").end == .exited(0))
            #expect(try stage.run(Daemon.control, "subtitles", "size", "1.5").end == .exited(0))
            #expect(throws: DBusError.self) { try remote.set(.tracks, "SubtitleScale", .double(.nan)) }
            #expect(throws: DBusError.self) { try remote.set(.tracks, "SubtitleDelay", .int64(.min)) }
            try remote.wait("the values", within: 20) {
                remote.value(.tracks, "SubtitleDelay") == .int64(-700_000)
                    && remote.value(.tracks, "SubtitleScale") == .double(1.5)
            }
            try remote.waitForMovement(within: 5)
            stage.daemon.finish()
            try stage.restart()
            #expect(try stage.remote.get(.tracks, "SubtitleDelay") == .int64(-700_000))
            #expect(try stage.remote.get(.tracks, "SubtitleScale") == .double(1.5))
            // The usual delay is another one now; the item has its own wherever it starts.
            let item = try #require(
                stage.remote.call(.queue, "Items", [.uint32(0), .uint32(1)]).first?.asArray?.first?
                    .asDictionary?["uri"]?.asString)
            let other = "file://\(Fixtures.path("tone.mp3"))"
            try stage.remote.replace([other])
            try stage.remote.waitForMovement()
            try stage.remote.set(.tracks, "SubtitleDelay", .int64(0))
            for start in [nil, 0.0, 2] {
                try stage.remote.replace([other])
                try stage.remote.wait("none") { try stage.remote.get(.tracks, "SubtitleDelay") == .int64(0) }
                try stage.remote.replace([item], start: start)
                try stage.remote.wait("its own") {
                    try stage.remote.get(.tracks, "SubtitleDelay") == .int64(-700_000)
                }
            }
        }
    }

    /// The change drops the data of the seek, which is then sent again.
    @Test func aTrackChosenDuringASeekIsPlayed() throws {
        try play("audio = ['en']\n") { _, remote in
            for number in 0..<12 {
                let target = Double(number % 6 + 1)
                let now = try remote.position()
                if number % 4 == 3 { try remote.call(.player, "Pause") }
                try remote.call(.player, "Seek", [.int64(Int64((target - now) * 1e6))])
                try remote.call(.tracks, "SelectAudio", [.uint32(UInt32(number % 2))])
                if number % 4 == 3 { try remote.call(.player, "Play") }
                try remote.wait("sound \(number)", within: 30) {
                    Self.selected(remote, "Audio")?.id == Int64(number % 2)
                }
                try remote.waitForMovement(within: 10)
            }
        }
    }

    /// At random moments, playing and paused: each is what plays in the end, and nothing stands still.
    @Test func fiftySwitchesAreAllKept() throws {
        try play("audio = ['en']\n") { stage, remote in
            var random = SystemRandomNumberGenerator()
            let subtitles = [-1] + Self.tracks(remote, "Subtitles").map { Int32($0.id) }
            var isPaused = false
            for number in 0..<50 {
                if number % 10 == 9 {
                    isPaused.toggle()
                    try remote.call(.player, isPaused ? "Pause" : "Play")
                }
                try remote.listen(for: Double.random(in: 0...0.3, using: &random))
                // Now and then the one before is still on its way.
                let isHasty = Int.random(in: 0..<4, using: &random) == 0
                if Int.random(in: 0..<3, using: &random) == 0 {
                    let id = Int64.random(in: 0...1, using: &random)
                    try remote.call(.tracks, "SelectAudio", [.uint32(UInt32(id))])
                    guard !isHasty else { continue }
                    try remote.wait("sound \(id), number \(number)", within: 20) {
                        Self.selected(remote, "Audio")?.id == id
                    }
                } else {
                    let id = subtitles.randomElement(using: &random) ?? -1
                    try remote.call(.tracks, "SelectSubtitles", [.int32(id)])
                    guard !isHasty else { continue }
                    try remote.wait("subtitles \(id), number \(number)", within: 20) {
                        (Self.selected(remote, "Subtitles")?.id ?? -1) == Int64(id)
                    }
                }
            }
            try remote.call(.player, "Play")
            try remote.waitForMovement(within: 10)
            #expect(remote.signals("ItemFailed").isEmpty)
            #expect(remote.value(.queue, "Error")?.asDictionary?.isEmpty == true)
        }
    }
}
