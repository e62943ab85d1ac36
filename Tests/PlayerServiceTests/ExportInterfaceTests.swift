import DBusKit
import PlayerCore
import PlayerService
import Testing

@Suite("ExportJob1, and what Trim1 says of exports", .playerctld)
struct ExportInterfaceTests {
    private static let job = "org.mediad.ExportJob1"

    private static func path(_ number: Int) -> String { Rig.ownPath + "/export/\(number)" }

    private static func order() -> ExportOrder {
        ExportOrder(
            uri: "file:///music/0.flac", path: "/b.flac", method: .exact,
            stretches: [.init(start: 1_000_000, end: 2_000_000)], chapters: [], overwrites: false,
            duration: 100_000_000_000)
    }

    private func export(_ rig: Rig, _ options: [String: DBusValue] = [:]) throws(DBusError) -> DBusValue? {
        try rig.own("Trim1", "Export", ["/b.flac", .properties(options)]).first
    }

    private func all(_ rig: Rig, _ number: Int) throws(DBusError) -> [String: DBusValue] {
        try rig.client.getAll(Rig.ownName, Self.path(number), Self.job)
    }

    @Test("Export answers with an object that is there already")
    func export() async throws {
        let rig = try await Rig()
        rig.player.react { command, snapshot, _ in
            guard case .exports(.add(let order)) = command else { return .failure(.invalid("\(command)")) }
            snapshot.exports.jobs[4] = ExportJob(order)
            return .success(.ticket(4))
        }
        let ranges = DBusValue.array("(xx)", [.structure([.int64(1), .int64(2)])])
        let answer = try export(rig, ["preset": "exact", "ranges": ranges])
        #expect(answer == .objectPath(Self.path(4)))
        let job = try all(rig, 4)
        #expect(job["Status"] == "waiting" && job["Preset"] == "exact" && job["Path"] == "/b.flac")
        #expect(job["Requested"] == ranges)
        // Programs export, too: no sign that somebody watches.
        #expect(rig.player.origins == [.program])
    }

    @Test("Session1.Exports lists the jobs, and tells of new ones")
    func list() async throws {
        let rig = try await Rig()
        #expect(try rig.client.get(Rig.ownName, Rig.ownPath, "org.mediad.Session1", "Exports") == .array("o", []))
        try rig.forgetSignals()
        await rig.publish {
            $0.exports.jobs[12] = ExportJob(Self.order())
            $0.exports.jobs[2] = ExportJob(Self.order())
        }
        let paths = DBusValue.array("o", [.objectPath(Self.path(2)), .objectPath(Self.path(12))])
        let changes = try rig.signals().filter { $0.changedInterface == "org.mediad.Session1" }
        #expect(changes.map(\.changed) == [["Exports": paths]])
        await rig.publish { $0.exports.jobs[2] = nil }
        #expect(
            try rig.client.get(Rig.ownName, Rig.ownPath, "org.mediad.Session1", "Exports")
                == .array("o", [.objectPath(Self.path(12))]))
    }

    @Test("A change is told once, by the job that it concerns, with nothing else")
    func changes() async throws {
        let rig = try await Rig()
        await rig.publish {
            $0.exports.jobs[1] = ExportJob(Self.order())
            $0.exports.jobs[2] = ExportJob(Self.order())
        }
        try rig.forgetSignals()
        await rig.publish { $0.exports.jobs[2]?.status = .exporting }
        await rig.publish { _ in }
        await rig.publish { $0.exports.jobs[2]?.take(.progress(0.5)) }
        let signals = try rig.signals()
        #expect(signals.map(\.changedInterface) == [Self.job, Self.job])
        #expect(signals.map(\.path) == [Self.path(2), Self.path(2)])
        #expect(signals.map(\.changed) == [["Status": "exporting"], ["Progress": .double(0.5)]])
    }

    @Test("A job that is forgotten has no object any more; the others stay")
    func forgotten() async throws {
        let rig = try await Rig()
        await rig.publish {
            for number in 1...3 as ClosedRange<UInt32> { $0.exports.jobs[number] = ExportJob(Self.order()) }
        }
        await rig.publish {
            $0.exports.jobs[1] = nil
            $0.exports.jobs[4] = ExportJob(Self.order())
        }
        let failure = rig.failure { () throws(DBusError) in _ = try all(rig, 1) }
        #expect(failure?.isStandard(.unknownObject) == true)
        for number in 2...4 { #expect(try all(rig, number)["Status"] == "waiting") }
    }

    @Test("Cancel is a command")
    func cancel() async throws {
        let rig = try await Rig()
        await rig.publish { $0.exports.jobs[7] = ExportJob(Self.order()) }
        try rig.client.call(Rig.ownName, Self.path(7), Self.job, "Cancel")
        #expect(rig.player.commands == [.exports(.cancel(7))])
    }

    @Test("What cannot be made, and what makes no sense, is refused before the player hears of it")
    func refusals() async throws {
        let rig = try await Rig()
        rig.player.refuseExports(as: "There is no room.")
        let full = rig.failure { () throws(DBusError) in _ = try export(rig) }
        #expect(full?.name == "org.mediad.Error.NotPossible" && full?.message == "There is no room.")
        for (path, options) in [
            ("b.flac", [:]), ("/", [:]), ("/music/0.flac", [:]), ("/b", ["preset": .boolean(true)]),
            ("/b", ["nonsense": true]), ("/b", ["ranges": .array("(xx)", [.structure([.int64(2), .int64(1)])])]),
        ] as [(String, [String: DBusValue])] {
            let failure = rig.failure { () throws(DBusError) in
                try rig.own("Trim1", "Export", [.string(path), .properties(options)])
            }
            #expect(failure?.isStandard(.invalidArgs) == true, "\(path) \(options)")
        }
        await rig.publish { $0.select(nil) }
        let nothing = rig.failure { () throws(DBusError) in _ = try export(rig) }
        #expect(nothing?.message == "Nothing is playing: play something first.")
        #expect(rig.player.commands.isEmpty)
    }

    @Test("Presets are asked for where something can be exported")
    func presets() async throws {
        let rig = try await Rig()
        #expect(try rig.own("Trim1", "Presets") == [.strings(["passthrough", "exact"])])
        await rig.publish { $0.trim.whyNot = "It is live." }
        #expect(try rig.own("Trim1", "Presets") == [.strings([])])
    }

    @Test("A daemon that exports nothing says so, and shows no jobs")
    func noExports() async throws {
        let rig = try await Rig(exports: false)
        #expect(try rig.own("Trim1", "Presets") == [.strings([])])
        let failure = rig.failure { () throws(DBusError) in _ = try export(rig) }
        #expect(failure?.name == "org.mediad.Error.NotPossible" && failure?.message == "This mediad cannot export.")
        await rig.publish { $0.exports.jobs[1] = ExportJob(Self.order()) }
        let hidden = rig.failure { () throws(DBusError) in _ = try all(rig, 1) }
        #expect(hidden?.isStandard(.unknownObject) == true)
    }
}
