import Foundation
import Testing

@testable import MediaExport

/// A file that is made under another name until it is whole.
struct PartFileTests {
    /// A folder for one test, gone with it.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("part-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
        func contents(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
        func put(_ text: String, _ name: String) throws {
            try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
        }
    }

    @Test func itHasItsNameWhenItIsWhole() throws {
        let folder = try Folder()
        let file = try PartFile(path: "\(folder.path)/a.mkv", overwrites: false)
        try file.write(Array("whole".utf8), at: 0)
        #expect(folder.names == ["a.mkv.part"])
        #expect(try file.complete())
        #expect(folder.names == ["a.mkv"])
        #expect(folder.contents("a.mkv") == "whole")
        // Whoever cancels now comes too late.
        #expect(!file.remove())
        #expect(folder.names == ["a.mkv"])
    }

    @Test func removedItNeverHasAName() throws {
        let folder = try Folder()
        let file = try PartFile(path: "\(folder.path)/a.mkv", overwrites: false)
        #expect(file.remove())
        #expect(folder.names.isEmpty)
        #expect(try !file.complete())
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: [false, true])
    func whatCameToBeThereIsReplacedOnlyIfThatWasSaid(overwrites: Bool) throws {
        let folder = try Folder()
        let file = try PartFile(path: "\(folder.path)/a.mkv", overwrites: overwrites)
        try file.write(Array("ours".utf8), at: 0)
        try folder.put("theirs", "a.mkv")
        if overwrites {
            #expect(try file.complete())
        } else {
            #expect(throws: PartFile.Refusal.self) { try file.complete() }
        }
        #expect(folder.names == ["a.mkv"])
        #expect(folder.contents("a.mkv") == (overwrites ? "ours" : "theirs"))
    }

    @Test func whatSomebodyElseBeganStays() throws {
        let folder = try Folder()
        try folder.put("a download", "a.mkv.part")
        let file = try PartFile(path: "\(folder.path)/a.mkv", overwrites: false)
        #expect(file.partPath.hasSuffix("/a.mkv.2.part"))
        #expect(try file.complete())
        #expect(folder.names == ["a.mkv", "a.mkv.part"])
        #expect(folder.contents("a.mkv.part") == "a download")
    }

    /// `/proc` answers like a missing folder.
    @Test func aFolderWithoutNewFilesIsNotCalledMissing() {
        for (path, isMissing) in [("/proc/a.mkv", false), ("/proc/none/a.mkv", true)] {
            let refusal = #expect(throws: PartFile.Refusal.self) { try PartFile(path: path, overwrites: false) }
            #expect(refusal?.message.contains("does not exist") == isMissing)
        }
    }
}
