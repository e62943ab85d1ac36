import DBusKit
import Foundation
import TestSupport
import Testing

/// mediad installed by `make install` and run by a real `systemd --user`.
@Suite(
    .patient, .serialized, .needs("/lib/systemd/systemd", "systemctl", "dbus-daemon", "make", "playerctl"),
    .enabled("systemd --user needs a control group of its own: run as root, or in a scope with Delegate=yes") {
        UserManager.mayStart
    })
struct SystemdTests {
    @Test func startStatusReloadRestartStop() throws {
        try UserManager.perform { manager, sandbox in
            try manager.systemctl("start", "mediad")
            #expect(try manager.property("ActiveState") == "active")
            // Type=notify: when start returns, both names are there.
            let client = try BusClient(address: manager.busAddress)
            try Daemon.waitForNames(on: client, within: 0.2)
            #expect(try manager.property("StatusText") == "Idle")

            let remote = try Remote(client)
            try remote.replace([Fixtures.uri("tone.flac"), Fixtures.uri("episode-1.mkv")])
            try remote.waitForMovement()
            try manager.wait("StatusText") { $0 == "Playing: The Mediad Players – Three Seconds" }
            let status = try manager.systemctl("status", "mediad")
            #expect(status.contains("Status: \"Playing: The Mediad Players – Three Seconds\""), "\(status)")
            try remote.call(.player, "Pause")
            try manager.wait("StatusText") { $0.hasPrefix("Paused: ") }

            try sandbox.write(Stage.silent + "[playback]\npreload = 5.0\n", to: "home/.config/mediad/config.toml")
            try manager.systemctl("reload", "mediad")
            try manager.wait("ActiveState") { $0 == "active" }
            #expect(try remote.get(.player, "PlaybackStatus").asString == "Paused")

            // With mistakes it fails, and what was read before holds.
            try sandbox.write(Stage.silent + "[playback]\nprelaod = 5.0\n", to: "home/.config/mediad/config.toml")
            #expect(throws: Failure.self) { try manager.systemctl("reload", "mediad") }
            #expect(try manager.property("ActiveState") == "active")
            #expect(try manager.property("StatusText").contains("mediad --check-config"))
            #expect(try remote.get(.player, "PlaybackStatus").asString == "Paused")
            try sandbox.write(Stage.silent, to: "home/.config/mediad/config.toml")
            try manager.systemctl("reload", "mediad")

            let first = try manager.property("MainPID")
            try manager.systemctl("restart", "mediad")
            let second = try manager.property("MainPID")
            #expect(first != second && second != "0")
            // The session is back.
            try manager.wait("StatusText") { $0 == "Paused: The Mediad Players – Three Seconds" }

            let begun = Moment.now
            try manager.systemctl("stop", "mediad")
            let took = Moment.now - begun
            print("systemctl --user stop: \(Int(took * 1000)) ms")
            #expect(took < 1)
            #expect(try manager.property("ActiveState") == "inactive")
            #expect(try manager.property("Result") == "success")
        }
    }

    @Test func mediactlTellsAtOnceThatItDoesNotStart() throws {
        try UserManager.perform(configuration: "[playback]\nprelaod = 5.0\n") { manager, sandbox in
            let play = ["play", Fixtures.path("tone.flac")]
            let environment = manager.environment.merging(["DBUS_SESSION_BUS_ADDRESS": manager.busAddress]) { $1 }
            // The bus starts for the first caller, which may be there before the service manager.
            for _ in 0..<3 {
                try manager.systemctl("stop", "dbus.service")
                let begun = Moment.now
                let refused = try ChildProcess.run(Daemon.control, play, environment: environment, within: 60)
                #expect(Moment.now - begun < 15)
                #expect(refused.end == .exited(3))
                #expect(refused.errors.contains("'mediad --check-config'"), "\(refused.errors)")
            }
            // What failed before does not hold up the next start.
            try sandbox.write(Stage.silent, to: "home/.config/mediad/config.toml")
            let plays = try ChildProcess.run(Daemon.control, play, environment: environment, within: 60)
            #expect(plays.end == .exited(0), "\(plays.errors)")
        }
    }

    @Test func aCrashIsFollowedByARestart() throws {
        try UserManager.perform { manager, _ in
            try manager.systemctl("start", "mediad")
            let first = try manager.property("MainPID")
            try manager.systemctl("kill", "--signal=KILL", "mediad")
            try manager.wait("MainPID") { $0 != first && $0 != "0" }
            try manager.wait("ActiveState") { $0 == "active" }
            #expect(try manager.property("NRestarts") == "1")
        }
    }

    @Test func aDaemonThatStandsIsReplacedAndItsSessionIsBack() throws {
        // A busy machine may keep a healthy daemon waiting for seconds.
        let quick = "[Service]\nWatchdogSec=6\nTimeoutAbortSec=0.2\nRestartSec=0.1\n"
        try UserManager.perform(override: quick) { manager, _ in
            try manager.systemctl("start", "mediad")
            let remote = try Remote(try BusClient(address: manager.busAddress))
            try remote.replace([Fixtures.uri("tone.flac"), Fixtures.uri("episode-1.mkv")], index: 1)
            try remote.waitForMovement()
            try remote.call(.player, "Pause")
            try manager.wait("StatusText") { $0.hasPrefix("Paused: ") }
            // It is heard of again and again, and lives longer than the manager would wait without that.
            let first = try manager.property("MainPID")
            var beats: Set<String> = []
            try manager.wait("WatchdogTimestampMonotonic") {
                beats.insert($0)
                return beats.count == 5
            }
            #expect(try manager.property("MainPID") == first)
            #expect(try manager.property("NRestarts") == "0")

            let begun = Moment.now
            try manager.systemctl("kill", "--signal=STOP", "mediad")
            try manager.wait("MainPID") { $0 != first && $0 != "0" }
            try manager.wait("ActiveState") { $0 == "active" }
            print("a stopped daemon was replaced after \(Int((Moment.now - begun) * 1000)) ms")
            #expect(try manager.property("NRestarts") == "1")
            // The session is back.
            try manager.wait("StatusText") { $0.hasPrefix("Paused: ") }
            let after = try Remote(try BusClient(address: manager.busAddress))
            #expect(after.index == 1)
            #expect(after.status == "Paused")
        }
    }

    @Test(arguments: [Daemon.mprisName, Daemon.ownName]) func eitherNameIsActivated(name: String) throws {
        try UserManager.perform { manager, _ in
            #expect(try manager.property("ActiveState") == "inactive")
            let client = try BusClient(address: manager.busAddress)
            let path = name == Daemon.ownName ? "/org/mediad/Player1" : "/org/mpris/MediaPlayer2"
            let begun = Moment.now
            try client.call(name, path, "org.freedesktop.DBus.Peer", "Ping")
            print("\(name) activated in \(Int((Moment.now - begun) * 1000)) ms")
            // It is the unit that runs, not a process of the bus's own. The manager reads its READY=1 when it gets to it.
            try manager.wait("ActiveState") { $0 == "active" }
            let owner = try client.call(.bus("GetConnectionUnixProcessID", [.string(name)])).first?.asInt64
            #expect(try manager.property("MainPID") == owner.map { "\($0)" })
            // Quit ends the unit for good.
            try client.call(
                Daemon.mprisName, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2", "Quit", autoStart: false)
            try manager.wait("ActiveState") { $0 == "inactive" }
            #expect(try manager.property("Result") == "success")
        }
    }
}
