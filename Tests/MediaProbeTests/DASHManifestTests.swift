import PlayerCore
import Testing

@testable import MediaProbe

/// What descriptions of DASH say of time.
@Suite struct DASHManifestTests {
    private static func seconds(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000_000) }

    @Test func aLivePresentationIsDatedByItsBeginning() throws {
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- live -->
            <mpd:MPD xmlns:mpd="urn:mpeg:dash:schema:mpd:2011" type="dynamic" minimumUpdatePeriod="PT2.5S"
                availabilityStartTime="2026-01-01T12:00:00Z"><mpd:Period start="PT0S"/></mpd:MPD>
            """
        let manifest = try #require(DASHManifest.read(Array(text.utf8)))
        #expect(manifest.isLive && manifest.refreshAfter == MediaTime(seconds: 2.5))
        let timeline = manifest.timeline(window: TimeRange(start: .zero, end: Self.seconds(90)))
        #expect(timeline.isLive && timeline.window?.duration == MediaTime(seconds: 90))
        #expect(timeline.date(at: Self.seconds(60)) == 1_767_268_860_000_000)
        #expect(timeline.position(of: 1_767_268_830_000_000) == MediaTime(seconds: 30))
    }

    @Test func aRecordingIsReadOnce() throws {
        let text = #"<MPD type="static" mediaPresentationDuration="PT10S" minimumUpdatePeriod="PT1S"/>"#
        let manifest = try #require(DASHManifest.read(Array(text.utf8)))
        #expect(!manifest.isLive && manifest.refreshAfter == nil)
        #expect(manifest.timeline(window: nil).date(at: .zero) == nil)
    }

    @Test(arguments: ["", "<html><MPD/></html>", "#EXTM3U", "<MPD", "\u{0}\u{1}"])
    func whatIsNone(_ text: String) {
        #expect(DASHManifest.read(Array(text.utf8))?.isLive ?? false == false)
    }

    @Test(
        arguments: [
            ("PT2.5S", 2.5), ("P1DT2H3M4S", 93_784), ("PT1M", 60), ("PT0S", 0), ("P", nil), ("PT", nil), ("2", nil),
            ("PT2", nil), ("PTS", nil), ("P1M", nil), ("PT1.2.3S", nil), ("PT-1S", nil), ("", nil),
        ] as [(String, Double?)])
    func durations(_ text: String, _ seconds: Double?) {
        #expect(DASHManifest.duration(text) == seconds.flatMap { MediaTime(seconds: $0) })
    }
}
