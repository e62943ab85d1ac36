import DBusKit
import PlayerCore
import Testing

/// What mpristester, the checker of the specification's author, looks at; and the properties' exact types.
@Suite("MPRIS, to the letter", .playerctld)
struct ConformanceTests {
    private static let rootTypes = [
        "CanQuit": "b", "Fullscreen": "b", "CanSetFullscreen": "b", "CanRaise": "b", "HasTrackList": "b",
        "Identity": "s", "DesktopEntry": "s", "SupportedUriSchemes": "as", "SupportedMimeTypes": "as",
    ]
    private static let playerTypes = [
        "PlaybackStatus": "s", "LoopStatus": "s", "Rate": "d", "Shuffle": "b", "Metadata": "a{sv}", "Volume": "d",
        "Position": "x", "MinimumRate": "d", "MaximumRate": "d", "CanGoNext": "b", "CanGoPrevious": "b",
        "CanPlay": "b", "CanPause": "b", "CanSeek": "b", "CanControl": "b",
    ]
    private static let trackListTypes = ["Tracks": "ao", "CanEditTracks": "b"]

    @Test("Every property is there with its type, in every state, and nothing else is")
    func types() async throws {
        for snapshot in [PlayerSnapshot.sample(), .sample(0, current: nil), .sample(100, current: 50)] {
            let rig = try await Rig(snapshot)
            #expect(try rig.all(Rig.root).mapValues(\.signature) == Self.rootTypes)
            #expect(try rig.all(Rig.playerInterface).mapValues(\.signature) == Self.playerTypes)
            #expect(try rig.all(Rig.trackList).mapValues(\.signature) == Self.trackListTypes)
        }
    }

    @Test("Every property can be read alone and reads as in GetAll")
    func readAlone() async throws {
        let rig = try await Rig()
        for interface in [Rig.root, Rig.playerInterface, Rig.trackList] {
            for (name, value) in try rig.all(interface) {
                #expect(try rig.client.get(Rig.name, Rig.path, interface, name) == value, "\(name)")
            }
        }
    }

    @Test("Every property that introspection lists is in GetAll, with that type, on both objects")
    func introspectedProperties() async throws {
        let rig = try await Rig()
        for (path, own) in [(Rig.path, false), (Rig.ownPath, true)] {
            for interface in try rig.introspected(path) where !interface.name.hasPrefix("org.freedesktop.") {
                #expect(try rig.all(interface.name, own: own).mapValues(\.signature) == interface.properties)
            }
        }
    }

    @Test("An interface that is not there is an error, so that nobody takes it for empty support")
    func whatIsUnknownIsAbsent() async throws {
        let rig = try await Rig()
        let failure = rig.failure { () throws(DBusError) in _ = try rig.all("org.mpris.MediaPlayer2.Lyrics") }
        #expect(failure?.isStandard(.unknownInterface) == true)
    }

    @Test("Identity and DesktopEntry are not empty; schemes are lower case and have file; nothing is listed twice")
    func rootValues() async throws {
        let rig = try await Rig()
        let all = try rig.all(Rig.root)
        #expect(all["Identity"]?.asString?.isEmpty == false)
        #expect(all["DesktopEntry"] == "mediad")
        let schemes = all["SupportedUriSchemes"]?.asStringArray ?? []
        let types = all["SupportedMimeTypes"]?.asStringArray ?? []
        #expect(schemes.contains("file") && schemes.allSatisfy { $0 == $0.lowercased() && !$0.contains(":") })
        #expect(types.allSatisfy { $0.split(separator: "/").count == 2 && $0 == $0.lowercased() })
        #expect(Set(schemes).count == schemes.count && Set(types).count == types.count)
        #expect(all["HasTrackList"] == true)
        #expect(all["Fullscreen"] == false && all["CanSetFullscreen"] == false)
    }

    @Test("Raise is refused, as CanRaise says; Quit quits, as CanQuit says")
    func raiseAndQuit() async throws {
        let rig = try await Rig()
        let failure = rig.failure { () throws(DBusError) in try rig.client.call(Rig.name, Rig.path, Rig.root, "Raise") }
        #expect(failure?.isStandard(.notSupported) == true)
        #expect(!rig.player.hasQuit)
        try rig.client.call(Rig.name, Rig.path, Rig.root, "Quit")
        _ = try rig.signals()
        #expect(rig.player.hasQuit)
    }

