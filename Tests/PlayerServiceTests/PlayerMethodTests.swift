import DBusKit
import PlayerCore
import Testing

@Suite("Player: methods", .playerctld)
struct PlayerMethodTests {
    static let plain: [(String, PlayerCommand)] = [
        ("Next", .next), ("Previous", .previous), ("Pause", .pause), ("PlayPause", .playPause), ("Stop", .stop),
        ("Play", .play),
    ]

    @Test("Each plain method is one command")
    func commands() async throws {
        let rig = try await Rig()
        for (member, _) in Self.plain { try rig.call(member) }
        #expect(rig.player.commands == Self.plain.map(\.1))
    }

    /// What the methods could have changed.
    private static func state(_ rig: Rig) -> [String] {
        let snapshot = rig.player.snapshot
        return [
            "\(snapshot.status)", "\(snapshot.position)", "\(snapshot.items.map(\.id))",
            "\(snapshot.currentIndex ?? -1)",
        ]
    }

    /// A real core whose only item cannot be sought in, and plays.
    private static func unseekable() -> Player {
        var core = Player(firstID: 1, seed: 1)
        let start = MonotonicTime(nanoseconds: 0)
        _ = core.handle(.openURI("http://a/b.flac"), from: .person, now: start)
        let item = PreparedItem(
            duration: MediaTime(nanoseconds: 60_000_000_000), isSeekable: false, isLive: false, hasVideo: false)
        _ = core.handle(.engine(.prepared(Generation(rawValue: 1), item)), now: start)
        return core
    }

    @Test("What a Can property rules out has no effect and succeeds")
    func gates() async throws {
        let rig = try await Rig(core: Self.unseekable())
        for name in ["CanGoNext", "CanSeek"] { #expect(try rig.get(name) == false) }
        let track = rig.metadata["mpris:trackid"] ?? "none"
        let before = Self.state(rig)
        try rig.call("Next")
        try rig.call("Seek", [.int64(5)])
        try rig.call("SetPosition", [track, .int64(5)])
        #expect(Self.state(rig) == before)
    }

    @Test("With nothing to play only PlayPause is an error, which says what to do")
    func nothingToPlay() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        let before = Self.state(rig)
        for name in ["CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek"] {
            #expect(try rig.get(name) == false)
        }
        for member in ["Next", "Previous", "Pause", "Play", "Stop"] { try rig.call(member) }
        try rig.call("Seek", [.int64(5)])
        let failure = rig.failure { () throws(DBusError) in try rig.call("PlayPause") }
        #expect(failure?.name == "org.mediad.Error.NotPossible")
        #expect(failure?.message.isEmpty == false)
        #expect(Self.state(rig) == before)
    }

