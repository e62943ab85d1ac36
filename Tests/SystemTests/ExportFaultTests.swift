import DBusKit
import Foundation
import TestSupport
import Testing

/// Exports that do not come to their end leave nothing behind, and nothing else suffers.
@Suite(.system, .needs("dbus-daemon", "ffmpeg", "ffprobe"))
struct ExportFaultTests {
    /// Coding this anew takes seconds.
    private static func long(_ rig: ExportRig) throws -> String { try rig.source("mkv", seconds: 60, size: "1280x720") }

    private static func begin(_ rig: ExportRig, to path: String? = nil) throws -> String {
        let job = try rig.export(to: path ?? "\(rig.folder)/out.mkv", preset: "exact")
        try rig.waitForProgress(of: job)
        #expect(
            rig.files(in: path.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path })
                .contains("out.mkv.part"))
        return job
    }

    /// The next one runs, and its file is right.
    private static func next(_ rig: ExportRig) throws {
        let job = try rig.end(of: rig.export(to: "\(rig.folder)/next.mkv", ranges: [(1, 4)]))
        #expect(job.status == "completed", "\(job.error)")
        #expect(try rig.judge("\(rig.folder)/next.mkv").complaints.isEmpty)
    }

    @Test func cancelled() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            try rig.open(Self.long(rig))
            let path = try Self.begin(rig)
            try rig.cancel(path)
            let job = try rig.end(of: path, within: 5)
            #expect(job.status == "cancelled" && job.error.isEmpty)
            #expect(rig.files() == ["marks.txt", "source.mkv"])
            try Self.next(rig)
        }
    }

    @Test func itsProcessKilled() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            try rig.open(Self.long(rig))
            let path = try Self.begin(rig)
            let worker = try #require(rig.workers.first)
            kill(worker, SIGKILL)
            let job = try rig.end(of: path, within: 5)
            #expect(job.status == "failed" && !job.error.isEmpty)
            #expect(rig.files() == ["marks.txt", "source.mkv"])
            try Self.next(rig)
        }
    }

    @Test func theDaemonKilled() throws {
        let stage = try Stage()
        defer { stage.close() }
        let rig = try ExportRig(stage)
        try rig.open(Self.long(rig))
        _ = try Self.begin(rig)
        stage.daemon.process.signal(SIGKILL)
        _ = try stage.daemon.process.waitForEnd(within: 5)
        let deadline = Moment.now + 10
        while rig.files() != ["marks.txt", "source.mkv"] {
            try #require(Moment.now < deadline, "\(rig.files())")
            usleep(10_000)
        }
        try stage.restart()
        try rig.open("\(rig.folder)/source.mkv")
        try Self.next(rig)
        stage.daemon.finish()
    }

    /// As `systemctl kill -s KILL` does, or a power cut: the next run removes what is left, and nothing else of that name.
    @Test(arguments: [false, true]) func allKilledAtOnce(isReplaced: Bool) throws {
        let stage = try Stage()
        defer { stage.close() }
        let rig = try ExportRig(stage)
        try rig.open(Self.long(rig))
        _ = try Self.begin(rig)
        let worker = try #require(rig.workers.first)
        stage.daemon.process.signal(SIGSTOP)
        kill(worker, SIGKILL)
        stage.daemon.process.signal(SIGKILL)
        _ = try stage.daemon.process.waitForEnd(within: 5)
        let part = "\(rig.folder)/out.mkv.part"
        #expect(rig.files().contains("out.mkv.part"))
        if isReplaced {
            try FileManager.default.moveItem(atPath: part, toPath: "\(rig.folder)/moved")
            try "mine".write(toFile: part, atomically: false, encoding: .utf8)
        }
        try stage.restart()
        if !isReplaced { try stage.remote.wait("its end") { !rig.files().contains("out.mkv.part") } }
        try rig.open("\(rig.folder)/source.mkv")
        try Self.next(rig)
        #expect(rig.files().contains("out.mkv.part") == isReplaced)
        stage.daemon.finish()
    }

    @Test func theDaemonStopped() throws {
        let stage = try Stage()
        defer { stage.close() }
        let rig = try ExportRig(stage)
        try rig.open(Self.long(rig))
        _ = try Self.begin(rig)
        stage.daemon.finish()
        let deadline = Moment.now + 10
        while rig.files() != ["marks.txt", "source.mkv"] {
            try #require(Moment.now < deadline, "\(rig.files())")
            usleep(10_000)
        }
    }

    @Test(
        .enabled(if: SmallDisk.isPossible, Comment(rawValue: SmallDisk.refusal)), arguments: ["passthrough", "exact"])
    func theDiskIsFull(preset: String) throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            let disk = try SmallDisk()
            try rig.open(Self.long(rig))
            let job = try rig.end(of: rig.export(to: "\(disk.path)/out.mkv", preset: preset))
            #expect(job.status == "failed")
            #expect(job.error.contains("space"), "\(job.error)")
            #expect(rig.files(in: disk.path) == [])
            try Self.next(rig)
        }
    }

    @Test func theSourceIsGone() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            let source = try Self.long(rig)
            try rig.open(source)
            try FileManager.default.moveItem(atPath: source, toPath: "\(rig.folder)/away")
            let job = try rig.end(of: rig.export(to: "\(rig.folder)/out.mkv"))
            #expect(job.status == "failed" && job.error.contains("source.mkv"), "\(job.error)")
            #expect(rig.files() == ["away", "marks.txt"])
            try FileManager.default.moveItem(atPath: "\(rig.folder)/away", toPath: source)
            try Self.next(rig)
        }
    }

    @Test func twoAtOnceTheRestWait() throws {
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            try rig.open(Self.long(rig))
            let jobs = try (1...4).map { try rig.export(to: "\(rig.folder)/out\($0).mkv", preset: "exact") }
            try stage.remote.wait("two workers") { rig.workers.count == 2 }
            #expect(try jobs.map { try rig.job($0).status } == ["exporting", "exporting", "waiting", "waiting"])
            try rig.cancel(jobs[2])
            #expect(try rig.end(of: jobs[2], within: 5).status == "cancelled")
            try rig.cancel(jobs[0])
            try stage.remote.wait("the fourth") { try rig.job(jobs[3]).status == "exporting" }
            for job in jobs { try rig.cancel(job) }
            for job in jobs { #expect(try rig.end(of: job, within: 5).status == "cancelled") }
            #expect(rig.files() == ["marks.txt", "source.mkv"])
        }
    }
}
