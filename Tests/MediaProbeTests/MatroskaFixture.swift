internal import FoundationEssentials
import MediaContainers
internal import PlayerCore

@testable import MediaProbe

/// The committed files that `make-matroska-fixtures` writes.
enum MatroskaFixture {
    static let names = [
        "edited.mkv", "editions.mkv", "episode.mkv", "languages.mkv", "late.mkv", "legacy.webm", "live.mkv",
        "no-seekhead.mkv", "ordered.mkv", "skip-types.mkv", "unknown-sizes.mkv", "wrong-seekhead.mkv",
    ]

    static func path(_ name: String) -> String {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        return "/\(folder)/Fixtures/probe/matroska-\(name)"
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    static func read(_ bytes: [UInt8], limits: ProbeLimits = ProbeLimits()) -> ContainerFindings {
        MediaProbe.container(ByteSource(bytes), uri: "file:///film.mkv", limits: limits)
    }

    static func read(_ name: String) throws -> ContainerFindings { read(try bytes(name)) }
}

/// Writes EBML (RFC 8794), for files that no program writes.
enum EBMLBytes {
    static func id(_ value: UInt64) -> [UInt8] { unsignedBytes(value) }

    static func element(_ key: UInt64, _ content: [UInt8]) -> [UInt8] {
        id(key) + size(UInt64(content.count)) + content
    }

    static func master(_ key: UInt64, _ content: [UInt8]...) -> [UInt8] { element(key, content.flatMap(\.self)) }

    /// One that does not say its size.
    static func endless(_ key: UInt64, _ content: [UInt8]...) -> [UInt8] {
        id(key) + [0x01] + [UInt8](repeating: 0xFF, count: 7) + content.flatMap(\.self)
    }

    /// In eight bytes, so that the size of an element does not depend on what it holds.
    static func size(_ value: UInt64) -> [UInt8] { [0x01] + eightBytes(value).dropFirst() }

    static func unsigned(_ key: UInt64, _ value: UInt64) -> [UInt8] { element(key, unsignedBytes(value)) }

    static func text(_ key: UInt64, _ value: String) -> [UInt8] { element(key, Array(value.utf8)) }

    static func eightBytes(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private static func unsignedBytes(_ value: UInt64) -> [UInt8] {
        value == 0 ? [0] : Array(eightBytes(value).drop { $0 == 0 })
    }

    // MARK: Matroska

    static let header = master(MatroskaID.ebml, text(MatroskaID.docType, "matroska"))

    static func file(_ content: [UInt8]...) -> [UInt8] {
        header + element(MatroskaID.segment, content.flatMap(\.self))
    }

    static func chapters(_ atoms: [UInt8]...) -> [UInt8] {
        master(MatroskaID.chapters, element(MatroskaID.editionEntry, atoms.flatMap(\.self)))
    }

    static func atom(_ start: UInt64, _ content: [UInt8]...) -> [UInt8] {
        master(MatroskaID.chapterAtom, unsigned(MatroskaID.chapterTimeStart, start), content.flatMap(\.self))
    }

    static func display(_ content: [UInt8]...) -> [UInt8] {
        element(MatroskaID.chapterDisplay, content.flatMap(\.self))
    }

    static func title(_ text: String) -> [UInt8] { display(self.text(MatroskaID.chapString, text)) }

    static func seek(_ key: UInt64, _ position: UInt64) -> [UInt8] {
        master(
            MatroskaID.seek, element(MatroskaID.seekID, id(key)),
            element(MatroskaID.seekPosition, eightBytes(position)))
    }

    static func tag(_ level: UInt64?, _ pairs: [(String, String)], targets: [UInt8] = []) -> [UInt8] {
        let value = level.map { unsigned(MatroskaID.targetTypeValue, $0) } ?? []
        let simple = pairs.map { name, value in
            master(MatroskaID.simpleTag, text(MatroskaID.tagName, name), text(MatroskaID.tagString, value))
        }
        return master(MatroskaID.tag, master(MatroskaID.targets, value, targets), simple.flatMap(\.self))
    }
}