    @Test("SetPosition and Seek right after OpenUri reach the player, and Position reads where they lead")
    func seekingWhatIsBeingLoaded() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.call("OpenUri", ["file:///a.flac"])
        #expect(try rig.get("CanSeek") == true)
        let track = rig.metadata["mpris:trackid"] ?? "none"
        try rig.call("SetPosition", [track, .int64(30_000_000)])
        #expect(try rig.get("Position") == .int64(30_000_000))
        try rig.call("Seek", [.int64(5_000_000)])
        #expect(try rig.get("Position") == .int64(35_000_000))
        try rig.call("SetPosition", [.objectPath("/org/mediad/track/i9"), .int64(1)])
        #expect(try rig.get("Position") == .int64(35_000_000))
    }

    @Test("What programs say on their own is told apart from what people do")
    func origins() async throws {
        let rig = try await Rig()
        let item = DBusValue.objectPath(rig.player.snapshot.items[0].path)
        try rig.call("Pause")
        try rig.queue("SetDescription", [item, .properties(["title": "New"])])
        try rig.own("Chapters1", "SetGroup", ["Goals", .array("(xxsa{sv})", [])])
        try rig.own("Proposal1", "Withdraw")
        try rig.call("Play")
        #expect(rig.player.origins == [.person, .program, .program, .program, .person])
    }

    @Test("A refusal by the player is silent where MPRIS wants it so")
    func quietRefusals() async throws {
        let rig = try await Rig()
        rig.player.react { _, _, _ in .failure(.notPossible("no")) }
        for (member, _) in Self.plain { try rig.call(member) }
        try rig.call("Seek", [.int64(1)])
        #expect(rig.player.commands.count == Self.plain.count + 1)
    }

    @Test("Seek passes any offset on, also the largest")
    func seek() async throws {
        let rig = try await Rig()
        for offset in [1, -1, 0, .max, .min] as [Int64] { try rig.call("Seek", [.int64(offset)]) }
        #expect(
            rig.player.commands == ([1, -1, 0, .max, .min] as [Int64]).map { .seek(by: MediaTime(microseconds: $0)) })
    }

    @Test("SetPosition names the item it was meant for; NoTrack and foreign paths are no items")
    func setPosition() async throws {
        let rig = try await Rig()
        let stale = rig.player.snapshot.items[2]
        try rig.call("SetPosition", [.objectPath(stale.path), .int64(7)])
        #expect(rig.player.commands == [.setPosition(stale.id, MediaTime(microseconds: 7))])
        rig.player.forgetCommands()
        let foreign = [
            Rig.noTrack, "/", "/org/mediad/track/i", "/org/mediad/track/i00001",
            "/org/mediad/track/i1/x", "/org/mediad/track/iI", "/org/mpris/MediaPlayer2",
            "/org/mediad/track/i99999999999999999999",
        ]
        for path in foreign { try rig.call("SetPosition", [.objectPath(path), .int64(7)]) }
        #expect(rig.player.commands.isEmpty)
    }

    @Test("OpenUri: addresses are completed and encoded, paths become addresses")
    func openURI() async throws {
        let rig = try await Rig()
        let opened = [
            ("file:///a/b.flac", "file:///a/b.flac"), ("FILE:///a/b.flac", "file:///a/b.flac"),
            ("/a/b c.flac", "file:///a/b%20c.flac"), ("/a/100% ü#1?.mp3", "file:///a/100%25%20%C3%BC%231%3F.mp3"),
            ("file:///a/ü b.mp3", "file:///a/%C3%BC%20b.mp3"), ("file:///a%20b", "file:///a%20b"),
            ("file://localhost/a", "file://localhost/a"), ("file:/a/b", "file:/a/b"),
            ("file:///100%.mp3", "file:///100%25.mp3"), ("http://a/%zz%4", "http://a/%25zz%254"),
            ("HTTPS://Example.org/A?b=c&d#e", "https://Example.org/A?b=c&d#e"),
            ("http://[::1]:80/x", "http://[::1]:80/x"),
        ]
        for (text, _) in opened { try rig.call("OpenUri", [.string(text)]) }
        #expect(rig.player.commands == opened.map { .openURI($0.1) })
    }

    @Test("OpenUri: what is no address is InvalidArgs, what is not played is Unsupported, and nothing happens")
    func openURIRefused() async throws {
        let rig = try await Rig()
        let malformed = [
            "", " ", "a.flac", "relative/path.mp3", "://x", "1http://x", "ht tp://x", "http:", "http://", "http:/x",
            "http:///x", "file:", "file:a.mp3", "file://", "file:///a%00b",
            "http://" + String(repeating: "x", count: 40_000),
        ]
        for text in malformed {
            let failure = rig.failure { () throws(DBusError) in try rig.call("OpenUri", [.string(text)]) }
            #expect(failure?.isStandard(.invalidArgs) == true, "\(text.prefix(80))")
            #expect((failure?.message.count ?? 0) < 300)
        }
        for text in ["ftp://a/b", "javascript:alert(1)", "data:audio/wav;base64,xx", "appsrc://", "C:\\a.mp3"] {
            let failure = rig.failure { () throws(DBusError) in try rig.call("OpenUri", [.string(text)]) }
            #expect(failure?.name == "org.mediad.Error.Unsupported", "\(text)")
        }
        #expect(rig.player.commands.isEmpty)
    }

    @Test("The player's refusals have the contract's error names")
    func errorNames() async throws {
        let rig = try await Rig()
        let refusals: [(CommandRefusal, String)] = [
            (.notFound("a"), "org.mediad.Error.NotFound"), (.notPossible("b"), "org.mediad.Error.NotPossible"),
            (.notSeekable("c"), "org.mediad.Error.NotSeekable"),
            (.nothingToPlay("e"), "org.mediad.Error.NotPossible"), (.mustBeLinear("f"), "org.mediad.Error.NotPossible"),
            (.invalid("d"), "org.freedesktop.DBus.Error.InvalidArgs"),
        ]
        for (refusal, name) in refusals {
            rig.player.react { _, _, _ in .failure(refusal) }
            let failure = rig.failure { () throws(DBusError) in try rig.call("OpenUri", ["file:///a"]) }
            #expect(failure?.name == name)
            #expect(failure?.message.count == 1)
        }
    }

    @Test("Unknown methods and wrong arguments are told apart")
    func mistakes() async throws {
        let rig = try await Rig()
        #expect(rig.failure { () throws(DBusError) in try rig.call("Raise") }?.isStandard(.unknownMethod) == true)
        for arguments in [[], [.int32(1)], ["5"], [.double(5)], [.int64(1), .int64(2)]] as [[DBusValue]] {
            let failure = rig.failure { () throws(DBusError) in try rig.call("Seek", arguments) }
            #expect(failure?.isStandard(.invalidArgs) == true)
        }
        #expect(rig.player.commands.isEmpty)
    }
}
