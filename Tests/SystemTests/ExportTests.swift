import DBusKit
import Foundation
import TestSupport
import Testing

/// Files made of what plays, judged by ffprobe and by decoding them with ffmpeg.
@Suite(.system, .needs("dbus-daemon", "ffmpeg", "ffprobe"))
struct ExportTests {
    static let formats = ["mp4", "mkv", "webm", "mp3", "flac", "opus", "ogg"]

    @Test(arguments: formats, ["passthrough", "exact"])
    func filesAreWhatTheyWereToldToBe(format: String, preset: String) throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            try rig.open(rig.source(format))
            let path = "\(rig.folder)/out.\(format)"
            let job = try rig.end(of: rig.export(to: path, preset: preset, ranges: [(4.3, 8.7)]))
            try #require(job.status == "completed", "\(job.error)")
            let told = try #require(job.actual.first)
            let verdict = try rig.judge(path)
            print(format, preset, told, verdict)
            #expect(verdict.complaints.isEmpty)
            // The longest frames of each: pictures 40 ms; MP3 24 ms, of which its encoder adds up to two.
            let frame = ["mp4", "mkv", "webm"].contains(format) ? 0.041 : format == "mp3" ? 0.049 : 0.025
            #expect(abs(verdict.duration - (told.end - told.start)) <= frame)
            if preset == "exact" {
                #expect(told == (4.3, 8.7))
                #expect(abs(verdict.duration - 4.4) <= frame)
                if format == "flac" || format == "mp3" || format == "ogg" { #expect(verdict.samples == 211_200) }
            } else {
                #expect(told.start <= 4.313 && told.start > 4.3 - 2.1)
                #expect(abs(told.end - 8.7) < 0.15)
            }
            if let video = verdict.starts["v"] {
                #expect(abs(video - (verdict.starts["a"] ?? 99)) <= 0.04)
                #expect(abs(Double(verdict.frames) / 25 - (told.end - told.start)) <= 0.041)
            }
            #expect(verdict.tags["title"] == "A film")
            #expect(verdict.tags["artist"] == "Somebody")
            let chapters = verdict.chapters
            try #require(chapters.map(\.title) == ["One", "Two"])
            #expect(abs(chapters[0].start) < 0.01)
            #expect(abs(chapters[1].start - (6 - told.start)) < 0.01)
            #expect(abs(chapters[1].end - verdict.duration) <= 0.1)
            #expect(rig.files().filter { !$0.hasPrefix("source") } == ["marks.txt", "out.\(format)"])
        }
    }

    /// Left out is what the sidecar says; the chapters close up.
    @Test(arguments: ["mkv", "mp4", "flac", "opus"], ["passthrough", "exact"])
    func partsAreJoined(format: String, preset: String) throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            let source = try rig.source(format)
            try rig.describe(
                """
                "segments": [{"start": 2, "end": 4, "kind": "advertisement"}, {"start": 8, "end": 10, "kind": "blocked"}],
                """)
            try rig.open(source)
            try stage.remote.wait("the segments") { stage.remote.value(.segments, "Segments")?.asArray?.count == 2 }
            let path = "\(rig.folder)/out.\(format)"
            let job = try rig.end(
                of: rig.export(to: path, preset: preset, without: ["advertisement", "blocked"]))
            try #require(job.status == "completed", "\(job.error)")
            try #require(job.actual.count == 3)
            let told = job.actual.reduce(0) { $0 + $1.end - $1.start }
            let verdict = try rig.judge(path)
            print(format, preset, job.actual, verdict)
            #expect(verdict.complaints.isEmpty)
            #expect(abs(verdict.duration - told) <= 0.05)
            if preset == "exact" { #expect(abs(verdict.duration - 8) <= 0.041) }
            try #require(verdict.chapters.map(\.title) == ["One", "Two"])
            let first = job.actual[0].end - job.actual[0].start + 6 - job.actual[1].start
            #expect(abs(verdict.chapters[1].start - first) < 0.02)
        }
    }

    @Test func aSoundtrackAlone() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            try rig.open(rig.source("mp4"))
            for ending in ["flac", "opus", "mp3", "m4a", "mka", "ogg", "wav"] {
                let path = "\(rig.folder)/sound.\(ending)"
                let job = try rig.end(of: rig.export(to: path, preset: "audio", ranges: [(1, 4)]))
                try #require(job.status == "completed", "\(ending): \(job.error)")
                let verdict = try rig.judge(path)
                print(ending, verdict)
                #expect(verdict.starts["v"] == nil)
                // ffmpeg tells of every WAV file that it guesses which channel is which.
                #expect(verdict.complaints.isEmpty || ending == "wav")
                #expect(abs(verdict.duration - 3) < 0.08)
                #expect(verdict.tags["title"] == "A film")
                if ending != "wav" { #expect(job.notes.isEmpty) }
            }
            // The one that has no place for chapters.
            let beside = try String(contentsOfFile: "\(rig.folder)/sound.chapters.xml", encoding: .utf8)
            #expect(beside.contains("<ChapterTimeEnd>00:00:03.000000000</ChapterTimeEnd>"))
            #expect(beside.contains("<ChapterString>One</ChapterString>"))
        }
    }

    /// Containers that say less of their streams; what cannot be copied rightly is refused.
    @Test(arguments: ["flv", "ts", "ogv", "mov", "avi"], ["passthrough", "exact"])
    func fromOtherContainers(container: String, preset: String) throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            let source = "\(rig.folder)/other.\(container)"
            let codecs =
                container == "ogv"
                ? ["-c:v", "libtheora", "-c:a", "libvorbis"]
                : container == "avi" ? ["-c:v", "mpeg4", "-c:a", "libmp3lame"] : ["-c", "copy"]
            try rig.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-i", try rig.source("mp4"), "-map", "0:v", "-map", "0:a"] + codecs + [
                    source
                ])
            try rig.open(source)
            let path = "\(rig.folder)/out.mkv"
            let job = try rig.end(of: rig.export(to: path, preset: preset, ranges: [(4.3, 8.7)]))
            if container == "avi" {
                let presets = try stage.remote.call(.trim, "Presets").first?.asStringArray ?? []
                #expect(presets.first == "exact", "\(presets)")
            }
            if container == "avi", preset == "passthrough" {
                #expect(job.status == "failed" && job.error.contains("preset exact"), "\(job.error)")
                return #expect(!rig.files().contains("out.mkv"))
            }
            try #require(job.status == "completed", "\(job.error)")
            let told = try #require(job.actual.first)
            let verdict = try rig.judge(path)
            print(container, preset, told, verdict)
            #expect(verdict.complaints.isEmpty)
            #expect(abs(verdict.duration - (told.end - told.start)) <= 0.05)
            #expect(abs(Double(verdict.frames) / 25 - (told.end - told.start)) <= 0.05)
            #expect(told.start <= 4.313 && told.end >= 8.65)
        }
    }

    /// Covers are where each kind of file has them, once; Matroska has any files.
    @Test func coversAndFontsTravel() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            let folder = rig.folder
            let cover = "\(folder)/cover.jpg"
            let font = "\(folder)/signs.ttf"
            try rig.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=64x64:d=1:r=1", "-frames:v", "1", cover])
            try Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }).write(to: URL(fileURLWithPath: font))
            try rig.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-i", try rig.source("flac"), "-i", cover, "-map", "0", "-map", "1"]
                    + ["-c", "copy", "-disposition:v", "attached_pic", "\(folder)/covered.flac"])
            try rig.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-i", try rig.source("mkv"), "-map", "0", "-c", "copy", "-attach", cover]
                    + ["-metadata:s:2", "mimetype=image/jpeg", "-attach", font]
                    + ["-metadata:s:3", "mimetype=font/ttf", "\(folder)/covered.mkv"])
            for (source, ending) in [
                ("flac", "flac"), ("flac", "m4a"), ("flac", "mp3"), ("flac", "opus"), ("flac", "mka"), ("mkv", "mkv"),
                ("mkv", "mp4"),
            ] {
                try rig.open("\(folder)/covered.\(source)")
                let path = "\(folder)/\(source).\(ending)"
                let job = try rig.end(
                    of: rig.export(to: path, preset: source == "mkv" ? nil : "audio", ranges: [(1, 5)]))
                try #require(job.status == "completed", "\(path): \(job.error)")
                let pictures = try rig.run(
                    "ffprobe",
                    ["-v", "error", "-show_entries", "stream_disposition=attached_pic", "-of", "csv=p=0", path])
                #expect(pictures.split(separator: "\n").filter { $0.hasPrefix("1") }.count == 1, "\(path)")
                try rig.run(
                    "ffmpeg",
                    [
                        "-v", "error", "-nostdin", "-y", "-i", path, "-map", "0:v:\(source == "mkv" ? 1 : 0)", "-c",
                        "copy",
                    ]
                        + ["-f", "image2pipe", "\(folder)/out.jpg"])
                #expect(
                    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/out.jpg"))
                        == Data(contentsOf: URL(fileURLWithPath: cover)), "\(path)")
            }
            try rig.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-dump_attachment:t:0", "\(folder)/out.ttf", "-i", "\(folder)/mkv.mkv"]
                    + ["-f", "null", "-"])
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/out.ttf")).count == 2_000)
        }
    }

    @Test func whatCannotBeIsRefusedInASentence() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            #expect(throws: DBusError.self) { try rig.export(to: "\(rig.folder)/a.mkv") }
            try rig.open(rig.source("mkv"))
            let folder = rig.folder
            try "mine".write(toFile: "\(folder)/there.mkv", atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link.mkv", withDestinationPath: "\(folder)/elsewhere.mkv")
            for (path, word) in [
                ("relative.mkv", "absolute"), ("\(folder)/there.mkv", "already exists"), ("\(folder)/link.mkv", "link"),
                ("\(folder)/none/a.mkv", "folder"), (folder, "extension"), ("\(folder)/a.txt", "extension"),
                ("\(folder)/source.mkv", "itself"),
            ] {
                let error = #expect(throws: DBusError.self) {
                    try rig.export(to: path, overwrite: path.hasSuffix("link.mkv"))
                }
                #expect(error?.message.contains(word) == true, "\(path): \(error?.message ?? "")")
            }
            #expect(throws: DBusError.self) { try rig.export(to: "\(folder)/a.mkv", preset: "filesrc location=x") }
            #expect(throws: DBusError.self) { try rig.export(to: "\(folder)/a.mkv", preset: "nonesuch") }
            #expect(throws: DBusError.self) { try rig.export(to: "\(folder)/a.mkv", ranges: [(5, 3)]) }
            #expect(throws: DBusError.self) { try rig.export(to: "\(folder)/a.mkv", without: ["nonsense"]) }
            // Streams that such a file cannot hold are only known once they are read.
            let job = try rig.end(of: rig.export(to: "\(folder)/a.webm"))
            #expect(job.status == "failed" && job.error.contains("H.264"), "\(job.error)")
            let done = try rig.end(of: rig.export(to: "\(folder)/there.mkv", overwrite: true))
            #expect(done.status == "completed", "\(done.error)")
            #expect(rig.files() == ["link.mkv", "marks.txt", "source.mkv", "there.mkv"])
        }
    }

    @Test func presetsAreThoseThatWork() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            #expect(try stage.remote.call(.trim, "Presets").first?.asStringArray == [])
            try rig.open(rig.source("mkv", seconds: 3))
            let presets = try stage.remote.call(.trim, "Presets").first?.asStringArray ?? []
            print(presets)
            #expect(presets.starts(with: ["passthrough", "exact", "audio"]))
            for preset in presets {
                let ending = preset == "audio" ? "flac" : ["passthrough", "exact"].contains(preset) ? "mkv" : preset
                let job = try rig.end(of: rig.export(to: "\(rig.folder)/\(preset).\(ending)", preset: preset))
                try #require(job.status == "completed", "\(preset): \(job.error)")
                #expect(abs(try rig.judge("\(rig.folder)/\(preset).\(ending)").duration - 3) < 0.1)
            }
        }
    }

    @Test func aPictureIsMadeSmaller() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            try rig.open(rig.source("mkv", seconds: 3, size: "1280x720"))
            let presets = try stage.remote.call(.trim, "Presets").first?.asStringArray ?? []
            #expect(presets.contains("480p") && presets.contains("720p") && !presets.contains("1080p"), "\(presets)")
            for ending in ["mkv", "mp4"] {
                let path = "\(rig.folder)/small.\(ending)"
                let job = try rig.end(of: rig.export(to: path, preset: "480p"))
                try #require(job.status == "completed", "\(job.error)")
                let size = try rig.run(
                    "ffprobe",
                    [
                        "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0",
                        path,
                    ])
                #expect(size.hasPrefix("854,480"), "\(size)")
            }
            #expect(throws: DBusError.self) { try rig.export(to: "\(rig.folder)/a.flac", preset: "480p") }
        }
    }

    /// What a format cannot hold of the chapters is told.
    @Test func titlesOfChaptersAreKeptInAllLanguages() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            let source = try rig.source("mkv")
            try """
            {"chapters": [
              {"start": 0, "end": 6, "title": "One", "titles": {"en": "One", "de": "Eins", "fr": "Un"}},
              {"start": 6, "end": 12, "title": "Two", "titles": {"en": "Two", "de": "Zwei"}}]}
            """.write(toFile: "\(rig.folder)/source.mediad.json", atomically: true, encoding: .utf8)
            try rig.open(source)
            let path = "\(rig.folder)/titles.mkv"
            let job = try rig.end(of: rig.export(to: path))
            try #require(job.status == "completed", "\(job.error)")
            #expect(job.notes == [])
            // ffprobe shows the last title of each.
            #expect(try rig.judge(path).chapters.map(\.title) == ["Un", "Zwei"])
            let told = try stage.run(Daemon.control, "inspect", "--json", path)
            for title in ["Eins", "Un", "Zwei"] { #expect(told.output.contains("\"\(title)\""), "\(told.output)") }

            let other = try rig.end(of: rig.export(to: "\(rig.folder)/titles.mp4"))
            try #require(other.status == "completed", "\(other.error)")
            #expect(
                other.notes.contains {
                    $0.contains("MP4 files cannot contain them: the titles of chapters in other languages (de, fr)")
                }, "\(other.notes)")
        }
    }

    @Test func fromTheCommandLine() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            try rig.open(rig.source("mkv"))
            let path = "\(rig.folder)/a.mkv"
            let made = try stage.run(Daemon.control, "export", path, "--range", "5-9", "--range", "10-")
            #expect(made.end == .exited(0), "\(made.errors)")
            #expect(made.output.hasPrefix("\(path): 0:0"))
            #expect(made.errors.contains("key frame"))
            let again = try stage.run(Daemon.control, "export", path)
            #expect(again.end == .exited(1) && again.errors.contains("already exists"))
            #expect(try stage.run(Daemon.control, "export", path, "--range", "nonsense").end == .exited(2))
            let marks = try stage.run(Daemon.control, "export", "--chapters")
            #expect(marks.output.contains("<ChapterString>One</ChapterString>"))
            let metadata = "\(rig.folder)/m.txt"
            #expect(try stage.run(Daemon.control, "export", "--ffmetadata", metadata).end == .exited(0))
            try rig.run(
                "ffmpeg",
                [
                    "-v", "error", "-nostdin", "-i", path, "-i", metadata, "-map_metadata", "1", "-c", "copy",
                    "\(rig.folder)/b.mkv",
                ])
            let verdict = try rig.judge("\(rig.folder)/b.mkv")
            #expect(verdict.chapters.map(\.title) == ["One", "Two"] && verdict.tags["title"] == "A film")
        }
    }

    @Test func anInterruptCancels() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            try rig.open(rig.source("mkv", seconds: 60, size: "1280x720"))
            let command = try ChildProcess(
                Daemon.control, ["export", "\(rig.folder)/a.mkv", "--preset", "exact"], environment: stage.environment)
            try stage.remote.wait("the export") { rig.files().contains("a.mkv.part") }
            command.signal(SIGINT)
            #expect(try command.waitForEnd(within: 10) == .exited(1))
            #expect(command.errors.text.contains("cancelled"))
            #expect(rig.files() == ["marks.txt", "source.mkv"])
            command.stop()
        }
    }
}
