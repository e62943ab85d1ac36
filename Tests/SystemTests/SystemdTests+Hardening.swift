import DBusKit
import Foundation
import TestSupport
import Testing

/// What the unit takes away is gone, and nothing that mediad does misses it.
///
/// Of the same suite as the other tests with a manager: two of them at a time would share their control groups.
extension SystemdTests {
    /// The exposure of `systemd-analyze security`, in tenths: 100 is everything, 0 nothing.
    @Test(.needs("systemd-analyze"), arguments: [(false, 65), (true, 30)])
    func theUnitExposesLittle(namespaces: Bool, limit: Int) throws {
        try UserManager.perform(namespaces: namespaces) { manager, sandbox in
            let unit = "\(sandbox.directory)/home/.local/share/systemd/user/mediad.service"
            let verdict = try ChildProcess.run(
                "systemd-analyze",
                ["security", "--user", "--offline=true", "--no-pager", "--threshold=\(limit)", unit],
                environment: manager.environment)
            print(verdict.output.split(separator: "\n").last ?? "")
            #expect(verdict.end == .exited(0), "\(verdict.output)\(verdict.errors)")
            let lint = try ChildProcess.run(
                "systemd-analyze", ["verify", "--user", unit], environment: manager.environment)
            // It complains of other units of the machine, too.
            let complaints = lint.errors.split(separator: "\n").filter { $0.contains("mediad") }
            #expect(lint.end == .exited(0) && complaints.isEmpty, "\(lint.errors)")
        }
    }

    @Test(.needs("Xvfb", "ffprobe", "pulseaudio"))
    func playbackExportsAndTrackersWork() throws { try everythingWorks(namespaces: false) }

    @Test(
        .needs("Xvfb", "ffprobe", "pulseaudio"),
        .enabled("no user may make user name spaces here") { UserManager.maySeparate })
    func playbackExportsAndTrackersWorkInNameSpaces() throws { try everythingWorks(namespaces: true) }

    private func everythingWorks(namespaces: Bool) throws {
        let display = try XDisplay()
        let told = "/tmp/mediad-told-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: told) }
        // A tracker runs programs, reads, writes and reaches the network.
        let words = "grep NoNewPrivs /proc/self/status; echo bus $DBUS_SESSION_BUS_ADDRESS; exec cat"
        let configuration = """
            [[tracker]]
            name = "test"
            command = ["sh", "-c", "(\(words)) > \(told)"]
            """
        try UserManager.perform(namespaces: namespaces, configuration: configuration) { manager, sandbox in
            let server = try SoundServer(.pulseAudio, environment: manager.environment)
            defer { server.stop() }
            try manager.systemctl("set-environment", "DISPLAY=\(display.name)")
            try manager.systemctl("start", "mediad")
            let process = try manager.property("MainPID")
            let rights = try ProcessStatus(of: process)
            #expect(rights["NoNewPrivs"] == "1")
            #expect(rights["Seccomp"] == "2")
            if namespaces {
                #expect(rights["CapBnd"] == "0000000000000000")
                #expect(rights["CapEff"] == "0000000000000000")
                let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/user")
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/user") != own)
            }

            let client = try BusClient(address: manager.busAddress)
            let remote = try Remote(client)
            try remote.replace([Fixtures.uri("episode-1.mkv")])
            try remote.waitForMovement()
            // The sound server's socket in the runtime folder, and the X server's in /tmp.
            try remote.wait("a window") { remote.value(.window, "State")?.asString == "windowed" }
            #expect(remote.value(.window, "Backend")?.asString == "x11")
            let sinks = try remote.get(.session, "Sinks").asDictionary ?? [:]
            #expect(sinks["audio"]?.asString == "pulsesink", "\(sinks)")

            // Anywhere in the home, decoded and encoded: what orc compiles runs.
            let path = "\(sandbox.directory)/home/clip.mkv"
            try remote.call(.player, "Pause")
            try remote.wait("the item") { try remote.get(.trim, "CanBeginTrimming").asBool == true }
            let options: [String: DBusValue] = ["preset": .string("exact")]
            let job =
                try remote.call(.trim, "Export", [.string(path), .properties(options)]).first?.asObjectPath ?? ""
            func status() throws -> String {
                try client.get(Daemon.ownName, job, "org.mediad.ExportJob1", "Status").asString ?? ""
            }
            try remote.wait("the export") { try !["waiting", "exporting"].contains(status()) }
            #expect(try status() == "completed")
            let judged = try ChildProcess.run("ffprobe", ["-v", "error", path])
            #expect(judged.end == .exited(0) && judged.errors.isEmpty, "\(judged.errors)")

            try remote.call(.player, "Stop")
            try remote.wait("the tracker's lines") {
                (try? String(contentsOfFile: told, encoding: .utf8))?.contains("\"disabled\"") == true
            }
            let lines = try String(contentsOfFile: told, encoding: .utf8)
            #expect(lines.contains("NoNewPrivs:\t1") && lines.contains("bus disabled:"), "\(lines)")
        }
    }

    /// A disk that is put in while mediad runs.
    @Test(
        .enabled("no user may make user name spaces here") { UserManager.maySeparate },
        .enabled("\(SmallDisk.refusal)") { SmallDisk.isPossible })
    func whatIsMountedLaterIsSeenInNameSpaces() throws {
        // As /media is on a running system: what is mounted below goes on to others.
        let media = try SmallDisk()
        guard mount(nil, media.path, nil, UInt(MS_SHARED), nil) == 0 else {
            throw Failure("a disk cannot be mounted: error \(errno)")
        }
        try UserManager.perform(namespaces: true) { manager, _ in
            try manager.systemctl("start", "mediad")
            let remote = try Remote(try BusClient(address: manager.busAddress))
            let stick = "\(media.path)/stick"
            guard mkdir(stick, 0o755) == 0, mount("tmpfs", stick, "tmpfs", 0, "size=1m") == 0 else {
                throw Failure("a disk cannot be mounted: error \(errno)")
            }
            defer { umount2(stick, Int32(MNT_DETACH)) }
            try FileManager.default.copyItem(atPath: Fixtures.path("tone.flac"), toPath: "\(stick)/tone.flac")
            try remote.replace([URL(fileURLWithPath: "\(stick)/tone.flac").absoluteString])
            try remote.waitForMovement()
        }
    }
}
