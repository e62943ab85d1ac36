import Foundation
import MediaContainers
import PlayerCore

@testable import MediaProbe

/// A file that `Tests/Fixtures/make-mp4-fixtures` wrote.
struct MP4Fixture {
    static let all = [
        "delayed.m4b", "disagreeing.m4b", "edits.mov", "ffmpeg-faststart.m4a", "ffmpeg-fragments.mp4",
        "ffmpeg-keys.mov", "ffmpeg.m4b", "ffmpeg.mov", "fragments.mp4", "languages.m4b",
        "links.m4b", "nero-version-0.mp4", "nero.mp4", "pictures.m4b", "tags.m4a", "trimmed.m4b", "userdata.mov",
        "wide.mp4",
    ]

    let path: String
    let bytes: [UInt8]

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        path = folder.appending(path: "Fixtures/probe/\(name)").path(percentEncoded: false)
        bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    static func findings(_ name: String) throws -> ContainerFindings {
        MediaProbe.container(ByteSource(try MP4Fixture(name).bytes), uri: "file:///\(name)")
    }
}

/// Boxes put together by hand, for what no writer writes.
enum MP4Bytes {
    static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let body = content.flatMap(\.self)
        return number(UInt32(8 + body.count)) + letters(type) + body
    }

    /// A box that claims another size than it has.
    static func box(_ type: String, size: UInt32, _ content: [UInt8]...) -> [UInt8] {
        number(size) + letters(type) + content.flatMap(\.self)
    }

    static func number<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    static func letters(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    static let ftyp = box("ftyp", letters("M4A "), number(UInt32(0)))

    static func mvhd(timescale: UInt32 = 1_000, duration: UInt32 = 8_000) -> [UInt8] {
        box("mvhd", .init(repeating: 0, count: 12), number(timescale), number(duration), .init(repeating: 0, count: 80))
    }

    /// - Parameters:
    ///   - tables: `stbl`'s content.
    ///   - isElsewhere: whether the data are in another file.
    static func track(
        _ id: UInt32, handler: String, timescale: UInt32 = 1_000, chapters: [UInt32] = [], edits: [UInt8] = [],
        tables: [UInt8] = [], isElsewhere: Bool = false
    ) -> [UInt8] {
        let reference = chapters.isEmpty ? [] : box("tref", box("chap", chapters.flatMap { number($0) }))
        return box(
            "trak", box("tkhd", .init(repeating: 0, count: 12), number(id), .init(repeating: 0, count: 68)),
            reference, edits.isEmpty ? [] : box("edts", edits),
            box(
                "mdia",
                box(
                    "mdhd", .init(repeating: 0, count: 12), number(timescale), number(UInt32(0)),
                    number(UInt16(0x55C4)), number(UInt16(0))),
                box("hdlr", .init(repeating: 0, count: 8), letters(handler), .init(repeating: 0, count: 13)),
                box(
                    "minf", isElsewhere ? box("dinf", box("dref", number(UInt64(1)), box("alis", [0, 0, 0, 0]))) : [],
                    box("stbl", tables))))
    }

    static let textDescription = box(
        "stsd", number(UInt32(0)), number(UInt32(1)), box("text", .init(repeating: 0, count: 51)))

    /// A table of 32-bit numbers behind a count that may lie.
    static func table(_ type: String, _ head: [UInt32], _ entries: [UInt32]) -> [UInt8] {
        box(type, number(UInt32(0)), (head + entries).flatMap { number($0) })
    }

    static func findings(_ parts: [UInt8]..., limits: ProbeLimits = ProbeLimits()) -> ContainerFindings {
        MediaProbe.container(ByteSource(parts.flatMap(\.self)), uri: "file:///hand-made.m4b", limits: limits)
    }
}

extension Chapter {
    /// `start-end title/title`, in milliseconds, for tables.
    var line: String {
        let end = end.map { "\($0.nanoseconds / 1_000_000)" } ?? ""
        let titles = titles.map { $0.language == "und" ? $0.text : "\($0.language):\($0.text)" }
        return "\(start.nanoseconds / 1_000_000)-\(end) \(titles.joined(separator: "/"))"
    }
}
