import Foundation
import Gst
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// What is read of items beside playing them.
@Suite struct ItemProbeTests {
    private let folder: URL
    private let configuration = EngineConfiguration(networkTimeout: 2, artworkDirectory: "/nonexistent")

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-probe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Fixture.directory.appendingPathComponent("episode-1.mkv"), to: folder.appendingPathComponent("a.mkv"))
    }

    private func read(_ uri: String, with probe: ItemProbe = ItemProbe()) async -> ItemFindings? {
        await withCheckedContinuation { continuation in
            probe.read(uri, configuration: configuration) { continuation.resume(returning: $0) }
        }
    }

    @Test func aFileAndAServerSayTheSame() async throws {
        let server = try MediaServer(folder: folder.path)
        let local = await read(folder.appendingPathComponent("a.mkv").absoluteString)
        let remote = await read(server.uri("a.mkv"))
        #expect(local?.container.container == "matroska")
        #expect(remote?.container.container == "matroska")
        #expect(remote?.container.duration == local?.container.duration)
        #expect(remote?.container.chapters == local?.container.chapters)
    }

    @Test func aSidecarThatChangedIsSeenTheNextTime() async throws {
        let probe = ItemProbe()
        let uri = folder.appendingPathComponent("a.mkv").absoluteString
        for title in ["One", "Two"] {
            try Data(#"{"title":"\#(title)"}"#.utf8).write(to: folder.appendingPathComponent("a.mediad.json"))
            #expect(await read(uri, with: probe)?.sidecar?.title == title)
        }
    }

    @Test func whatAServerCallsByTheSameTagIsReadOnce() async throws {
        // A file that was just written may still be; how long ago that was differs from one answer to the next.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)],
            ofItemAtPath: folder.appendingPathComponent("a.mkv").path)
        let server = try MediaServer(folder: folder.path)
        let probe = ItemProbe()
        let first = await read(server.uri("etag/a.mkv"), with: probe)
        let count = try server.requests().count
        #expect(await read(server.uri("etag/a.mkv"), with: probe) == first)
        #expect(try server.requests().count == count + 1)
    }

    @Test func soManyRemoteItemsAreRemembered() async throws {
        let server = try MediaServer(folder: folder.path)
        let probe = ItemProbe()
        func container(_ number: Int) async -> String? {
            await read(server.uri("tag-10/a.mkv?\(number)"), with: probe)?.container.container
        }
        for number in 1...64 { #expect(await container(number) == "matroska") }
        // The server calls it by the same tag. Who reads it anew sees that it is another one.
        let file = folder.appendingPathComponent("a.mkv")
        try Data(count: Data(contentsOf: file).count).write(to: file)
        #expect(await container(1) == "matroska")
        #expect(await container(65) != "matroska")
        #expect(await container(2) == "matroska")
        #expect(await container(1) != "matroska")
    }

    @Test(arguments: [
        "http://127.0.0.1:9/live.m3u8", "HTTPS://h/x.mpd?token=1", "rtsp://h/x", "data:,x", "", "cdda://1",
    ]) func listsAndOtherSchemesAreLeftAlone(_ uri: String) {
        #expect(!ItemProbe.isWorthReading(uri))
    }

    @Test(.timeLimit(.minutes(10))) func aServerThatHangsIsLeftInTime() async throws {
        let server = try MediaServer(folder: folder.path)
        #expect(await read(server.uri("hang/a.mkv"))?.problems.isEmpty == false)
    }

    @Test func anEndlessStreamIsNotRead() async throws {
        let server = try MediaServer()
        let findings = await read(server.uri("icy/tone.mp3"))
        #expect(findings == nil)
    }

    @Test func theEngineTellsWhatASidecarSays() async throws {
        try Data(#"{"title":"From the sidecar"}"#.utf8).write(to: folder.appendingPathComponent("a.mediad.json"))
        let session = try await Session(audioSink: "fakesink sync=true")
        let item = MediaDescription(uri: folder.appendingPathComponent("a.mkv").absoluteString)
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("the sidecar's title") { snapshot, _ in
            snapshot.current?.metadata.title == "From the sidecar"
        }
        await session.close()
    }

    @Test func inspectingGivesTheSidecarsFieldsOverTheTags() async throws {
        try Data(#"{"title":"From the sidecar","chapters":[{"start":0,"title":"One"}]}"#.utf8)
            .write(to: folder.appendingPathComponent("a.mediad.json"))
        let session = try await Session(audioSink: "none")
        let uri = folder.appendingPathComponent("a.mkv").absoluteString
        let item = try await session.inspect(uri).get()
        #expect(item.description.details?.fields.title == "From the sidecar")
        #expect(item.description.details?.fields.chapters?.count == 1)
        #expect(item.duration != nil)
        await session.close()
    }

    /// GStreamer alone guesses the length, and lands seconds early if it can seek at all.
    @Test(arguments: ["tone.opus", "tone.ogg"]) func oggOverHTTPIsSoughtExactly(_ name: String) async throws {
        let server = try MediaServer()
        let session = try await Session(audioSink: "fakesink sync=true")
        let item = MediaDescription(uri: server.uri(name))
        // It is short, and a busy machine may be late with the pause.
        await session.perform(.setLoop(.track))
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        await session.perform(.pause)
        try await session.wait("it can be sought in") { snapshot, _ in
            snapshot.canSeek && snapshot.current?.duration != nil
        }
        let snapshot = session.snapshot
        let duration = try #require(snapshot.current?.duration)
        let id = try #require(snapshot.current?.id)
        let probed = await read(Fixture.directory.appendingPathComponent(name).absoluteString)
        #expect(probed?.container.duration == duration)
        let target = MediaTime(nanoseconds: duration.nanoseconds / 2)
        await session.perform(.setPosition(id, target))
        try await session.wait("the landing") { snapshot, _ in
            (snapshot.playback?.landings ?? 0) > 0 && snapshot.position.position == target
        }
        await session.close()
    }
}
