import ArgumentParser
import DBusKit
import MediaProbe
import PlayerCore

/// `export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the current item, or parts of it, to a file.",
        discussion: """
            Without --range, exports the part between the points of 'mediactl trim'. By default, the streams are \
            copied, and a file with video starts at the key frame before the given time. '--preset exact' encodes \
            the streams and cuts exactly. The extension of FILE selects the format.

              mediactl export clip.mkv --range 1:00-2:30 --range 5:00-6:10
              mediactl export episode.mkv --without advertisement,blocked
              mediactl export song.flac --preset audio
              mediactl export --chapters chapters.xml

            Ctrl-C cancels the export and leaves no file behind.
            """)

    @Argument(
        help: ArgumentHelp("The file to write.", valueName: "file"),
        completion: .file())
    var file: String?

    @Option(help: "Use this preset; see --presets.", completion: .exportPreset)
    var preset: String?

    @Option(
        name: .customLong("range"),
        help: ArgumentHelp(
            "Export this part, such as 1:00-2:30; repeat to join parts.",
            valueName: "from-to"))
    var ranges: [ClockRange] = []

    @Option(
        help: ArgumentHelp("Leave out segments of these comma-separated kinds.", valueName: "kinds"),
        completion: .segmentKinds)
    var without: String?

    @Flag(inversion: .prefixedNo, help: "Keep the chapters.")
    var keepChapters = true

    @Flag(help: "Replace an existing file.")
    var overwrite = false

    @Flag(help: "Print the D-Bus object path of the export, and do not wait for it.")
    var detach = false

    @Flag(help: "List the presets that work for the current item.")
    var presets = false

    @Flag(help: "Write only the chapters and segments, as EDL.")
    var edl = false

    @Flag(help: "Write only the tags and chapters, as FFmpeg metadata.")
    var ffmetadata = false

    @Flag(help: "Write only the chapters, as Matroska XML.")
    var chapters = false

    func validate() throws {
        guard [edl, ffmetadata, chapters, presets].count(where: { $0 }) <= 1 else {
            throw ValidationError("Use only one of --presets, --edl, --ffmetadata and --chapters.")
        }
        let isMarks = edl || ffmetadata || chapters
        guard file != nil || isMarks || presets else { throw ValidationError("Missing expected argument '<file>'.") }
        if isMarks || presets, preset != nil || !ranges.isEmpty || without != nil {
            throw ValidationError(
                "--preset, --range and --without do not apply to --presets, --edl, --ffmetadata and --chapters.")
        }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        if presets {
            let names = try daemon.call(.trim, "Presets").first?.asStringArray ?? []
            guard !names.isEmpty else {
                let reason = try daemon.property(.trim, "WhyNot").asString ?? ""
                throw try daemon.explained(
                    Failure(.refused, reason.isEmpty ? "There are no presets for this item." : reason))
            }
            return Output.print(names.joined(separator: "\n"))
        }
        if edl || ffmetadata || chapters {
            let marks = try MarkFile(daemon)
            return try write(edl ? marks.edl : ffmetadata ? marks.ffmetadata : marks.matroska)
        }
        let job = try ExportFollower(daemon, start(daemon))
        if detach { return Output.print(job.path) }
        try job.follow()
    }

    private func start(_ daemon: DaemonConnection) throws(Failure) -> String {
        var options: [String: DBusValue] = [:]
        if let preset { options["preset"] = .string(preset) }
        if overwrite { options["overwrite"] = .boolean(true) }
        if !keepChapters { options["chapters"] = .boolean(false) }
        if let without {
            options["without"] = .strings(
                without.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty })
        }
        if !ranges.isEmpty {
            let metadata = try daemon.property(.player, "Metadata").asDictionary ?? [:]
            let length = metadata["mpris:length"]?.asInt64
            // Of a track of a file, the times are those of the track.
            let offset = metadata["mediad:offset"]?.asInt64 ?? 0
            options["ranges"] = .array(
                "(xx)",
                try ranges.map { (range) throws(Failure) in
                    guard let end = range.end?.microseconds ?? length else {
                        throw Failure(.refused, "The duration of the item is unknown. Specify the end of the range.")
                    }
                    return .structure([
                        .int64(Self.sum(offset, range.start.microseconds)), .int64(Self.sum(offset, end)),
                    ])
                })
        }
        let path = LocalPath(file ?? "").text
        return try daemon.callOnItem(.trim, "Export", [.string(path), .properties(options)]).first?.asObjectPath ?? ""
    }

    /// Microseconds, at most the largest number.
    private static func sum(_ offset: Int64, _ time: Int64) -> Int64 {
        let (sum, isTooLarge) = offset.addingReportingOverflow(time)
        return isTooLarge ? .max : sum
    }

    private func write(_ text: String) throws(Failure) {
        guard let file, file != "-" else { return Output.write(text) }
        try NewFile.write(text, to: LocalPath(file), overwriting: overwrite)
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
