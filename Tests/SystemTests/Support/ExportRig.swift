import DBusKit
import Foundation
import TestSupport

/// A mediad that plays a file made for the test, and exports of it.
final class ExportRig {
    /// An export as its object shows it.
    struct Job {
        let path: String
        let properties: [String: DBusValue]

        var status: String { properties["Status"]?.asString ?? "" }
        var error: String { properties["Error"]?.asString ?? "" }
        var progress: Double { properties["Progress"]?.asDouble ?? -1 }
        var notes: [String] { properties["Notes"]?.asStringArray ?? [] }
        var actual: [(start: Double, end: Double)] {
            (properties["Actual"]?.asArray ?? []).compactMap { value in
                guard let pair = value.asArray, pair.count == 2, let start = pair[0].asInt64, let end = pair[1].asInt64
                else { return nil }
                return (Double(start) / 1e6, Double(end) / 1e6)
            }
        }
    }

    let stage: Stage
    /// Where files are made.
    let folder: String

    init(_ stage: Stage) throws {
        self.stage = stage
        folder = "\(stage.sandbox.directory)/made"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Makes a source with ffmpeg: two chapters ("One" to 6 s, "Two"), a title, pictures where the format has them.
    func source(_ format: String, seconds: Int = 12, size: String = "160x90") throws -> String {
        let marks = """
            ;FFMETADATA1
            title=A film
            artist=Somebody
            [CHAPTER]
            TIMEBASE=1/1
            START=0
            END=\(min(6, seconds / 2))
            title=One
            [CHAPTER]
            TIMEBASE=1/1
            START=\(min(6, seconds / 2))
            END=\(seconds)
            title=Two

            """
        let codecs: [String]
        switch format {
        case "mp4", "mkv":
            codecs = [
                "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac",
            ]
        case "webm":
            codecs = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-g", "50", "-c:a", "libopus"]
        case "mp3": codecs = ["-c:a", "libmp3lame"]
        case "flac": codecs = ["-c:a", "flac"]
        case "opus": codecs = ["-c:a", "libopus"]
        default: codecs = ["-c:a", "libvorbis"]
        }
        let hasPicture = ["mp4", "mkv", "webm"].contains(format)
        let picture = hasPicture ? ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=\(seconds)"] : []
        let sound = ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=\(seconds)"]
        let maps = hasPicture ? ["-map", "0", "-map", "1", "-map_metadata", "2"] : ["-map", "0", "-map_metadata", "1"]
        try Fixtures.copy(madeOf: [format, marks] + picture + sound + maps + codecs, to: folder) { folder in
            let file = "\(folder)/marks.txt"
            try marks.write(toFile: file, atomically: true, encoding: .utf8)
            try run(
                "ffmpeg",
                ["-v", "error", "-nostdin"] + picture + sound + ["-i", file] + maps + codecs
                    + ["\(folder)/source.\(format)"])
        }
        // ffmpeg writes no chapters into these.
        if ["flac", "ogg"].contains(format) { try describe("") }
        return "\(folder)/source.\(format)"
    }

    /// Says beside the source what its chapters are, and more.
    func describe(_ more: String) throws {
        try """
        {\(more)"chapters": [{"start": 0, "end": 6, "title": "One"}, {"start": 6, "end": 12, "title": "Two"}]}
        """.write(toFile: "\(folder)/source.mediad.json", atomically: true, encoding: .utf8)
    }

    /// Plays a file, paused at its beginning, until all is known of it.
    func open(_ path: String) throws { try open(uri: URL(fileURLWithPath: path).absoluteString) }

    /// The same with what need not be a file.
    func open(uri: String) throws {
        try stage.remote.replace([uri])
        try stage.remote.wait("playing") { stage.remote.status == "Playing" }
        try stage.remote.call(.player, "Pause")
        try stage.remote.wait("the item") {
            try stage.remote.get(.trim, "CanBeginTrimming").asBool == true
                && stage.remote.metadata["mpris:length"]?.asInt64 ?? 0 > 0
        }
    }

    /// - Parameter ranges: seconds.
    func export(
        to path: String, preset: String? = nil, ranges: [(Double, Double)] = [], without: [String] = [],
        overwrite: Bool = false
    ) throws -> String {
        var options: [String: DBusValue] = ["overwrite": .boolean(overwrite)]
        if let preset { options["preset"] = .string(preset) }
        if !without.isEmpty { options["without"] = .strings(without) }
        if !ranges.isEmpty {
            options["ranges"] = .array(
                "(xx)", ranges.map { .structure([.int64(Int64($0.0 * 1e6)), .int64(Int64($0.1 * 1e6))]) })
        }
        let reply = try stage.remote.call(.trim, "Export", [.string(path), .properties(options)])
        return reply.first?.asObjectPath ?? ""
    }

    func job(_ path: String) throws -> Job {
        Job(
            path: path,
            properties: try stage.remote.client.getAll(
                Daemon.ownName, path, "org.mediad.ExportJob1", timeout: .seconds(10)))
    }

    func cancel(_ path: String) throws {
        try stage.remote.client.call(Daemon.ownName, path, "org.mediad.ExportJob1", "Cancel")
    }

    /// Waits until it is over.
    func end(of path: String, within seconds: Double = 60) throws -> Job {
        try stage.remote.wait("the end of the export", within: seconds) {
            !["waiting", "exporting"].contains(try job(path).status)
        }
        return try job(path)
    }

    func waitForProgress(of path: String) throws {
        try stage.remote.wait("progress") { try job(path).progress > 0.01 }
    }

    /// What lies in the folder of a file.
    func files(in folder: String? = nil) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder ?? self.folder)) ?? []).sorted()
    }

    /// Processes that export at the moment.
    var workers: [Int32] {
        let own = stage.daemon.process.processIdentifier
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { pid in
            guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
            let fields = status.drop { $0 != ")" }.split(separator: " ")
            return fields.count > 2 && fields[2] == "\(own)" && fields[1] != "Z"
        }
    }

    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> String {
        // Tests beside this one play in real time.
        let result = try ChildProcess.run(
            "nice", ["-n", "10", program] + arguments, environment: stage.environment, within: 60)
        guard result.end == .exited(0) else { throw Failure("\(program) \(arguments): \(result.errors)") }
        return result.output
    }

    // MARK: Judges

    /// What ffprobe and ffmpeg say of a file.
    struct Verdict {
        var duration = 0.0
        /// By `v` and `a`: seconds at which the stream begins.
        var starts: [String: Double] = [:]
        var chapters: [(title: String, start: Double, end: Double)] = []
        var tags: [String: String] = [:]
        /// What decoding all of it complained of.
        var complaints = ""
        var frames = 0
        /// Samples of the first sound, decoded.
        var samples = 0
    }

    func judge(_ path: String) throws -> Verdict {
        let text = try run(
            "ffprobe", ["-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", path])
        guard let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw Failure("ffprobe says nothing of \(path)")
        }
        var verdict = Verdict()
        let format = json["format"] as? [String: Any] ?? [:]
        verdict.duration = Double(format["duration"] as? String ?? "") ?? 0
        let streams = json["streams"] as? [[String: Any]] ?? []
        for holder in [format] + streams {
            for (name, value) in holder["tags"] as? [String: String] ?? [:]
            where verdict.tags[name.lowercased()] == nil {
                verdict.tags[name.lowercased()] = value
            }
        }
        for stream in streams {
            let kind = stream["codec_type"] as? String == "video" ? "v" : "a"
            guard stream["codec_type"] as? String != "data", verdict.starts[kind] == nil else { continue }
            verdict.starts[kind] = Double(stream["start_time"] as? String ?? "") ?? 0
        }
        for chapter in json["chapters"] as? [[String: Any]] ?? [] {
            verdict.chapters.append(
                (
                    (chapter["tags"] as? [String: String])?["title"] ?? "",
                    Double(chapter["start_time"] as? String ?? "") ?? -1,
                    Double(chapter["end_time"] as? String ?? "") ?? -1
                ))
        }
        try decode(path, into: &verdict)
        return verdict
    }

    /// Decodes all pictures and sound, and counts those of the first stream of each kind.
    private func decode(_ path: String, into verdict: inout Verdict) throws {
        let arguments = [
            "-v", "warning", "-nostdin", "-i", path, "-map", "0:v?", "-map", "0:a?", "-f", "framecrc", "-",
        ]
        let decoded = try ChildProcess.run(
            "nice", ["-n", "10", "ffmpeg"] + arguments, environment: stage.environment, within: 60)
        verdict.complaints = decoded.errors
        var (pictures, sound): (Substring?, Substring?)
        for line in decoded.output.split(separator: "\n") {
            // "#media_type 1: audio", then "1, dts, pts, duration, size, checksum" for each frame.
            if line.hasPrefix("#media_type ") {
                let index = line.dropFirst(12).prefix { $0 != ":" }
                if line.hasSuffix("video") { pictures = pictures ?? index } else { sound = sound ?? index }
            }
            let fields = line.split(separator: ",")
            guard fields.count > 3, !line.hasPrefix("#") else { continue }
            if fields[0] == pictures { verdict.frames += 1 }
            if fields[0] == sound { verdict.samples += Int(fields[3].drop { $0 == " " }) ?? 0 }
        }
    }
}
