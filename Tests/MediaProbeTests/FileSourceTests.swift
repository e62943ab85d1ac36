import Foundation
import Glibc
import MediaContainers
import Testing

@testable import MediaProbe

@Suite struct FileSourceTests {
    @Test func readsAnyPlaceAndStopsAtTheEnd() throws {
        let folder = try ItemFolder()
        try folder.write("0123456789", to: "digits")
        let source = try ByteSource.file(folder.path + "/digits")
        #expect(source.length == 10)
        #expect(try source.read(3, 4) == Array("3456".utf8))
        #expect(try source.read(8, 1 << 40) == Array("89".utf8))
        #expect(try source.read(10, 4).isEmpty)
        #expect(try source.read(-1, 4).isEmpty)
        #expect(try source.read(.max, .max).isEmpty)
    }

    @Test func whatWasCutSinceEndsEarly() throws {
        let folder = try ItemFolder()
        try folder.write("0123456789", to: "digits")
        let source = try ByteSource.file(folder.path + "/digits")
        #expect(truncate(folder.path + "/digits", 5) == 0)
        #expect(try source.read(3, 4) == Array("34".utf8))
    }

    @Test(.timeLimit(.minutes(10))) func onlyRegularFilesAreOpened() throws {
        let folder = try ItemFolder()
        #expect(mkfifo(folder.path + "/fifo", 0o600) == 0)
        for name in ["fifo", "", "../../dev/null"] {
            #expect(throws: ProbeError.unreadable("it is not a regular file")) {
                try ByteSource.file("\(folder.path)/\(name)")
            }
        }
        #expect(throws: ProbeError.unreadable("it was not found")) { try ByteSource.file(folder.path + "/gone") }
        #expect(throws: ProbeError.unreadable("its name contains a NUL byte")) { try ByteSource.file("/etc/\0") }
    }

    @Test func theFileIsClosedWithItsLastSource() throws {
        let folder = try ItemFolder()
        let path = folder.path + "/film.mkv"
        var source: ByteSource? = try ByteSource.file(path)
        var copy = source
        _ = try source?.read(0, 1)
        source = nil
        // A copy keeps it open, and can still be read.
        #expect(Self.descriptors(of: path) == 1)
        #expect(try copy?.read(0, 1).count == 1)
        copy = nil
        #expect(Self.descriptors(of: path) == 0)
    }

    /// How many descriptors of this process refer to a file.
    private static func descriptors(of path: String) -> Int {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let files = FileManager.default
        let open = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return open.count { (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == resolved }
    }
}
