import Foundation
import MediaContainers
import PlayerCore

@testable import MediaProbe

/// A committed sound file of `Tests/Fixtures/probe`, made by `make-audio-fixtures`.
enum AudioFixture {
    static let all = [
        "chapters.flac", "chapters.oga", "chapters.ogg", "chapters.opus", "cue.rf64.wav", "cue.wav",
        "cuesheet-block.flac", "cuesheet-tag.flac", "cuesheet.opus", "id3-bare.mp3", "id3-nested.mp3",
        "id3-no-table.mp3", "id3-silent.mp3", "id3-unordered.mp3", "id3.flac", "id3v22.mp3", "id3v23-compressed.mp3",
        "id3v23-unsynchronised.mp3", "id3v23.mp3", "id3v24-compressed.mp3", "id3v24-plain-sizes.mp3",
        "id3v24-unsynchronised.mp3", "id3v24.mp3",
    ]

    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    static func path(_ name: String) -> String { fixtures.appendingPathComponent("probe/\(name)").path }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    static func findings(_ name: String) throws -> ContainerFindings {
        MediaProbe.container(ByteSource(try bytes(name)), uri: "file:///\(name)")
    }

    /// The picture's own bytes, unpacked by the rules of its coding.
    static func picture(_ source: ImageSource, in file: [UInt8]) throws -> [UInt8] {
        switch source {
        case .uri(let uri):
            let data = uri.split(separator: ",", maxSplits: 1).last.flatMap { Data(base64Encoded: String($0)) }
            return [UInt8](data ?? Data())
        case .embedded(let image):
            let raw = Array(file[Int(image.offset)..<Int(image.offset) + image.length])
            switch image.coding {
            case .plain: return raw
            case .unsynchronised: return synchronised(raw)
            case .compressed(let length, let isUnsynchronised, let skipping):
                let packed = isUnsynchronised ? synchronised(raw) : raw
                return Array(try Inflate.zlib(packed, limit: length).dropFirst(skipping))
            }
        }
    }

    private static func synchronised(_ raw: [UInt8]) -> [UInt8] {
        raw.indices.filter { $0 == 0 || raw[$0] != 0 || raw[$0 - 1] != 0xFF }.map { raw[$0] }
    }
}

/// A chapter as a line, for comparing lists: `>> 1000-2000 "title" hidden`.
func lines(_ chapters: [Chapter]) -> [String] {
    chapters.map { chapter in
        let end = chapter.end.map { "-\($0.nanoseconds / 1_000_000)" } ?? ""
        let titles = chapter.titles.map { " \"\($0.text)\"" }.joined()
        return String(repeating: ">", count: Int(chapter.level)) + "\(chapter.start.nanoseconds / 1_000_000)\(end)"
            + titles + (chapter.isHidden ? " hidden" : "")
    }
}
