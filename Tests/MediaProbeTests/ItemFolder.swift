import FoundationEssentials
import Glibc
import MediaContainers
import PlayerCore

@testable import MediaProbe

/// A folder with an item `film.mkv` in it, which goes away with its value.
final class ItemFolder {
    /// Without links in it.
    let path: String

    init() throws {
        path = "/tmp/mediaprobe-test-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try write("no media", to: "film.mkv")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(filePath: "\(path)/\(name)")) }

    /// What the sidecars of `film.mkv` say.
    var findings: ItemFindings { SidecarFinder(Array("\(path)/film.mkv".utf8), limits: ProbeLimits()).findings() }
}

/// The chapters and segments of one sidecar, as if it stood in `/media`.
func sidecarNotes(
    _ kind: SidecarKind, _ bytes: some Collection<UInt8>, limits: ProbeLimits = ProbeLimits(), frameRate: Double? = nil
) -> SidecarNotes {
    var notes = SidecarNotes(
        name: "film" + kind.suffix, source: kind.source, folder: SidecarFolder(Array("/media".utf8)), limits: limits)
    notes.frameRate = frameRate
    kind.read(SidecarText(Array(bytes)), into: &notes)
    return notes
}

func sidecarNotes(
    _ kind: SidecarKind, _ text: String, limits: ProbeLimits = ProbeLimits(), frameRate: Double? = nil
) -> SidecarNotes {
    sidecarNotes(kind, text.utf8, limits: limits, frameRate: frameRate)
}

/// UTF-16, little-endian, with its byte order mark.
func utf16(_ text: String) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.reduce(into: []) { bytes, unit in
        bytes += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    }
}

extension SidecarNotes {
    /// `start Title`, a line each.
    var lines: [String] { chapters.map { "\($0.start.seconds) \($0.titles.first?.text ?? "")" } }

    /// `start-end kind`, a line each.
    var segmentLines: [String] { segments.map { "\($0.start.seconds)-\($0.end.seconds) \($0.kind)" } }
}
