import Foundation
import MediaContainers
import Testing

@testable import MediaExport

/// Tags that matroskamux quoted, in a file that is about to get its name.
struct MatroskaTagRepairTests {
    private static func tags(_ value: String, padding: [UInt8] = []) -> [UInt8] {
        let text = EBMLWriter.element(MatroskaID.tagString, Array(value.utf8))
        let tag = EBMLWriter.element(MatroskaID.tag, EBMLWriter.element(MatroskaID.simpleTag, text))
        return EBMLWriter.element(MatroskaID.tags, tag + padding)
    }

    /// More clusters and bytes than MediaProbe would look at: the file is the exporter's own, and the tags stand at its end.
    @Test func tagsOfALongFileAreRepaired() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tags-\(UUID().uuidString).mkv").path
        let file = try PartFile(path: path, overwrites: false)
        defer { file.remove() }
        let cluster = EBMLWriter.element(MatroskaID.cluster, [UInt8](repeating: 0, count: 2_000))
        let quoted = Self.tags(#""A\ film""#)
        var content: [UInt8] = []
        for _ in 0..<6_000 { content += cluster }
        let bytes =
            EBMLWriter.element(MatroskaID.ebml, []) + EBMLWriter.element(MatroskaID.segment, content + quoted)
        try file.write(bytes, at: 0)

        try MatroskaTagRepair.repair(file)

        #expect(file.size == Int64(bytes.count))
        let void = try #require(EBMLWriter.void(3))
        let end = file.read(at: file.size - Int64(quoted.count), count: quoted.count)
        #expect(end == Self.tags("A film", padding: void))
    }
}
