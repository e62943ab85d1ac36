import Foundation
import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// Storyboards beside an item: WebVTT files that name pictures, and BIF files.
@Suite struct StoryboardTests {
    private let folder: ItemFolder

    init() throws { folder = try ItemFolder() }

    private func found() -> (storyboard: Storyboard?, problems: [String]) {
        MediaProbe.storyboard(beside: Array("\(folder.path)/film.mkv".utf8))
    }

    private static let text = """
        WEBVTT

        00:00.000 --> 00:10.000
        sheet.png#xywh=0,0,160,90

        1
        00:00:10.000 --> 00:00:20.000
        sheet.png#xywh=pixel:160,0,160,90

        00:20.000 --> 00:30.000
        single.jpg

        """

    /// A BIF file of pictures with these times in units.
    static func bif(_ times: [UInt32], unit: UInt32 = 10_000, count: UInt32? = nil) -> [UInt8] {
        func little(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
        var file: [UInt8] = [0x89, 0x42, 0x49, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
        file += little(0) + little(count ?? UInt32(times.count)) + little(unit) + [UInt8](repeating: 0, count: 44)
        let start = UInt32(64 + (times.count + 1) * 8)
        for (index, time) in times.enumerated() { file += little(time) + little(start + UInt32(index) * 4) }
        file += little(.max) + little(start + UInt32(times.count) * 4)
        for _ in times { file += [0xFF, 0xD8, 0xFF, 0xD9] }
        return file
    }

    @Test(arguments: ["film.storyboard.vtt", "film.mkv.thumbnails.vtt", "film.thumbs.vtt", "film.vtt"])
    func pictureCuesAreRead(_ name: String) throws {
        try folder.write(Self.text, to: name)
        try folder.write("picture", to: "sheet.png")
        try folder.write("picture", to: "single.jpg")
        let storyboard = try #require(found().storyboard)
        let sheet = FileURI.uri(of: Array("\(folder.path)/sheet.png".utf8))
        #expect(storyboard.tiles.map(\.time.seconds) == [0, 10, 20])
        #expect(storyboard.tiles[1].place == .file(sheet, Storyboard.Area(x: 160, y: 0, width: 160, height: 90)))
        #expect(storyboard.tile(at: MediaTime(microseconds: 19_999_999)) == storyboard.tiles[1])
        #expect(storyboard.tile(at: MediaTime(microseconds: 99_000_000)) == storyboard.tiles[2])
        #expect(storyboard.tiles(upTo: 2).map(\.time.seconds) == [0, 20])
        // They are no subtitles, although their names say so.
        #expect(folder.findings.subtitles.isEmpty)
    }

    @Test func subtitlesAreNoStoryboard() throws {
        try folder.write("WEBVTT\n\n00:01.000 --> 00:02.000\nHello #xywh=0,0,1,1\n", to: "film.vtt")
        #expect(found().storyboard == nil)
        #expect(folder.findings.subtitles.count == 1)
    }

    @Test(arguments: ["../sheet.png", "/etc/passwd.png", "https://example.org/a.png", "missing.png", "pipe.png"])
    func picturesOutsideOfTheFolderAreLeftOut(_ reference: String) throws {
        mkfifo("\(folder.path)/pipe.png", 0o600)
        try folder.write("WEBVTT\n\n00:01.000 --> 00:02.000\n\(reference)#xywh=0,0,1,1\n", to: "film.vtt")
        let (storyboard, problems) = found()
        #expect(storyboard == nil)
        #expect(problems.count == 1, "\(problems)")
    }

    @Test(arguments: [
        "a.png#xywh=1,2,3", "a.png#xywh=1,2,0,4", "a.png#xywh=-1,2,3,4", "a.png#xywh=percent:1,2,3,4", "a.txt",
        "a.png#xywh=1,2,3,70000",
    ])
    func areasThatAreNoneAreLeftOut(_ reference: String) {
        #expect(WebVTTStoryboard.picture(reference[...]) == nil)
    }

    @Test func bifFilesAreRead() throws {
        try folder.write(Self.bif([0, 1, 2]), to: "film.bif")
        let storyboard = try #require(found().storyboard)
        #expect(storyboard.tiles.map(\.time.seconds) == [0, 10, 20])
        guard case .bytes(let offset, let count) = storyboard.tiles[2].place else {
            Issue.record("\(storyboard.tiles[2])")
            return
        }
        #expect(
            MediaProbe.picture(ofBIF: storyboard.path, offset: offset, count: count) == [0xFF, 0xD8, 0xFF, 0xD9])
    }

    @Test func aBIFFileThatPromisesTooMuchIsIgnored() throws {
        try folder.write(Self.bif([0], count: 4_000_000_000), to: "film.bif")
        #expect(found().storyboard == nil)
        #expect(found().problems.first?.contains("more than 20000 pictures") == true)
        try folder.write(Self.bif([0, 1], count: 3), to: "film.bif")
        #expect(found().storyboard?.tiles.count ?? 0 <= 2)
        try folder.write(Array(Self.bif([0, 1]).prefix(70)), to: "film.bif")
        #expect(found().storyboard == nil)
    }
}
