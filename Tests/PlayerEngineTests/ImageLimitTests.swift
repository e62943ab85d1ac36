import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// One step inside of what pictures may cost, and one outside.
@Suite struct ImageLimitTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-images-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// - Returns: nil where it is too large.
    private func size(_ read: () throws(PlaybackFault) -> [UInt8]) throws -> Int? {
        do throws(PlaybackFault) {
            return try read().count
        } catch {
            try #require(error.code == .sourceTooLarge, "\(error)")
            return nil
        }
    }

    @Test func aFileHasTenMebibytesAtMost() throws {
        let loader = ImageLoader(bounds: ImageBounds(EngineConfiguration(artworkDirectory: folder.path)))
        let path = folder.appendingPathComponent("a.png").path
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        let file = try #require(LocalFile(uri: "file://\(path)"))
        for (length, expected) in [(10 << 20, 10 << 20), (10 << 20 | 1, nil)] {
            #expect(truncate(path, length) == 0)
            #expect(try size { () throws(PlaybackFault) in try loader.bytes(of: file) } == expected)
            let inside = EmbeddedImage(uri: "file://\(path)", offset: 0, length: length)
            #expect(try size { () throws(PlaybackFault) in try loader.bytes(of: inside) } == expected)
        }
    }

    @Test func whereverItComesFrom() throws {
        var bounds = ImageBounds()
        bounds.bytes = 99
        let loader = ImageLoader(bounds: bounds)
        let server = try MediaServer(folder: folder.path)
        for (length, expected) in [(99, 99), (100, nil)] {
            let bytes = Data(repeating: 1, count: length)
            try bytes.write(to: folder.appendingPathComponent("a.png"))
            let data = try #require(DataURI("data:image/png;base64,\(bytes.base64EncodedString())"))
            #expect(try size { () throws(PlaybackFault) in try loader.bytes(of: data) } == expected)
            let address = server.uri("a.png")
            #expect(
                try size { () throws(PlaybackFault) in
                    try loader.bytes(of: address, namedBy: nil, ifNoneMatch: nil)?.bytes ?? []
                } == expected)
        }
    }

    /// A picture has no more time than anything else of a server.
    @Test(arguments: [(0, 1), (9, 9), (10, 10), (11, 10), (.max, 10)] as [(UInt32, UInt32)])
    func aPictureHasTenSecondsAtMost(timeout: UInt32, seconds: UInt32) {
        let configuration = EngineConfiguration(networkTimeout: timeout, artworkDirectory: folder.path)
        #expect(ImageBounds(configuration).seconds == seconds)
    }

    // MARK: What is kept

    private func keep(_ byte: UInt8, in cache: ImageCache, limit: Int64) throws -> String {
        try cache.keep([UInt8](repeating: byte, count: 100), suffix: "png", limit: limit) {
            _ throws(PlaybackFault) in
        } unwritable: {
            PlaybackFault(.unknown, $0)
        }
    }

    @Test(arguments: [(200, true), (199, false)]) func soManyBytesAreKept(limit: Int64, areAllKept: Bool) throws {
        let cache = ImageCache(directory: folder.path)
        let first = try keep(1, in: cache, limit: limit)
        for _ in 0..<3 { cache.itemChanged() }
        let second = try keep(2, in: cache, limit: limit)
        func isKept(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder.path)/\(name)") }
        #expect(isKept(first) == areAllKept)
        #expect(isKept(second))
    }

    /// Addresses of two pictures, as many as may be, which a run before this one knew.
    @Test func soManyEntityTagsAreKept() throws {
        let files = try (1...2).map { try keep($0, in: ImageCache(directory: folder.path), limit: 1_000) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: "\(folder.path)/\(files[0])")
        let entry = ImageCache.Entry(file: files[0], entityTag: "x")
        let most = 10_000
        let entries = (1..<most).map { #""http://h/\#($0)":{"file":"\#(files[$0 % 2])","entityTag":"x"}"# }
        let index = Data(#"{"version":1,"entries":{\#(entries.joined(separator: ","))}}"#.utf8)
        let cache = ImageCache(directory: folder.path) { _ in index }
        func known() -> Int { (1...most + 1).count { cache.entry(for: "http://h/\($0)") != nil } }

        cache.note(entry, for: "http://h/\(most)")
        #expect(known() == most)
        cache.note(entry, for: "http://h/\(most + 1)")
        // Some more go, so that not each one that comes has the disk looked at.
        #expect((most / 2..<most).contains(known()))
        #expect(cache.entry(for: "http://h/\(most + 1)") == entry)
        #expect(stride(from: 1, to: most, by: 2).allSatisfy { cache.entry(for: "http://h/\($0)") != nil })
    }
}
