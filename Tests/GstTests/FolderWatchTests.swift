import Foundation
import GLibLoop
import TestSupport
import Testing

@Suite struct FolderWatchTests {
    enum Change: CaseIterable, Sendable { case writing, moving, removing, dating }

    /// A folder with a file in it.
    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: folder.appending(path: "a.m3u"))
        return folder
    }

    /// The kernel gives a user 128 of them (`fs.inotify.max_user_instances`), and each private bus of other tests has one.
    private static func watch(changed: @escaping @Sendable () -> Void) async throws -> FolderWatch {
        let deadline = Moment.now + 600
        while Moment.now < deadline {
            if let watch = FolderWatch(on: MediaActor.loop, changed: changed) { return watch }
            // Not asleep on a thread that other tests need to give theirs back.
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Deadline.Missed("the kernel gives no inotify instance")
    }

    @Test(arguments: Change.allCases) func changesAreTold(change: Change) async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let changes = Mailbox<Bool>()
        let watch = try await Self.watch { changes.post(true) }
        watch.watch([folder.path])
        let file = folder.appending(path: "a.m3u")
        switch change {
        case .writing: try Data("y".utf8).write(to: file)
        case .moving: try FileManager.default.moveItem(at: file, to: folder.appending(path: "b.m3u"))
        case .removing: try FileManager.default.removeItem(at: file)
        case .dating:
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
        }
        _ = try changes.next()
        withExtendedLifetime(watch) {}
    }

    @Test func aFolderThatIsNotThereYetIsTold() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let changes = Mailbox<Bool>()
        let watch = try await Self.watch { changes.post(true) }
        let wanted = folder.appending(path: "x/y")
        watch.watch([folder.appending(path: "other").path, wanted.path, "/proc/no/such"])
        try FileManager.default.createDirectory(at: folder.appending(path: "x"), withIntermediateDirectories: false)
        _ = try changes.next()
        watch.watch([wanted.path])
        try FileManager.default.createDirectory(at: wanted, withIntermediateDirectories: false)
        _ = try changes.next()
        watch.watch([wanted.path])
        try Data("x".utf8).write(to: wanted.appending(path: "a.pls"))
        _ = try changes.next()
        withExtendedLifetime(watch) {}
    }
}
