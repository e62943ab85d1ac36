import ArgumentParser
import MediaProbe
import PlayerCore

/// `inspect`.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show the tracks, chapters, tags and artwork of files.",
        discussion: "Also reads the sidecar files beside them. Does not need mediad.")

    @Argument(help: ArgumentHelp("Files or HTTP addresses.", valueName: "file"), completion: .file())
    var names: [String]

    @Flag(name: .customLong("json"), help: "Print one JSON description per line.")
    var isJSON = false

    @Flag(
        name: .customLong("images"), inversion: .prefixedNo,
        help: "Include embedded pictures of up to 1 MiB in JSON.")
    var hasImages = true

    /// Shows every file. A file that cannot be read does not prevent the output of the others.
    func run() throws {
        var last: Failure?
        for (index, name) in names.enumerated() {
            do throws(Failure) {
                try show(name, isFirst: index == 0)
            } catch {
                if let last { Output.complain(last.message) }
                last = error
            }
        }
        if let last { throw last }
    }

    private func show(_ name: String, isFirst: Bool) throws(Failure) {
        let file = try InspectedFile(name)
        var item = file.item
        if isJSON {
            if hasImages {
                var images = InlinedImages(file.source)
                item = images.inlined(item)
            }
            Output.print(DescriptionJSON.text(item))
        } else {
            Output.print((isFirst ? "" : "\n") + InspectedView(item).lines.joined(separator: "\n"))
            for problem in item.problems { Output.complain("\(name): \(problem)") }
            if item.container == nil, item.description.details?.fields == MediaDetails.Fields() {
                throw Failure(.refused, "\(name) is not a media file that mediad can read: check that it is complete.")
            }
        }
    }
}

/// The results of `inspect` for people.
struct InspectedView {
    private let item: InspectedItem
    private let fields: MediaDetails.Fields

    init(_ item: InspectedItem) {
        self.item = item
        fields = item.description.details?.fields ?? MediaDetails.Fields()
    }

    /// The title, the known facts, the segments and the chapters.
    var lines: [String] {
        let title = fields.title ?? URIText.name(of: item.description.uri)
        return [Output.styled(Output.visible(title), .bold)] + facts + segments + chapters
    }

    private var facts: [String] {
        var table = TextTable()
        for (name, value) in values {
            guard let value, !value.isEmpty else { continue }
            table.add([TextTable.Cell(text: name), TextTable.Cell(text: Output.visible(value))])
        }
        return table.lines()
    }

    private typealias Fact = (name: String, value: String?)

    private var values: [Fact] {
        let format: [Fact] = [
            ("container", item.container),
            ("duration", item.duration.map { DurationText($0).description }),
        ]
        let content: [Fact] = [
            ("subtitle", fields.subtitle),
            ("artist", fields.artist?.joined(separator: ", ")),
            ("album", fields.album),
            ("genre", fields.genre?.joined(separator: ", ")),
            ("date", fields.date),
            ("season", fields.season.map { "\($0)" }),
            ("episode", fields.episode.map { "\($0)" }),
            ("artwork", artwork),
            ("locales", item.locales.map { $0 == "und" ? "unknown" : $0 }.joined(separator: ", ")),
            ("groups", fields.markers?.map { "\($0.title) (\($0.markers.count))" }.joined(separator: ", ")),
            ("segments", fields.segments.flatMap { $0.isEmpty ? nil : "\($0.count)" }),
            ("next", fields.next.map { $0.title ?? $0.uri }),
            ("chapters", fields.chapters.map { "\($0.count)" }),
        ]
        return format + tracks + content
    }

    /// A line for each track: video, audio, subtitles.
    private var tracks: [Fact] {
        [(MediaTrack.Kind.video, "video"), (.audio, "audio"), (.subtitles, "subtitles")].flatMap { kind, name in
            item.tracks.filter { $0.kind == kind }.map { (name, $0.summary) }
        }
    }

    private var artwork: String? {
        if let uri = fields.artwork { return uri.hasPrefix("data:") ? "data" : uri }
        return item.embeddedArtwork.map { "embedded, \($0.length) bytes" }
    }

    /// Kind, start, end, source and title.
    private var segments: [String] {
        var table = TextTable()
        for segment in fields.segments ?? [] {
            let words = segment.action.map { segment.kind + " (\($0))" } ?? segment.kind
            table.add([
                TextTable.Cell(text: Output.visible(words)),
                TextTable.Cell(text: DurationText(segment.start).description, isRightAligned: true),
                TextTable.Cell(text: DurationText(segment.end).description, isRightAligned: true),
                TextTable.Cell(text: segment.source ?? ""),
                TextTable.Cell(text: Output.visible(segment.title ?? "")),
            ])
        }
        return table.lines()
    }

    /// Number, start, end and title; nested chapters are indented.
    private var chapters: [String] {
        var table = TextTable()
        for (index, chapter) in (fields.chapters ?? []).enumerated() {
            // Levels come from files, and some files claim thousands.
            let indent = String(repeating: "  ", count: Int(min(chapter.level, 8)))
            let words = chapter.isHidden ? "  (hidden)" : ""
            table.add(
                [
                    TextTable.Cell(text: "\(index + 1)", isRightAligned: true),
                    TextTable.Cell(text: DurationText(chapter.start).description, isRightAligned: true),
                    TextTable.Cell(
                        text: chapter.end.map { DurationText($0).description } ?? "", isRightAligned: true),
                    TextTable.Cell(text: indent + Output.visible(chapter.titles.first?.text ?? "") + words),
                ], style: chapter.isHidden ? .dim : nil)
        }
        return table.lines()
    }
}

extension ContainerTrack {
    /// What is known about the track: `H.264, 1920×1080`, `Opus, Japanese, 2 channels`, `SubRip, English, forced`.
    fileprivate var summary: String {
        var words = [format.codec ?? "unknown codec"]
        if let language = MediaProbe.languageName(language) {
            words.append(language)
        } else if kind != .video, number != nil || traits.contains(.external) {
            // The container has a place for a language.
            words.append("unknown language")
        }
        if let size = format.size { words.append("\(size.width)×\(size.height)") }
        if let channels = format.channels { words.append(channels == 1 ? "1 channel" : "\(channels) channels") }
        // Many titles are only the name of the language.
        if let title, !words.contains(title) { words.append("“\(title)”") }
        words += TrackTraits.names.filter { traits.contains($0.trait) }.map(\.name)
        if traits.contains(.external) { words.append("external") }
        return words.joined(separator: ", ")
    }
}
