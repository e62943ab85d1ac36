import TestSupport
import Testing

/// What libraries say is in the daemon's log, in its form.
@Suite(.patient, .needs("dbus-daemon"))
struct LibraryLogTests {
    @Test("the debug log says which faults of other libraries are worked around")
    func whatIsWorkedAroundIsLogged() throws {
        try Stage.perform(configuration: Stage.silent + "[log]\nlevel = \"debug\"\n") { stage in
            let words = "debug: faults of other libraries that are worked around: "
            let line = try stage.daemon.process.errors.line("the workarounds", within: 30) { $0.hasPrefix(words) }
            #expect(line.contains("queues that start again (GStreamer 1."))
        }
    }

    @Test func whatGLibSaysIsALineOfTheLog() throws {
        let configuration = Stage.silent + "[log]\nlevel = \"debug\"\n"
        try Stage.perform(configuration: configuration, extra: ["G_MESSAGES_DEBUG": "all"]) { stage in
            // The network is where GLib has most to say.
            try stage.remote.replace(["http://127.0.0.1:9/a.mp3"])
            _ = try stage.daemon.process.errors.line("GLib's words", within: 30) { $0.hasPrefix("debug: GLib-GIO: ") }
            let own = stage.daemon.log.split(separator: "\n").filter { $0.hasPrefix("(mediad:") }
            #expect(own.isEmpty, "\(own)")
        }
    }
}
