import Foundation
import MediaContainers
import PlayerCore
import Testing

@testable import MediaExport

/// Chapters with titles in several languages, in a file as matroskamux writes it.
struct MatroskaChapterWriterTests {
    @Test func oldChaptersBecomeVoidAndNewOnesAreFound() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("chapters-\(UUID()).mkv").path
        let file = try PartFile(path: path, overwrites: false)
        defer { file.remove() }
        let old = EBMLWriter.element(MatroskaID.chapters, [UInt8](repeating: 0xEC, count: 40))
        let info = EBMLWriter.element(MatroskaID.info, [UInt8](repeating: 0, count: 30))
        func entry(_ id: UInt64, _ position: Int) -> [UInt8] {
            EBMLWriter.element(
                MatroskaID.seek,
                EBMLWriter.element(MatroskaID.seekID, EBMLWriter.id(id))
                    + EBMLWriter.element(
                        MatroskaID.seekPosition, withUnsafeBytes(of: UInt64(position).bigEndian) { Array($0) }))
        }
        let size = EBMLWriter.element(
            MatroskaID.seekHead, entry(MatroskaID.info, 0) + entry(MatroskaID.chapters, 0)
        ).count
        let seekHead = EBMLWriter.element(
            MatroskaID.seekHead, entry(MatroskaID.info, size) + entry(MatroskaID.chapters, size + info.count))
        let content = seekHead + info + old
        let head = EBMLWriter.element(MatroskaID.ebml, [])
        try file.write(
            head + EBMLWriter.id(MatroskaID.segment) + EBMLWriter.size(content.count) + content, at: 0)
        let chapter = Chapter(
            start: .zero, end: MediaTime(nanoseconds: 5),
            titles: [ChapterTitle("One", language: "en"), ChapterTitle("Eins", language: "de")])

        #expect(try MatroskaChapterWriter.replace(with: [chapter], in: file))

        let bytes = file.read(at: 0, count: Int(file.size))
        for title in ["One", "Eins", "en", "de"] {
            #expect(bytes.firstRange(of: Array(title.utf8)) != nil, "\(title)")
        }
        #expect(
            bytes.indices.count { bytes[$0...].starts(with: EBMLWriter.id(MatroskaID.chapters)) } == 2,
            "the entry and the element")
        let ebml = EBMLReader(file.reader)
        let segment = try ebml.element(at: Int64(head.count))
        #expect(segment.end == file.size)
        var places: [UInt64: Int64] = [:]
        var offset = segment.start
        while offset < file.size {
            let element = try ebml.element(at: offset)
            places[element.id] = offset
            offset = try #require(element.end)
        }
        var index = MatroskaSeekHead()
        try index.read(try ebml.element(at: segment.start), until: nil, origin: segment.start, ebml)
        #expect(index.entries.first { $0.id == MatroskaID.chapters }?.offset == places[MatroskaID.chapters])
        #expect(index.entries.first { $0.id == MatroskaID.info }?.offset == places[MatroskaID.info])
    }
}
