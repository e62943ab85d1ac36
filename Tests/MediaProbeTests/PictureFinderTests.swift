import Glibc
import PlayerCore
import Testing

@testable import MediaProbe

/// Pictures beside a file that has none itself.
@Suite struct PictureFinderTests {
    private let folder: ItemFolder

    init() throws { folder = try ItemFolder() }

    private func found(_ item: String = "film.mkv") -> String? {
        let path = Array("\(folder.path)/\(item)".utf8)
        let uri = MediaProbe.findings(uri: FileURI.uri(of: path), pathBytes: path).pictureBeside
        return uri?.split(separator: "/").last.map(String.init)
    }

    @Test(arguments: [
        "film.jpg", "film.jpeg", "film.png", "film.webp", "film.mkv.jpg", "film-poster.jpg", "film-poster.png",
        "film.mkv-poster.webp", "folder.jpg", "cover.png", "poster.webp", "FILM.JPG", "Film-Poster.Png", "Folder.jpg",
        "fOLDER.jPg", "COVER.WEBP", "Poster.jpeg",
    ]) func eachOfTheseIsFound(_ name: String) throws {
        try folder.write("picture", to: name)
        #expect(found() == name)
    }

    @Test(arguments: [
        "film.gif", "film2.jpg", "other-poster.jpg", "covers.jpg", "back.jpg", ".jpg", "film.txt", "folder",
    ])
    func noneOfTheseIs(_ name: String) throws {
        try folder.write("picture", to: name)
        #expect(found() == nil)
    }

    @Test func theNearestNameCounts() throws {
        let names = [
            "film.jpg", "film.jpeg", "film.png", "film.webp", "film.mkv.jpg", "film-poster.jpg", "folder.webp",
            "cover.jpg",
            "poster.jpg",
        ]
        for (index, name) in names.enumerated().reversed() {
            try folder.write("picture", to: name)
            #expect(found() == name, "beside \(names[(index + 1)...])")
        }
    }

    @Test func anItemWithAPictureOfItsOwnNeedsNone() throws {
        try folder.write(AudioFixture.bytes("../tone.flac"), to: "song.flac")
        try folder.write("picture", to: "cover.jpg")
        #expect(found("song.flac") == nil)
        #expect(found() == "cover.jpg")
    }

    @Test func whatTheSidecarNamesComesFirst() throws {
        try folder.write("picture", to: "cover.jpg")
        try folder.write(#"{"artwork":"other.jpg"}"#, to: "film.mediad.json")
        #expect(found() == nil)
    }

    @Test func aPictureIsNotItsOwn() throws {
        try folder.write("picture", to: "cover.jpg")
        #expect(found("cover.jpg") == nil)
    }

    @Test func whatIsNoFileOrLeadsOutIsPassedOver() throws {
        let elsewhere = try ItemFolder()
        try elsewhere.write("picture", to: "cover.jpg")
        #expect(symlink(elsewhere.path + "/cover.jpg", folder.path + "/film.jpg") == 0)
        #expect(symlink("nowhere", folder.path + "/film.png") == 0)
        #expect(mkdir(folder.path + "/folder.jpg", 0o700) == 0)
        #expect(mkfifo(folder.path + "/folder.png", 0o600) == 0)
        try folder.write("picture", to: "poster.jpg")
        let path = Array("\(folder.path)/film.mkv".utf8)
        let findings = MediaProbe.findings(uri: FileURI.uri(of: path), pathBytes: path)
        #expect(findings.pictureBeside == "file://\(folder.path)/poster.jpg")
        #expect(
            findings.problems.suffix(4) == [
                "film.jpg: it is ignored: it is a link out of the folder of the item",
                "film.png: it is ignored: it is a dangling link",
                "folder.jpg: it is ignored: it is not a regular file",
                "folder.png: it is ignored: it is not a regular file",
            ])
    }

    @Test func namesNeedNotBeText() throws {
        let name = Array("\(folder.path)/".utf8) + [0xFF, 0xFE]
        func touch(_ path: [UInt8]) {
            let descriptor = (path + [0]).withUnsafeBytes { bytes in
                bytes.baseAddress.map { open($0.assumingMemoryBound(to: CChar.self), O_CREAT | O_WRONLY, 0o600) } ?? -1
            }
            #expect(descriptor >= 0)
            close(descriptor)
        }
        let item = name + Array(".mkv".utf8)
        touch(item)
        touch(name + Array(".jpg".utf8))
        let findings = MediaProbe.findings(uri: FileURI.uri(of: item), pathBytes: item)
        #expect(findings.pictureBeside == FileURI.uri(of: name + Array(".jpg".utf8)))
    }

    @Test func inspectingNamesIt() throws {
        try folder.write("picture", to: "Cover.JPG")
        let path = Array("\(folder.path)/film.mkv".utf8)
        let uri = FileURI.uri(of: path)
        let findings = MediaProbe.findings(uri: uri, pathBytes: path)
        let fields = MediaProbe.inspected(MediaDescription(uri: uri), findings: findings).description.details?.fields
        #expect(fields?.artwork == "file://\(folder.path)/Cover.JPG")
    }
}
