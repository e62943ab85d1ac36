import DBusKit
import PlayerCore
import PlayerService
import Testing

@Suite("Session1: the history", .playerctld)
struct HistoryTests {
    private static let episode = HistoryEntry(
        identity: ContentIdentity(text: "file:1-2"), uri: "file:///show/a.mkv", title: "Pilot", series: "Show",
        season: 1, episode: 2, position: MediaTime(microseconds: 723_000_000),
        duration: MediaTime(microseconds: 2_700_000_000), furthest: MediaTime(microseconds: 900_000_000),
        isPlayed: true, resume: ResumePoint(position: MediaTime(microseconds: 720_000_000)),
        lastPlayed: 1_790_000_000.9)

    private func entry(_ number: Int) -> HistoryEntry {
        HistoryEntry(
            identity: ContentIdentity(text: "uri:\(number)"), uri: "http://x/\(number)", position: .zero, lastPlayed: 1)
    }

    private func rig(_ history: FakeHistory) async throws -> Rig { try await Rig(history: history) }

    private func entries(_ rig: Rig, _ offset: UInt32, _ count: UInt32) throws -> [[String: DBusValue]] {
        try rig.own("Session1", "History", [.uint32(offset), .uint32(count)]).first?.asDictionaries ?? []
    }

    @Test("An entry has all that is known, times in microseconds, and lastPlayed in seconds")
    func entryKeys() async throws {
        let rig = try await rig(FakeHistory([Self.episode]))
        let reply = try rig.own("Session1", "History", [.uint32(0), .uint32(10)])
        #expect(reply.map(\.signature) == ["aa{sv}"])
        #expect(
            reply.first?.asDictionaries == [
                [
                    "uri": "file:///show/a.mkv", "title": "Pilot", "series": "Show", "season": .int32(1),
                    "episode": .int32(2), "position": .int64(723_000_000), "duration": .int64(2_700_000_000),
                    "furthest": .int64(900_000_000), "played": true, "resume": .int64(720_000_000),
                    "lastPlayed": .int64(1_790_000_000),
                ]
            ])
    }

    @Test("What is not known is absent")
    func absentKeys() async throws {
        var strange = entry(1)
        (strange.title, strange.series, strange.duration) = ("", "\0", .zero)
        let moments = [Double.nan, .infinity, -.infinity, 0, -5, 1e300]
        let rig = try await rig(
            FakeHistory(
                moments.map { moment in
                    var entry = strange
                    entry.lastPlayed = moment
                    return entry
                }))
        let expected: [String: DBusValue] = [
            "uri": "http://x/1", "position": .int64(0), "furthest": .int64(0), "played": false,
        ]
        #expect(try entries(rig, 0, 10) == moments.map { _ in expected })
    }

    @Test("Texts are cut between characters; an address that is too long is left out, not cut")
    func longTexts() async throws {
        var long = entry(1)
        long.title = String(repeating: "é", count: 5_000)
        long.uri = "http://x/" + String(repeating: "a", count: 40_000)
        let rig = try await rig(FakeHistory([long]))
        let shown = try entries(rig, 0, 1)
        #expect(shown.first?["title"] == .string(String(repeating: "é", count: 1_000)))
        #expect(shown.first.map { $0["uri"] == nil } == true)
    }

    @Test("A text has 2,000 bytes at most", arguments: [2_000, 2_001]) func textLimit(length: Int) async throws {
        var long = entry(1)
        long.title = String(repeating: "x", count: length)
        let rig = try await rig(FakeHistory([long]))
        #expect(try entries(rig, 0, 1).first?["title"] == .string(String(repeating: "x", count: 2_000)))
    }

    @Test("Pages: at most a thousand entries a call, none for a count of 0, none past the end")
    func pages() async throws {
        let history = FakeHistory((0..<1_200).map(entry))
        let rig = try await rig(history)
        #expect(try entries(rig, 0, 0).isEmpty)
        #expect(history.asked.isEmpty)
        #expect(try entries(rig, 0, .max).count == 1_000)
        #expect(try entries(rig, 1_000, 1_000).map { $0["uri"] }.first == "http://x/1000")
        #expect(try entries(rig, 1_199, 5).count == 1)
        #expect(try entries(rig, .max, .max).isEmpty)
        #expect(
            history.asked == [
                "history 0 1000", "history 1000 1000", "history 1199 5", "history 4294967295 1000",
            ])
    }

    @Test("What answers with more than was asked for does not make the answer longer")
    func tooManyEntries() async throws {
        let history = FakeHistory((0..<50).map(entry))
        history.ignoresCount()
        let rig = try await rig(history)
        #expect(try entries(rig, 0, 3).count == 3)
    }

    @Test("Resume takes addresses as they are sent everywhere, and answers where it goes on")
    func resume() async throws {
        let history = FakeHistory([])
        let rig = try await rig(history)
        history.resume(as: .success(MediaTime(microseconds: 5_500_000)))
        #expect(try rig.own("Session1", "Resume", ["/a b.mkv"]) == [.int64(5_500_000)])
        #expect(try rig.own("Session1", "Resume", ["HTTP://x/ü"]) == [.int64(5_500_000)])
        #expect(history.asked == ["resume file:///a%20b.mkv", "resume http://x/%C3%BC"])
        let refusals: [(CommandRefusal, String)] = [
            (.notFound("never played"), "NotFound"), (.notPossible("live"), "NotPossible"),
        ]
        for (refusal, name) in refusals {
            history.resume(as: .failure(refusal))
            let failure = rig.failure { () throws(DBusError) in try rig.own("Session1", "Resume", ["/a"]) }
            #expect(failure?.name == "org.mediad.Error." + name)
        }
    }

    @Test("Forget finds an entry however its address was spelt, and says when there is none")
    func forget() async throws {
        var imported = entry(1)
        imported.uri = "http://x/a b%"
        var file = entry(2)
        file.uri = "file:///it's%20(1).mkv"
        var unplayable = entry(3)
        unplayable.uri = "ytdl://abc"
        let history = FakeHistory([imported, file, unplayable])
        let rig = try await rig(history)
        for text in ["http://x/a b%", "/it's (1).mkv", "ytdl://abc"] {
            try rig.own("Session1", "Forget", [.string(text)])
        }
        #expect(try entries(rig, 0, 10).isEmpty)
        let failure = rig.failure { () throws(DBusError) in try rig.own("Session1", "Forget", ["/it's (1).mkv"]) }
        #expect(failure?.name == "org.mediad.Error.NotFound")
        #expect(failure?.message == "'/it's (1).mkv' is not in the history: see mediactl history.")
    }

    @Test("What is no address, and what is of another type, never reaches the history")
    func hostileArguments() async throws {
        let history = FakeHistory([Self.episode])
        let rig = try await rig(history)
        let long = DBusValue.string("/" + String(repeating: "a", count: 40_000))
        var calls: [(String, [DBusValue])] = [("History", []), ("History", [.int32(-1), .uint32(1)])]
        let wrong: [DBusValue] = ["", "a.mkv", ":", "file:", "file:a", "file:///a%00b", "http://", long, .int64(1)]
        for member in ["Resume", "Forget"] { calls += wrong.map { (member, [$0]) } }
        for value in ["", "a", "./a", "~/mpv", "file:///a", long, .int64(1), .strings(["/a"])] as [DBusValue] {
            calls.append(("ImportHistory", [value]))
        }
        for (member, arguments) in calls {
            let failure = rig.failure { () throws(DBusError) in try rig.own("Session1", member, arguments) }
            #expect(failure?.isStandard(.invalidArgs) == true, "\(member) \(String(describing: arguments).prefix(80))")
            #expect(failure?.message.isEmpty == false && (failure?.message.utf8.count ?? 0) < 500)
        }
        let unsupported = rig.failure { () throws(DBusError) in try rig.own("Session1", "Resume", ["ftp://x/y"]) }
        #expect(unsupported?.name == "org.mediad.Error.Unsupported")
        #expect(history.asked.isEmpty)
    }

    @Test("ImportHistory answers how many came and what is wrong with the others, in a list of bounded length")
    func importing() async throws {
        let history = FakeHistory([])
        let rig = try await rig(history)
        history.importing(as: 3, ["A was not imported.", String(repeating: "ü", count: 3_000)])
        #expect(
            try rig.own("Session1", "ImportHistory", ["/a b/watch_later"]) == [
                .uint32(3), .strings(["A was not imported.", String(repeating: "ü", count: 1_000)]),
            ])
        #expect(history.asked == ["import /a b/watch_later"])
        history.importing(as: .max, (0..<5_000).map { "\($0)" })
        let reply = try rig.own("Session1", "ImportHistory", ["/a"])
        #expect(reply.first == .uint32(.max))
        let problems = reply.last?.asStringArray ?? []
        #expect(problems.count == 1_001)
        #expect(problems.last == "There are 4000 more problems.")
        history.importing(as: -1, [])
        #expect(try rig.own("Session1", "ImportHistory", ["/a"]) == [.uint32(0), .strings([])])
    }

    @Test("ImportHistory tells of a thousand problems, and counts the rest", arguments: [1_000, 1_001])
    func problemLimit(count: Int) async throws {
        let history = FakeHistory([])
        let rig = try await rig(history)
        let problems = (0..<count).map { "\($0)" }
        history.importing(as: 0, problems)
        let told = try rig.own("Session1", "ImportHistory", ["/a"]).last?.asStringArray
        let rest = count == 1_000 ? [] : ["There is 1 more problem."]
        #expect(told == problems.prefix(1_000) + rest)
    }

    @Test("The path of ImportHistory has 4,095 bytes at most", arguments: [(4_095, true), (4_096, false)])
    func longestPath(length: Int, isTaken: Bool) async throws {
        let history = FakeHistory([])
        let rig = try await rig(history)
        let path = "/" + String(repeating: "a", count: length - 1)
        let failure = rig.failure { () throws(DBusError) in
            try rig.own("Session1", "ImportHistory", [.string(path)])
        }
        #expect(failure?.message == (isTaken ? nil : "The path of the folder is longer than 4095 bytes."))
        #expect(history.asked == (isTaken ? ["import \(path)"] : []))
    }

    @Test("Without a history every call says so")
    func noHistory() async throws {
        let rig = try await Rig()
        let calls: [(String, [DBusValue])] = [
            ("History", [.uint32(0), .uint32(1)]), ("History", [.uint32(0), .uint32(0)]), ("Resume", ["/a"]),
            ("Forget", ["/a"]), ("ImportHistory", ["/a"]),
        ]
        for (member, arguments) in calls {
            let failure = rig.failure { () throws(DBusError) in try rig.own("Session1", member, arguments) }
            #expect(failure?.name == "org.mediad.Error.NotPossible", "\(member)")
            #expect(failure?.message.hasPrefix("The history is turned off: set keep = true") == true)
        }
    }

    @Test("A thousand entries with the longest of texts are one answer, within seconds")
    func largestAnswer() async throws {
        var large = Self.episode
        large.uri = "http://x/" + String(repeating: "a", count: 32_000)
        large.title = String(repeating: "t", count: 10_000)
        large.series = String(repeating: "s", count: 10_000)
        let rig = try await rig(FakeHistory(Array(repeating: large, count: 2_000)))
        let start = ContinuousClock.now
        #expect(try entries(rig, 0, .max).count == 1_000)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
