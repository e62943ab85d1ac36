import Foundation
import Gst
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Pictures from everywhere, good and bad, as files that can be shown.
@Suite struct ImageStoreTests {
    private let folder: URL
    private let server: MediaServer
    private let configuration: EngineConfiguration

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-images-\(UUID().uuidString)")
        let served = folder.appendingPathComponent("served")
        try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
        server = try MediaServer(folder: served.path)
        configuration = EngineConfiguration(
            networkTimeout: 2, artworkDirectory: folder.appendingPathComponent("art").path)
    }

    private func store(_ change: (inout EngineConfiguration) -> Void = { _ in }) -> ImageStore {
        var configuration = configuration
        change(&configuration)
        return ImageStore(configuration, log: { _, _ in })
    }

    private func serve(_ bytes: [UInt8], as name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent("served/\(name)"))
    }

    private func fetch(_ uri: String, from store: ImageStore) async -> Result<String, PlaybackFault> {
        await fetch(.uri(uri), from: store)
    }

    private func fetch(_ source: ImageSource, from store: ImageStore) async -> Result<String, PlaybackFault> {
        await withCheckedContinuation { continuation in
            store.fetch(source, namedBy: nil) { continuation.resume(returning: $0) }
        }
    }

    private func bytes(of result: Result<String, PlaybackFault>) throws -> [UInt8] {
        let uri = try result.get()
        return Array(try Data(contentsOf: #require(URL(string: uri))))
    }

    private func code(of result: Result<String, PlaybackFault>) -> PlaybackFault.Code? {
        if case .failure(let fault) = result { return fault.code }
        return nil
    }

    private var kept: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: configuration.artworkDirectory)) ?? []
        return names.filter { $0 != "index.json" }.sorted()
    }

    @Test func aServersPictureIsKeptByItsContent() async throws {
        let picture = Picture.png()
        try serve(picture, as: "a.png")
        let store = store()
        #expect(try bytes(of: await fetch(server.uri("a.png"), from: store)) == picture)
        #expect(try bytes(of: await fetch(server.uri("redirect/a.png"), from: store)) == picture)
        #expect(kept == ["\(Gst.sha256(picture)).png"])
    }

    @Test func aDataURIIsDecoded() async throws {
        let picture = Picture.png()
        let store = store()
        let base64 = Data(picture).base64EncodedString()
        #expect(try bytes(of: await fetch("data:image/png;base64,\(base64)", from: store)) == picture)
        let escaped = picture.map { "%" + String(format: "%02x", $0) }.joined()
        #expect(try bytes(of: await fetch("data:,\(escaped)", from: store)) == picture)
        #expect(code(of: await fetch("data:image/png;base64,%zz", from: store)) == .sourceInvalid)
    }

    @Test func aLocalPictureIsShownWhereItIs() async throws {
        try serve(Picture.png(), as: "ä b.png")
        let uri = folder.appendingPathComponent("served/ä b.png").absoluteString
        #expect(try await fetch(uri, from: store()).get() == uri)
        #expect(kept.isEmpty)
        #expect(code(of: await fetch("file:///nowhere/at/all.png", from: store())) == .sourceUnreachable)
    }

    @Test func aPictureInsideAnItemIsReadFromIt() async throws {
        let picture = Picture.png(seed: 7)
        try serve([UInt8](repeating: 1, count: 300_000) + picture + [2, 3], as: "item.bin")
        let uris = [folder.appendingPathComponent("served/item.bin").absoluteString, server.uri("item.bin")]
        for uri in uris {
            let image = EmbeddedImage(uri: uri, offset: 300_000, length: picture.count)
            #expect(try bytes(of: await fetch(.embedded(image), from: store())) == picture)
        }
        let beyond = EmbeddedImage(uri: uris[0], offset: 300_000, length: picture.count + 3)
        #expect(code(of: await fetch(.embedded(beyond), from: store())) == .containerBroken)
    }

    @Test func whatIsNoPictureOrADamagedOneIsNotKept() async throws {
        let store = store()
        for (name, bytes, expected) in [
            ("text", Array("<html>".utf8), PlaybackFault.Code.containerUnknown), ("empty", [], .containerUnknown),
            ("corrupt", Picture.corrupt, .decoderFailed), ("truncated", Picture.truncated, .decoderFailed),
            ("bomb", Picture.bomb(width: 60_000, height: 60_000), .sourceTooLarge),
        ] {
            try serve(bytes, as: "\(name).png")
            let result = await fetch(server.uri("\(name).png"), from: store)
            #expect(code(of: result) == expected, "\(name): \(result)")
        }
        #expect(kept.isEmpty)
    }

    @Test func aServerThatFailsIsToldApartAndAskedAgain() async throws {
        let store = store()
        #expect(code(of: await fetch(server.uri("404/a.png"), from: store)) == .sourceNotFound)
        #expect(code(of: await fetch(server.uri("403/a.png"), from: store)) == .sourceForbidden)
        #expect(code(of: await fetch(server.uri("later.png"), from: store)) == .sourceNotFound)
        try serve(Picture.png(), as: "later.png")
        #expect(code(of: await fetch(server.uri("later.png"), from: store)) == nil)
    }

    // Neither would ever end by itself.
    @Test(.timeLimit(.minutes(10))) func aServerThatHangsOrTricklesCostsNoMoreThanTheTimeout() async throws {
        try serve(Picture.png(width: 200, height: 200), as: "a.png")
        let store = store()
        async let hanging = fetch(server.uri("hang/a.png"), from: store)
        async let trickling = fetch(server.uri("trickle/a.png"), from: store)
        #expect(code(of: await hanging) == .sourceUnreachable)
        #expect(code(of: await trickling) == .sourceUnreachable)
    }

    @Test(arguments: [(8_192, true), (8_193, false)]) func aSideHasSoManyPixels(side: Int, isShown: Bool) async throws {
        let store = store()
        for (name, picture) in [
            ("wide", Picture.png(width: side, height: 1)), ("high", Picture.png(width: 1, height: side)),
        ] {
            try serve(picture, as: "\(name).png")
            let result = await fetch(server.uri("\(name).png"), from: store)
            #expect(code(of: result) == (isShown ? nil : .sourceTooLarge), "\(name): \(result)")
        }
    }

    @Test func whatIsTooLargeIsNotDownloaded() async throws {
        try serve(Picture.png(), as: "a.png")
        let store = store { $0.imageSizeLimit = 100_000 }
        #expect(code(of: await fetch(server.uri("huge/a.png"), from: store)) == .sourceTooLarge)
        #expect(kept.isEmpty)
    }

    @Test func aSecondRunAsksWhetherItChangedAndDownloadsNothing() async throws {
        let (old, new) = (Picture.png(seed: 1), Picture.png(seed: 2))
        try serve(old, as: "a.png")
        let uri = server.uri("etag/a.png")
        let first = try await fetch(uri, from: store()).get()
        // The server would have to send it: it is taken from the cache.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: #require(URL(string: first)).path)
        #expect(try await fetch(uri, from: store()).get() == first)
        try serve(new, as: "a.png")
        #expect(try bytes(of: await fetch(uri, from: store())) == new)
        #expect(try server.requests().count == 3)
    }

    @Test func aDamagedIndexIsBegunAnew() async throws {
        try serve(Picture.png(), as: "a.png")
        let uri = server.uri("etag/a.png")
        _ = await fetch(uri, from: store())
        let index = URL(fileURLWithPath: configuration.artworkDirectory).appendingPathComponent("index.json")
        for damage in [
            "", "{", "[]", #"{"version":1,"entries":{"\#(uri)":{"file":"../../etc/passwd","entityTag":"x"}}}"#,
        ] {
            try Data(damage.utf8).write(to: index)
            #expect(try bytes(of: await fetch(uri, from: store())) == Picture.png())
        }
    }

    @Test func twoWhoAskAtOnceCauseOneRequest() async throws {
        try serve(Picture.png(width: 100, height: 100), as: "a.png")
        let store = store()
        let uri = server.uri("a.png")
        let results = await withTaskGroup(of: Result<String, PlaybackFault>.self) { group in
            // One worker is as slow as the request; all the others join while it waits.
            for _ in 0..<50 { group.addTask { await fetch(uri, from: store) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(results).count == 1)
        #expect(try server.requests().count == 1)
    }

    @Test func theOldestLeaveAFullCacheButNotTheCurrentOnes() async throws {
        let store = store { $0.imageCacheLimit = 25_000 }
        func keep(_ seed: UInt8) async throws -> String {
            let bytes = Data(Picture.png(width: 100, height: 100, seed: seed)).base64EncodedString()
            let uri = try await fetch("data:image/png;base64,\(bytes)", from: store).get()
            return try #require(URL(string: uri)).path
        }
        func age(_ path: String) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        }
        let first = try await keep(1)
        try age(first)
        let second = try await keep(2)
        try age(second)
        let third = try await keep(3)
        #expect(kept.count == 3, "all belong to the current item")
        for _ in 0..<3 { store.itemChanged() }
        let fourth = try await keep(4)
        #expect(!FileManager.default.fileExists(atPath: first))
        #expect(!FileManager.default.fileExists(atPath: second))
        #expect(FileManager.default.fileExists(atPath: third))
        #expect(FileManager.default.fileExists(atPath: fourth))
    }

    /// What is still being written has a lock on it, by whatever process.
    @Test func whatAKilledRunLeftHalfWrittenIsGoneAfterTheNextStart() async throws {
        let art = URL(fileURLWithPath: configuration.artworkDirectory)
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        for name in [".left.part", ".written.part", "somebody's.part"] {
            try Data("half".utf8).write(to: art.appendingPathComponent(name))
        }
        let writer = open(art.appendingPathComponent(".written.part").path, O_RDONLY | O_CLOEXEC)
        defer { close(writer) }
        try #require(flock(writer, LOCK_EX) == 0)
        let store = store()
        let deadline = ContinuousClock.now + .seconds(10)
        while kept.contains(".left.part"), ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
        try serve(Picture.png(), as: "a.png")
        #expect(try bytes(of: await fetch(server.uri("etag/a.png"), from: store)) == Picture.png())
        #expect(kept.count == 3 && kept.contains(".written.part") && kept.contains("somebody's.part"), "\(kept)")
    }

    @Test func withoutFetchingNoServerIsAsked() async throws {
        try serve(Picture.png(), as: "a.png")
        let store = store { $0.fetchesImages = false }
        #expect(code(of: await fetch(server.uri("a.png"), from: store)) == .sourceForbidden)
        #expect(try server.requests().isEmpty)
    }

    @Test func aQueueOf500PicturesCausesOneRequest() async throws {
        try serve(Picture.png(), as: "a.png")
        let session = try await Session(audioSink: "fakesink sync=true")
        let items = (0..<500).map { number in
            var fields = MediaDetails.Fields()
            fields.artwork = server.uri("a.png?\(number)")
            return MediaDescription(uri: Fixture.uri("tone.flac"), details: MediaDetails(fields))
        }
        // However long the machine takes, the first item stays the current one.
        await session.perform(.setProgression(.stop))
        await session.perform(.replaceQueue(items, play: true, start: nil, index: 0))
        try await session.wait("the picture") { snapshot, _ in
            snapshot.current?.metadata.artworkURI?.hasSuffix("\(Gst.sha256(Picture.png())).png") == true
        }
        #expect(try server.requests().map(\.path) == ["/a.png"])
        await session.close()
    }
}
