import MediaContainers
import PlayerCore

@testable import Gst
@testable import LibraryStore
@testable import MediaProbe
@testable import PlayerEngine
@testable import PlayerService
@testable import mediad

/// The readers of short texts: what clients, servers, users and mediad itself wrote.
extension FuzzTarget {
    private static let schemes = ["file", "http", "https", "rtsp", "data"]
    private static let folder = SidecarFolder(Array("/media/show".utf8))

    /// Addresses as clients, sidecars and tags give them: one a line, and the whole as one.
    static func uri(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let whole = String(decoding: input, as: UTF8.self)
        for text in [whole] + whole.split(separator: "\n").map(String.init) {
            if let made = try? MediaURI.normalised(text, schemes: schemes) {
                promises.expect(made.utf8.allSatisfy { $0 > 32 && $0 < 127 }, "'\(made)' is not a URI")
                let again = try? MediaURI.normalised(made, schemes: schemes)
                promises.expect(again == made, "'\(made)' becomes '\(again ?? "nothing")'")
            }
            if let file = try? folder.resolved(text), file.hasPrefix("file:") {
                let isInside = FileURI.path(of: file).map(folder.contains) ?? false
                promises.expect(isInside, "'\(file)' is outside of the folder")
            }
            _ = try? folder.resolvedMedia(text)
            _ = DataURI(text)?.bytes
            if let base = RemoteBase(text) { _ = base.resolved("../cover.jpg") }
            _ = RemoteBase("https://host/folder/feed")?.resolved(text)
            _ = PictureLink.mediaType(text)
            _ = PictureLink.image(Array(text.utf8))
            _ = NextEpisode.number(of: text)
            let language = LanguageCode.bcp47(text)
            promises.expect(LanguageCode.bcp47(language) == language, "'\(language)' is not as it is written")
        }
        return promises.broken
    }

    /// The markup in which GStreamer hands out subtitles.
    static func markup(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let text = String(decoding: input, as: UTF8.self)
        let plain = PangoMarkup.plain(text)
        promises.expect(plain.utf8.count <= text.utf8.count, "the text without its markup is longer")
        return promises.broken
    }

    /// A file of subtitles, and names of such files: one a line.
    static func subtitles(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let text = TextGuess.text(input)
        for format in SubtitleSidecar.Format.allCases {
            try? SubtitleContent.check(input, format)
            if let made = try? SubtitleText.script(text, format) {
                promises.expect(String(validating: made, as: UTF8.self) != nil, "what libass is given is no UTF-8")
            }
        }
        for cues in [SubtitleBlocks.subRip(text), SubtitleBlocks.webVTT(text), SubtitleLines.cues(text)] {
            promises.expect(cues.count <= SubtitleCue.most, "there are more cues than are taken")
            promises.expect(cues.allSatisfy { 0 <= $0.start && $0.start < $0.end }, "a cue is shown for no time")
        }
        for name in text.split(whereSeparator: \.isNewline).prefix(100) {
            let told = SubtitleName(name)
            promises.expect(LanguageMatching.isTag(told.language), "'\(told.language)' is no language tag")
            _ = SubtitleName.traits(ofTitle: String(name))
        }
        return promises.broken
    }

    /// A server's headers: `name: value`, one a line.
    static func http(_ input: [UInt8]) -> [String] {
        var answer = HTTPAnswer()
        for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            answer.headers[line[..<colon].lowercased()] = String(value)
        }
        _ = (answer.isStation, answer.mediaType)
        return answer.contentRange?.first.map { $0 < 0 } ?? false ? ["a range begins before the resource"] : []
    }

    static func watchLater(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let file = WatchLater.parse(input)
        promises.expect(file.start.map { $0 >= .zero } ?? true, "a position is negative")
        promises.expect(file.speed.map { $0.isFinite && $0 > 0 } ?? true, "a speed is none")
        return promises.broken
    }

    /// What the journal keeps as JSON and bytes: a disk may give back anything.
    static func journal(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let text = String(decoding: input, as: UTF8.self)
        let coding = DetailsCoding()
        if let details = try? coding.details(text) {
            let written = try? coding.text(details)
            let again = written.flatMap { try? coding.details($0) }
            // What is no number is not equal to itself.
            promises.expect(again == details || again.flatMap { try? coding.text($0) } == written, "details change")
        }
        for segment in DisarmedSegmentCoding.segments(text) {
            promises.expect(segment.range.start <= segment.range.end, "a segment ends before it starts")
        }
        if let metadata = MetadataCoding.metadata(text) {
            let written = MetadataCoding.text(metadata)
            promises.expect(MetadataCoding.text(MetadataCoding.metadata(written)) == written, "metadata changes")
        }
        let order = ShuffleOrderCoding.order(input)
        promises.expect(
            ShuffleOrderCoding.bytes(order) == Array(input.prefix(input.count / 8 * 8)), "the order of playing changes")
        return promises.broken
    }

    /// The words of a command in a configuration. The TOML parser is another's.
    static func configuration(_ input: [UInt8]) -> [String] {
        _ = CommandWords.split(String(decoding: input, as: UTF8.self))
        return []
    }
}
