import DBusKit
import PlayerCore
import Testing

@testable import PlayerService

/// `org.mediad.Lyrics1`.
@Suite("Lyrics1") struct LyricsAdapterTests {
    @Test("lines, the current one and the plain words; another line is a signal")
    func lyrics() async throws {
        let rig = try await Rig()
        #expect(try rig.ownProperty("Lyrics1", "Lines") == .array("(xs)", []))
        #expect(try rig.ownProperty("Lyrics1", "Current") == .int32(-1))
        #expect(try rig.ownProperty("Lyrics1", "Plain") == "")
        await rig.publish {
            $0.lyrics.lyrics = Lyrics("[00:01.00]One\n[00:02.50]Two")
            $0.lyrics.revision = 1
        }
        #expect(
            try rig.ownProperty("Lyrics1", "Lines")
                == .array(
                    "(xs)", [.structure([.int64(1_000_000), "One"]), .structure([.int64(2_500_000), "Two"])]))
        #expect(try rig.ownProperty("Lyrics1", "Plain") == "One\nTwo")
        try rig.forgetSignals()
        await rig.publish([.timedMetadata(.lyric(1))]) { $0.lyrics.current = 1 }
        #expect(try rig.ownProperty("Lyrics1", "Current") == .int32(1))
        let told = try rig.signals().filter { $0.member == "CurrentChanged" }
        #expect(told.map(\.arguments) == [[.int32(1)]])
    }
}
