import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Lists as large as they may be, and a byte larger.
@Suite struct ListProbeTests {
    private func answer(_ uri: String) async -> ListAnswer {
        let configuration = EngineConfiguration(networkTimeout: 10, artworkDirectory: "/nonexistent")
        return await withCheckedContinuation { continuation in
            ListProbe().read(uri, configuration: configuration) { answer, _ in continuation.resume(returning: answer) }
        }
    }

    /// It begins like a list. Behind what is looked at first it tells that it is none: then no line after it is read, which
    /// would take long.
    @Test(arguments: [32 << 20, 32 << 20 | 1]) func aListHasSoManyBytes(size: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lists-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.m3u")
        let comments = String(repeating: "# nothing\n", count: 500)
        try Data("#EXTM3U\n\(comments)#EXT-X-VERSION:3\n".utf8).write(to: file)
        #expect(truncate(file.path, size) == 0)
        let server = try MediaServer(folder: folder.path)
        for uri in [file.absoluteString, server.uri("a.m3u")] {
            let expected: ListAnswer =
                size == 32 << 20
                ? .noList
                : .failed(
                    PlaybackFault(.sourceTooLarge, "\(uri) is a list of more than 32 MiB: split it into several."))
            #expect(await answer(uri) == expected)
        }
    }
}