    @Test("PlaybackStatus is one of three words", arguments: [PlayerSnapshot.Status.playing, .paused, .stopped])
    func playbackStatus(_ status: PlayerSnapshot.Status) async throws {
        let rig = try await Rig()
        await rig.publish { $0.status = status }
        #expect(try rig.get("PlaybackStatus") == .string(status.rawValue))
        #expect(["Playing", "Paused", "Stopped"].contains(status.rawValue))
    }

    @Test("MinimumRate ≤ 1 ≤ MaximumRate, and Rate between them, never 0")
    func rates() async throws {
        let rig = try await Rig()
        let (low, high) = (try rig.get("MinimumRate").asDouble ?? 0, try rig.get("MaximumRate").asDouble ?? 0)
        let rate = try rig.get("Rate").asDouble ?? 0
        #expect(low > 0 && low <= 1 && high >= 1 && low <= rate && rate <= high)
        await rig.publish { $0.canChangeRate = false }
        #expect(try rig.get("MinimumRate") == .double(1) && rig.get("MaximumRate") == .double(1))
    }

    @Test("Position moves with the anchor, stays within the length, and is 0 when stopped")
    func position() async throws {
        let rig = try await Rig()
        #expect(try rig.get("Position") == .int64(10_000_000))
        await rig.publish { $0.position = .standing(at: MediaTime(microseconds: 250_000_000)) }
        #expect(try rig.get("Position") == .int64(100_000_000))
        await rig.publish { $0.position = .standing(at: MediaTime(microseconds: -5)) }
        #expect(try rig.get("Position") == .int64(0))
        await rig.publish {
            $0.position = PositionAnchor(
                position: MediaTime(microseconds: 20_000_000), moment: MonotonicTime(nanoseconds: 0), rate: 1)
        }
        #expect(try rig.get("Position") == .int64(100_000_000))
        await rig.publish { $0.status = .stopped }
        #expect(try rig.get("Position") == .int64(0))
    }

    @Test("The track id is an object path of our own, not below /org/mpris, and listed in Tracks")
    func trackID() async throws {
        let rig = try await Rig()
        guard let id = rig.metadata["mpris:trackid"]?.asObjectPath else {
            Issue.record("no track id")
            return
        }
        #expect(id.hasPrefix("/org/mediad/"))
        let tracks = try rig.client.get(Rig.name, Rig.path, Rig.trackList, "Tracks").asArray ?? []
        #expect(tracks.contains(.objectPath(id)))
        #expect(Set(tracks).count == tracks.count)
    }

    @Test("Position and CanControl are never in a PropertiesChanged, and introspection says so")
    func unsignalled() async throws {
        let rig = try await Rig()
        try rig.forgetSignals()
        await rig.publish { $0 = .sample(0, current: nil) }
        await rig.publish { $0 = .sample(40, current: 20) }
        await rig.publish([.seeked(.zero)]) { $0.position = .standing(at: .zero) }
        for signal in try rig.signals() {
            #expect(signal.changed["Position"] == nil && signal.changed["CanControl"] == nil)
            #expect(!signal.invalidated.contains("Position"))
        }
        let text = try rig.introspection(Rig.path)
        for (name, change) in [("Position", "false"), ("CanControl", "false"), ("Tracks", "invalidates")] {
            let declaration = text[(text.firstRange(of: "<property name=\"\(name)\"")?.lowerBound ?? text.endIndex)...]
            #expect(declaration.prefix(220).contains("EmitsChangedSignal\" value=\"\(change)\""), "\(name)")
        }
    }

    @Test("Nothing changes silently: what was signalled adds up to what is read")
    func nothingSilent() async throws {
        let rig = try await Rig()
        var known = try rig.all(Rig.playerInterface)
        try rig.forgetSignals()
        let states: [@Sendable (inout PlayerSnapshot) -> Void] = [
            { $0.status = .paused }, { $0.select(2) }, { $0.shuffle = true }, { $0.loop = .track },
            { $0.rate = 2 }, { $0.volume = 0.3 }, { $0.canSeek = false }, { $0.canPlay = false },
            { $0.current?.duration = nil }, { $0.current?.metadata.artists = ["A"] }, { $0.select(nil) },
        ]
        for state in states {
            await rig.publish { state(&$0) }
            for signal in try rig.signals() where signal.changedInterface == Rig.playerInterface {
                known.merge(signal.changed) { $1 }
            }
            var read = try rig.all(Rig.playerInterface)
            read["Position"] = known["Position"]
            #expect(read == known)
        }
    }
}
