import MediaContainers
import PlayerCore

@testable import MediaProbe

/// A reader that `make fuzz` throws bytes at; `FuzzTargetTests` runs the same code on the seeds.
enum FuzzTarget: String, CaseIterable {
    case matroska, mp4, id3, ogg, flac, wav, flash
    case matroskaXML = "matroska-xml"
    case podcastJSON = "podcast-json"
    case vtt, ffmetadata, ogm, cue
    case descriptionJSON = "description-json"
    case edl, comskip, sponsorblock, segments
    case inflate
    case uri, image, comments, markup, http
    case watchLater = "watch-later"
    case journal, configuration, compositor
    case m3u, pls, xspf, feed, hls, dash
    case subtitles, storyboard, bif
    case subtitlePictures = "subtitle-pictures"
    case sidecarNames = "sidecar-names"

    /// Reads the bytes as the target's format, whatever they are, and says which promises of the readers were broken.
    ///
    /// - Parameter isBrief: only as they are read in earnest, not once more at ``tight`` limits.
    func broken(by input: [UInt8], isBrief: Bool = false) -> [String] {
        let limits = isBrief ? [ProbeLimits()] : [ProbeLimits(), Self.tight]
        return switch self {
        case .matroska: Self.container(MatroskaReader.self, input, limits) + Self.span(input)
        case .mp4: Self.container(MP4Reader.self, input, limits) + Self.span(input)
        case .id3: Self.container(ID3Reader.self, input, limits)
        case .ogg: Self.container(OggReader.self, input, limits)
        case .flac: Self.container(FLACReader.self, input, limits)
        case .wav: Self.container(WAVReader.self, input, limits)
        case .flash: Self.container(FlashReader.self, input, limits)
        case .matroskaXML: Self.sidecar(.matroskaXML, input, limits)
        case .podcastJSON: Self.sidecar(.podcast, input, limits)
        case .vtt: Self.sidecar(.webVTT, input, limits) + Self.sidecar(.subtitles, input, limits)
        case .ffmetadata: Self.sidecar(.ffmetadata, input, limits)
        case .ogm: Self.sidecar(.ogm, input, limits)
        case .cue: Self.sidecar(.cueSheet, input, limits) + Self.list(.cue, input)
        case .descriptionJSON: Self.description(input, limits)
        case .edl: Self.sidecar(.edl, input, limits)
        case .comskip: Self.sidecar(.comskip, input, limits)
        case .sponsorblock: Self.sidecar(.sponsorBlock, input, limits)
        case .segments: Self.sidecar(.jellyfin, input, limits)
        case .inflate: Self.inflate(input)
        case .uri: Self.uri(input)
        case .image: Self.image(input)
        case .comments: Self.comments(input)
        case .markup: Self.markup(input)
        case .http: Self.http(input)
        case .watchLater: Self.watchLater(input)
        case .journal: Self.journal(input)
        case .configuration: Self.configuration(input)
        case .compositor: Self.compositor(input)
        case .m3u: Self.list(.m3u, input)
        case .pls: Self.list(.pls, input)
        case .xspf: Self.list(.xspf, input)
        case .feed: Self.list(.feed, input)
        case .hls: Self.playlist(input)
        case .dash: Self.manifest(input)
        case .subtitles: Self.subtitles(input)
        case .subtitlePictures: Self.subtitlePictures(input)
        case .storyboard: Self.storyboard(input)
        case .bif: Self.bif(input)
        case .sidecarNames: Self.sidecarNames(input)
        }
    }

    /// Limits that small files reach, so that what happens at them is seen as well.
    static let tight: ProbeLimits = {
        var limits = ProbeLimits()
        limits.bytes = 48 << 10
        limits.reads = 20
        limits.elements = 200
        limits.depth = 4
        limits.chapters = 3
        // No shorter than the names that readers give by themselves (a genre for its number).
        limits.text = 32
        return limits
    }()

    private static func container(_ reader: any ContainerReader.Type, _ input: [UInt8], _ all: [ProbeLimits])
        -> [String]
    {
        var broken: [String] = []
        for limits in all {
            var served = 0
            let whole = ByteSource(input)
            // As a file; at the limits as a server's resource whose length nobody tells.
            let source = ByteSource(length: limits == tight ? nil : whole.length) { offset, count throws(ProbeError) in
                let bytes = try whole.read(offset, count)
                served += bytes.count
                return bytes
            }
            let bytes = ByteReader(source, limits: limits)
            var promises = Promises(limits)
            promises.check(reader.init(bytes, uri: "file:///media/item").read())
            promises.expect(served <= limits.bytes && bytes.bytesRead <= limits.bytes, "\(served) bytes were read")
            promises.expect(bytes.reads <= limits.reads, "\(bytes.reads) pieces were read")
            // The one too many is refused, and each reader of a part may ask once more.
            promises.expect(bytes.elements <= limits.elements + 100, "\(bytes.elements) elements were looked at")
            broken += promises.broken
        }
        return broken
    }

    private static let folder = SidecarFolder(Array("/media".utf8))

    private static func sidecar(_ kind: SidecarKind, _ input: [UInt8], _ all: [ProbeLimits]) -> [String] {
        var broken: [String] = []
        for limits in all {
            var notes = SidecarNotes(name: "item" + kind.suffix, source: kind.source, folder: folder, limits: limits)
            notes.frameRate = 24_000 / 1_001
            kind.read(SidecarText(input), into: &notes)
            var promises = Promises(limits)
            promises.check(problems: notes.problems)
            promises.check(notes.chapters, duration: nil)
            promises.check(notes.segments)
            broken += promises.broken
        }
        return broken
    }

    /// What was read, written and read again is the same: `mediactl inspect --json` may be given back.
    private static func description(_ input: [UInt8], _ all: [ProbeLimits]) -> [String] {
        var broken: [String] = []
        for limits in all {
            var notes = SidecarNotes(name: "item.mediad.json", source: "mediad", folder: folder, limits: limits)
            let reading = DescriptionJSON.read(SidecarText(input), into: &notes)
            var promises = Promises(limits)
            promises.check(problems: reading.problems)
            promises.check(reading.fields)
            broken += promises.broken
        }
        let reading = DescriptionJSON.read(input, name: "item.mediad.json")
        let description = MediaDescription(
            uri: reading.uri ?? "file:///media/item", details: MediaDetails(reading.fields))
        let written = DescriptionJSON.text(InspectedItem(description: description, duration: nil, container: nil))
        let again = DescriptionJSON.read(Array(written.utf8), name: "written")
        if written.utf8.count <= 1 << 20, !again.problems.isEmpty {
            broken.append("what was written: \(again.problems)")
        }
        return broken
    }

    private static func inflate(_ input: [UInt8]) -> [String] {
        let limit = 1 << 16
        var promises = Promises(ProbeLimits())
        if let whole = try? Inflate.zlib(input, limit: limit) {
            promises.expect(whole.count <= limit, "\(whole.count) bytes were unpacked")
            let head = try? Inflate.zlibHead(input, count: 10)
            promises.expect(head == Array(whole.prefix(10)), "the first bytes are others than those of the whole")
        }
        if let head = try? Inflate.zlibHead(input, count: 100) {
            promises.expect(head.count <= 100, "\(head.count) bytes were unpacked instead of 100")
        }
        return promises.broken
    }
}
