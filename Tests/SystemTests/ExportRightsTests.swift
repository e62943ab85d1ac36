import DBusKit
import Foundation
import TestSupport
import Testing

/// An export worker may do less than the daemon that starts it.
@Suite(.system, .needs("dbus-daemon", "ffmpeg"))
struct ExportRightsTests {
    /// The worker of a daemon, once it has given up what it is to give up.
    private func worker(of stage: Stage, filters: Int) throws -> ProcessStatus {
        var found: ProcessStatus?
        try stage.remote.wait("a worker with \(filters) filters") {
            let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }
            found = processes.lazy.compactMap { try? ProcessStatus(of: $0) }.first { status in
                status["PPid"] == "\(stage.daemon.process.processIdentifier)"
                    && status.arguments.contains("--export-worker") && status.filters == filters
            }
            return found != nil
        }
        return try #require(found)
    }

    @Test(arguments: [false, true]) func aWorkerKnowsNoBusAndReachesNoNetworkForALocalFile(isRemote: Bool) throws {
        let doors = [
            "DISPLAY": ":77", "NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "600000000",
            "PULSE_SERVER": "unix:/nowhere",
        ]
        try Stage.perform(extra: doors) { stage in
            let rig = try ExportRig(stage)
            let source = try rig.source("mkv", seconds: 60)
            let server = isRemote ? try MediaServer(folder: rig.folder) : nil
            defer { server?.stop() }
            try rig.open(uri: server?.uri("source.mkv") ?? URL(fileURLWithPath: source).absoluteString)
            let job = try rig.export(to: "\(rig.folder)/out.mkv", preset: "exact")
            let own = try ProcessStatus(of: "\(stage.daemon.process.processIdentifier)").filters
            let status = try worker(of: stage, filters: own + (isRemote ? 0 : 1))
            #expect(status["NoNewPrivs"] == "1")
            #expect(status.environment["DBUS_SESSION_BUS_ADDRESS"] == "disabled:")
            for name in doors.keys { #expect(status.environment[name] == nil, "\(name)") }
            #expect(status.environment["XDG_RUNTIME_DIR"] == nil)
            #expect(status.environment["HOME"] != nil)
            let end = try rig.end(of: job)
            #expect(end.status == "completed", "\(end.error); mediad wrote:\n\(stage.daemon.log)")
        }
    }
}
