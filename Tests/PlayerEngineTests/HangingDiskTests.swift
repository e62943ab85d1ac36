import Foundation
import GLibLoop
import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Disks and network mounts that do not answer: what is on them waits or is left out, and everything else goes on.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct HangingDiskTests {
    /// A disk on which some files hang until it is repaired.
    private final class Disk: Sendable {
        private let isRepaired = Monitored(false)
        private let asked = Monitored<[String]>([])
        private let hangs: @Sendable (String) -> Bool

        init(hanging hangs: @escaping @Sendable (String) -> Bool) { self.hangs = hangs }

        func repair() { isRepaired.update { $0 = true } }

        /// Waits until so many asked for files that hang.
        func waitForAsks(_ count: Int) -> Bool { asked.wait(seconds: 30) { $0.count >= count ? true : nil } ?? false }

        /// How many have asked.
        var asks: Int { asked.current.count }

        func ask(_ path: String) {
            guard hangs(path) else { return }
            asked.update { $0.append(path) }
            _ = isRepaired.wait(seconds: 600) { $0 ? true : nil }
        }
    }

    private static let systems = FileAccess()

    /// 48 files on a dead mount, and one on a good disk behind them: two are waited for.
    @Test func aMountThatHangsIsSkippedAfterItsSecondFile() async throws {
        let disk = Disk { $0.hasPrefix("/dead/") }
        defer { disk.repair() }
        var access = access(disk, looking: true, patience: 1)
        access.mount = { $0.path.hasPrefix("/dead/") ? "/dead" : "/" }
        access.mountBehindLinks = access.mount
        let session = try await Session(access: access)
        let items = (0..<48).map { MediaDescription(uri: "file:///dead/\($0).flac") }
        await session.perform(
            .replaceQueue(items + [Fixture.item("episode-2.mkv")], play: true, start: nil, index: 0))
        try await session.wait("the item on the good disk") { snapshot, _ in
            snapshot.currentIndex == 48 && snapshot.position.rate == 1
        }
        // Each is looked at and read; a busy machine lets a few more begin before two of them count as hanging.
        #expect(disk.asks <= 16)
        let faults = session.notices.compactMap { if case .itemFailed(_, let fault) = $0 { fault } else { nil } }
        #expect(faults.count == 48)
        let sentences = Set(faults.dropFirst(8).map(\.sentence))
        #expect(sentences.count == 1 && sentences.first?.hasPrefix("/dead does not respond") == true, "\(sentences)")
        await session.close()
    }

    @Test func mountsAreFoundByTheirNames() {
        let mounts = MountPoints(
            mountinfo: Array(
                """
                22 1 8:1 / / rw - ext4 /dev/sda1 rw
                30 22 0:40 / /mnt/nas rw,relatime shared:5 - nfs4 nas:/ rw
                31 22 0:41 / /mnt/my\\040disk rw - ext4 /dev/sdb1 rw
                damaged line

                """.utf8))
        for (path, mount) in [
            ("/home/a.mkv", "/"), ("/mnt/nas/a.mkv", "/mnt/nas"), ("/mnt/nas", "/mnt/nas"), ("/mnt/nas2/a", "/"),
            ("/mnt/my disk/b", "/mnt/my disk"), ("relative", nil),
        ] {
            #expect(mounts.mount(of: Array(path.utf8)) == mount)
        }
        #expect(MountPoints.current.mount(of: Array("/proc/self/x".utf8)) == "/proc")
    }

    /// No file is on a known mount.
    private func access(_ disk: Disk, looking: Bool = false, patience: Double = 600) -> FileAccess {
        var access = FileAccess()
        access.mount = { _ in nil }
        access.mountBehindLinks = { _ in nil }
        access.patience = patience
        if looking {
            access.isPipe = { file in
                disk.ask(file.path)
                return Self.systems.isPipe(file)
            }
        }
        access.findings = { uri, file in
            disk.ask(file.path)
            return Self.systems.findings(uri, file)
        }
        return access
    }

    private func folder(edl: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Fixture.directory.appendingPathComponent("episode-1.mkv"), to: folder.appendingPathComponent("a.mkv"))
        try Data(edl.utf8).write(to: folder.appendingPathComponent("a.edl"))
        return folder
    }

    private func item(_ folder: URL) -> MediaDescription {
        MediaDescription(uri: folder.appendingPathComponent("a.mkv").absoluteString)
    }

    /// The loop answers while the file system does not, and the next item plays when it has not for too long.
    @Test func anItemThatCannotBeLookedAtHoldsNobodyUp() async throws {
        let disk = Disk { $0.hasSuffix("/episode-1.mkv") }
        defer { disk.repair() }
        let session = try await Session(access: access(disk, looking: true, patience: 2))
        await session.perform(
            .replaceQueue(
                [Fixture.item("episode-1.mkv"), Fixture.item("episode-2.mkv")], play: true, start: nil, index: 0))
        #expect(disk.waitForAsks(1))
        await session.perform(.setVolume(0.5))
        #expect(session.snapshot.volume == 0.5)
        try await session.wait("the next item") { snapshot, _ in
            snapshot.currentIndex == 1 && snapshot.position.rate == 1
        }
        let faults = session.notices.compactMap { if case .itemFailed(_, let fault) = $0 { fault.fault } else { nil } }
        #expect(faults.map(\.code) == [.sourceUnreachable])
        #expect(faults.first?.message.contains("does not respond") == true)
        await session.close()
    }

    @Test func inspectingWhatHangsIsTold() async throws {
        let disk = Disk { $0.hasSuffix("/episode-1.mkv") }
        defer { disk.repair() }
        let session = try await Session(access: access(disk, looking: true, patience: 0.5))
        let result = await session.inspect(Fixture.uri("episode-1.mkv"))
        #expect(throws: PlaybackFault.self) { try result.get() }
        await session.close()
    }

    @Test func fourAreInspectedAtATime() async throws {
        let disk = Disk { $0.hasSuffix("/episode-1.mkv") }
        defer { disk.repair() }
        let session = try await Session(access: access(disk, looking: true, patience: 60))
        let four = (0..<4).map { _ in Task { await session.inspect(Fixture.uri("episode-1.mkv")) } }
        // Each looks at the file and reads what is in it.
        try #require(disk.waitForAsks(8))
        let fifth = await session.inspect(Fixture.uri("tone.flac"))
        #expect(throws: PlaybackFault(.stalled, "Too many items are being inspected: try again in a moment.")) {
            try fifth.get()
        }
        disk.repair()
        for task in four { #expect(try await task.value.get().duration != nil) }
        #expect(try await session.inspect(Fixture.uri("tone.flac")).get().duration != nil)
        await session.close()
    }

    /// Two reads that hang, and all that came after were never read.
    @Test func readsThatHangGiveTheirPlaceAway() async throws {
        let disk = Disk { $0.contains("/hangs") }
        defer { disk.repair() }
        let probe = ItemProbe(access(disk, patience: 60))
        let configuration = EngineConfiguration(networkTimeout: 2, artworkDirectory: "/nonexistent")
        for number in 0..<5 {
            probe.read("file:///hangs-\(number)", configuration: configuration) { _ in }
        }
        try #require(disk.waitForAsks(5))
        let findings = await withCheckedContinuation { continuation in
            probe.read(Fixture.uri("episode-1.mkv"), configuration: configuration) {
                continuation.resume(returning: $0)
            }
        }
        #expect(findings?.container.container == "matroska")
    }

    @Test func whoWaitsForAReadThatHangsIsToldInTime() async throws {
        let disk = Disk { _ in true }
        defer { disk.repair() }
        var access = access(disk, patience: 0.2)
        access.idlePatience = 0.2
        let probe = ItemProbe(access)
        let configuration = EngineConfiguration(networkTimeout: 0, artworkDirectory: "/nonexistent")
        let findings = await withCheckedContinuation { continuation in
            probe.read(Fixture.uri("tone.flac"), configuration: configuration) { continuation.resume(returning: $0) }
        }
        #expect(findings?.problems == ["its disk or server does not respond in time"])
        let ahead = await withCheckedContinuation { continuation in
            IdleProbe(access).read(Fixture.uri("tone.flac")) { continuation.resume(returning: $0) }
        }
        #expect(ahead == nil)
    }

    /// A socket in a home on the network: the loop is free, and without an answer there is no server.
    @Test func aSoundServersSocketThatHangsIsNone() async throws {
        let disk = Disk { $0 == "/home/runtime/pipewire-0" }
        defer { disk.repair() }
        let search = SoundDeviceSearch { path, _ in
            disk.ask(path)
            return true
        }
        func look(_ folder: String) async -> SoundDevices {
            await withCheckedContinuation { continuation in
                search.look(["XDG_RUNTIME_DIR": folder]) { continuation.resume(returning: $0) }
            }
        }
        #expect(await look("/run/user/1000") == .all)
        #expect(await look("/home/runtime") == .none)
        #expect(await look("/run/user/1000") == .all)
    }

    /// What is to be left out is not known in time: the item plays, the log says so once, and it is left out from then on.
    @Test func whatIsBlockedIsLeftOutAsSoonAsItIsKnown() async throws {
        let folder = try folder(edl: "5 1000 0\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        let disk = Disk { $0.hasSuffix("/a.mkv") }
        defer { disk.repair() }
        let session = try await Session(access: access(disk))
        await session.perform(.replaceQueue([item(folder)], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        let unknown = { @Sendable (line: String) in line.contains("were not read in time") }
        #expect(session.said.current.count(where: unknown) == 1)
        #expect(session.snapshot.segments.segments.isEmpty)
        await session.perform(.pause)
        disk.repair()
        try await session.wait("the segments") { snapshot, _ in
            !snapshot.segments.segments.isEmpty && snapshot.position.rate == 0
        }
        let heard = session.bytesHeard
        let id = try #require(session.snapshot.current?.id)
        await session.perform(.setPosition(id, MediaTime(nanoseconds: 4_500_000_000)))
        await session.perform(.play)
        try await session.wait("the end, where the rest is left out") { snapshot, _ in snapshot.status == .stopped }
        let seconds = Double(session.bytesHeard - heard) / Double(4 * 48_000)
        #expect(seconds < 1.5, "\(seconds) s were heard, and half a second is not blocked")
        #expect(session.said.current.count(where: unknown) == 1)
        await session.close()
    }

    /// The media loop tells the cache of pictures that another item is current.
    @Test func aCacheOfPicturesOnADiskThatHangsHoldsNobodyUp() {
        let (isReading, isRepaired, isRead) = (Monitored(false), Monitored(false), Monitored(false))
        let cache = ImageCache(directory: "/nonexistent") { _ in
            isReading.update { $0 = true }
            _ = isRepaired.wait(seconds: 600) { $0 ? true : nil }
            return nil
        }
        defer { isRepaired.update { $0 = true } }
        Thread.detachNewThread {
            _ = cache.entry(for: "http://example.org/a.png")
            isRead.update { $0 = true }
        }
        #expect(isReading.wait(seconds: 60) { $0 ? true : nil } == true)
        let told = Monitored(false)
        Thread.detachNewThread {
            cache.itemChanged()
            told.update { $0 = true }
        }
        #expect(told.wait(seconds: 10) { $0 ? true : nil } == true)
        #expect(!isRead.current)
        isRepaired.update { $0 = true }
        #expect(isRead.wait(seconds: 60) { $0 ? true : nil } == true)
    }

    @Test("a link leads to the mount behind it, which is not asked")
    func links() {
        let mounts = MountPoints(
            mountinfo: Array("22 1 8:1 / / rw - ext4 a rw\n30 22 0:40 / /mnt/nas rw shared:5 - fuse.sshfs b rw\n".utf8))
        let links = [
            "/home/Music": "/mnt/nas/music", "/home/up": "../home/Music", "/loop": "loop", "/home/disk": "/srv",
        ]
        func way(_ path: String) -> MountPoints.Way {
            mounts.way(of: Array(path.utf8)) { place in
                let place = String(decoding: place, as: UTF8.self)
                #expect(!place.hasPrefix("/mnt/nas"))
                return links[place].map { Array($0.utf8) }
            }
        }
        let music = MountPoints.Way(mount: "/mnt/nas", link: Array("/home/Music".utf8))
        #expect(way("/home/Music/a/b.flac") == music)
        #expect(way("/home/up/a/b.flac") == MountPoints.Way(mount: "/mnt/nas", link: Array("/home/up".utf8)))
        #expect(way("/mnt/nas/b.flac") == MountPoints.Way(mount: "/mnt/nas"))
        #expect(way("/home/disk/b.flac") == MountPoints.Way(mount: "/"))
        #expect(way("/loop/x").mount == "/")
    }

    /// Files on a dead mount that a link leads to, and one on the disk that the link is on.
    @Test("a link into a mount that hangs stops only what is behind it")
    func aLinkIntoADeadMount() async throws {
        let disk = Disk { $0.hasPrefix("/link/") }
        defer { disk.repair() }
        var access = access(disk, looking: true, patience: 1)
        access.mount = { _ in "/" }
        access.mountBehindLinks = { $0.path.hasPrefix("/link/") ? "/dead" : "/" }
        let session = try await Session(access: access)
        let items = (0..<4).map { MediaDescription(uri: "file:///link/\($0).flac") }
        await session.perform(
            .replaceQueue(items + [Fixture.item("episode-2.mkv")], play: true, start: nil, index: 0))
        try await session.wait("the item on the good disk") { snapshot, _ in
            snapshot.currentIndex == 4 && snapshot.position.rate == 1
        }
        await session.close()
    }
}
