import Foundation
import Glibc
import PlayerCore
import Testing

@testable import LibraryStore

@Suite struct ContentIdentityTests {
    @Test func whatIsNoLocalFileIsItsURI() {
        for uri in ["http://example.org/a?b#c", "file://server/share/a.mkv", "rtsp://a/b", "file:relative"] {
            #expect(ContentIdentity(uri: uri)?.text == "uri:" + uri)
        }
    }

    // The sums are what Python's hashlib makes of the same bytes.
    @Test(arguments: [
        (0, "file:0-af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc"),
        (1, "file:1-a536aa3cede6ea3c1f3e0357c3c60e0f216a8c89b853df13b29daa8f85065dfb"),
        (12_287, "file:12287-d2250b3d45c68ff18a4181a3578875e6417dd113fa1aea232e561ce003c57293"),
        (12_288, "file:12288-8e72ad79e13b866be31157b01bc6735327d4ca93cf6e379338708b0f92cfae4e"),
        (12_289, "file:12289-da18197df5d2374fa7181cfe222547a8f7ef25de3353b6fa5c3e876ee0994572"),
        (1_000_001, "file:1000001-1ec16e70fd8aa043c196ed610515d1872588e1e902be59bd2624c31a2db6ab2f"),
    ]) func sumsOfFiles(size: Int, expected: String) throws {
        let folder = try JournalFolder()
        let bytes = Self.bytes(size)
        try folder.write(bytes, to: "a")
        let identity = try #require(ContentIdentity(uri: "file://\(folder.path)/a"))
        #expect(identity.text == expected)
        // Where it is read in three pieces, other bytes between them make no difference, bytes in them do.
        let isRead: (Int) throws -> Bool = { index in
            var other = bytes
            other[index] ^= 1
            try folder.write(other, to: "b")
            return ContentIdentity(path: Array("\(folder.path)/b".utf8)) != identity
        }
        guard size > 0 else { return }
        let middle = size / 2 - 2_048
        let read = [0, min(4_095, size - 1), max(0, middle), size / 2, size - 1, max(0, size - 4_096)]
        for index in read { #expect(try isRead(index), "\(index) of \(size)") }
        if size > 100_000 {
            for index in [4_096, middle - 1, middle + 4_096, size - 4_097] {
                #expect(try !isRead(index), "\(index) of \(size)")
            }
        }
    }

    @Test func aRenamedFileIsKnownAndAnotherOfItsNameIsNot() throws {
        let folder = try JournalFolder()
        try folder.write(Self.bytes(50_000), to: "Ä 1.mkv")
        let uri = FileURI.uri(of: Array("\(folder.path)/Ä 1.mkv".utf8))
        let identity = try #require(ContentIdentity(uri: uri))
        #expect(uri.hasSuffix("/%C3%84%201.mkv"))
        #expect(identity.text.hasPrefix("file:50000-") && identity.text.count == 11 + 64)
        try folder.write([], to: "moved/x")
        #expect(rename("\(folder.path)/Ä 1.mkv", "\(folder.path)/moved/2.mkv") == 0)
        #expect(ContentIdentity(uri: uri) == nil)
        #expect(ContentIdentity(uri: "FILE://localhost\(folder.path)/moved/2.mkv#t=5") == identity)
        try folder.write(Self.bytes(50_001), to: "Ä 1.mkv")
        #expect(ContentIdentity(uri: uri) != identity)
    }

    @Test(.timeLimit(.minutes(5))) func onlyRegularFilesAreRead() throws {
        let folder = try JournalFolder()
        #expect(mkfifo("\(folder.path)/fifo", 0o600) == 0)
        for path in ["\(folder.path)/fifo", folder.path, "/dev/zero", "\(folder.path)/gone", "/etc/\0", ""] {
            #expect(ContentIdentity(path: Array(path.utf8)) == nil)
        }
        try folder.write([1], to: "file")
        #expect(symlink("\(folder.path)/file", "\(folder.path)/link") == 0)
        let link = ContentIdentity(path: Array("\(folder.path)/link".utf8))
        #expect(link != nil && link == ContentIdentity(path: Array("\(folder.path)/file".utf8)))
    }

    /// A file of a terabyte without contents: only a few kilobytes of it are read.
    @Test(.timeLimit(.minutes(1))) func aHugeFileTakesNoLonger() throws {
        let folder = try JournalFolder()
        try folder.write([1], to: "huge")
        guard truncate("\(folder.path)/huge", 1 << 40) == 0 else { return }
        #expect(
            ContentIdentity(path: Array("\(folder.path)/huge".utf8))?.text.hasPrefix("file:1099511627776-") == true)
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }
}
