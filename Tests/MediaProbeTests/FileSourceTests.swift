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
            #expect(throws: ProbeError.unreadable("it is no regular file")) {
                try ByteSource.file("\(folder.path)/\(name)")
            }
        }
        #expect(throws: ProbeError.unreadable("it was not found")) { try ByteSource.file(folder.path + "/gone") }
        #expect(throws: ProbeError.unreadable("its name holds a zero byte")) { try ByteSource.file("/etc/\0") }
    }

    @Test func theFileIsClosedWithItsLastSource() throws {
        let folder = try ItemFolder()
        for _ in 0..<5_000 { _ = try ByteSource.file(folder.path + "/film.mkv").read(0, 1) }
    }
}
