import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// Playlists of HLS: RFC 8216, and what others make of it.
@Suite struct HLSPlaylistTests {
    private static func seconds(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000_000) }

    private func media(_ text: String, uri: String = "http://a.example/b/list.m3u8") throws -> HLSMediaPlaylist {
        guard case .media(let playlist)? = HLSPlaylist.read(Array(text.utf8), uri: uri) else {
            throw ProbeFailure()
        }
        return playlist
    }

    private struct ProbeFailure: Error {}

    /// RFC 8216 section 8.2.
    @Test func aLivePlaylist() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:8
            #EXT-X-MEDIA-SEQUENCE:2680

            #EXTINF:7.975,
            https://priv.example.com/fileSequence2680.ts
            #EXTINF:7.941,
            fileSequence2681.ts
            #EXTINF:7.975,
            /fileSequence2682.ts
            """)
        #expect(playlist.sequence == 2680 && !playlist.isEnded)
        #expect(playlist.targetDuration == MediaTime(seconds: 8))
        #expect(
            playlist.segments.map(\.uri) == [
                "https://priv.example.com/fileSequence2680.ts", "http://a.example/b/fileSequence2681.ts",
                "http://a.example/fileSequence2682.ts",
            ])
        #expect(playlist.duration == MediaTime(seconds: 23.891))
    }

    /// RFC 8216 section 8.4.
    @Test func aMasterPlaylist() {
        let text = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1280000,AVERAGE-BANDWIDTH=1000000
            http://example.com/low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2560000,AVERAGE-BANDWIDTH=2000000
            mid.m3u8
            """
        #expect(
            HLSPlaylist.read(Array(text.utf8), uri: "http://a.example/master.m3u8")
                == .master(HLSMasterPlaylist(variants: ["http://example.com/low.m3u8", "http://a.example/mid.m3u8"])))
    }

    /// RFC 8216 section 8.6, with the subtitles of Apple's examples.
    @Test func alternativeSoundAndSubtitles() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",DEFAULT=YES,AUTOSELECT=YES,LANGUAGE="en",URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="Deutsch",DEFAULT=NO,AUTOSELECT=YES,LANGUAGE="deu",URI="de.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="Commentary",DEFAULT=NO,AUTOSELECT=NO,LANGUAGE="en",\
            CHARACTERISTICS="public.accessibility.describes-video"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="Other",LANGUAGE="fr",URI="fr.m3u8"
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="aac",NAME="Side",URI="side.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",FORCED=YES,URI="/sub.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="SDH",LANGUAGE="en",URI="file:///etc/passwd"
            #EXT-X-STREAM-INF:BANDWIDTH=1280000,CODECS="a,b",AUDIO="aac",SUBTITLES="s"
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2560000,AUDIO="high"
            high.m3u8
            """
        guard case .master(let master) = HLSPlaylist.read(Array(text.utf8), uri: "http://a.example/b/master.m3u8")
        else { throw SubtitleFault(message: "it is none") }
        #expect(
            master.audio == [
                ContainerTrack(number: 1, kind: .audio, language: "en", title: "English", traits: .isDefault),
                ContainerTrack(number: 2, kind: .audio, language: "de", title: "Deutsch"),
                ContainerTrack(number: 0, kind: .audio, language: "en", title: "Commentary", traits: .descriptive),
            ])
        #expect(
            master.subtitles == [
                SubtitleSidecar(
                    uri: "http://a.example/sub.m3u8", language: "en", title: "English", traits: .forced,
                    format: .webVTT)
            ])
    }

    /// A line that two segments repeat is shown once, and each segment's map holds for its lines.
    @Test func segmentsOfSubtitles() throws {
        let segments = [
            "http://a/0.vtt": """
            WEBVTT
            X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

            00:01.000 --> 00:02.000
            One

            00:09.000 --> 00:12.000
            Both
            """,
            "http://a/1.vtt": """
            WEBVTT
            X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:1800000

            00:-1.000 --> 00:02.000
            Wrong

            00:00.000 --> 00:02.000
            Two
            """,
            "http://a/3.vtt": """
            WEBVTT
            X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

            00:09.000 --> 00:12.000
            Both
            """,
            // Before the beginning.
            "http://a/4.vtt": """
            WEBVTT
            X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000

            00:01.000 --> 00:02.000
            Gone
            """,
        ]
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + (0...4).map { "#EXTINF:10,\n\($0).vtt\n" }.joined()
        func read(_ list: String) -> Result<[UInt8], SubtitleFault> {
            MediaProbe.readSubtitles(nil, bytes: Array(list.utf8), uri: "http://a/s.m3u8") { uri throws(ProbeError) in
                guard let text = segments[uri] else { throw .unreadable("404") }
                return Array(text.utf8)
            }
        }
        let script = String(decoding: try read(list + "#EXT-X-ENDLIST\n").get(), as: UTF8.self)
        let lines = script.split(separator: "\n").filter { $0.hasPrefix("Dialogue:") }
        #expect(lines.count == 3)
        #expect(
            zip(lines, ["0:00:01.00,0:00:02.00", "0:00:09.00,0:00:12.00", "0:00:10.00,0:00:12.00"])
                .allSatisfy { $0.contains($1) }, "\(lines)")
        guard case .failure(let fault) = read(list) else { throw SubtitleFault(message: "it is live") }
        #expect(fault.message.contains("live"))
    }

    @Test(arguments: ["", "#EXTM3U\n#EXTINF:1,\nfile.mp3\n", "<html>", "\u{0}\u{1}"])
    func whatIsNone(_ text: String) { #expect(HLSPlaylist.read(Array(text.utf8), uri: "http://a/b") == nil) }

    @Test(arguments: [
        ("2010-02-19T14:54:23.031+08:00", 1_266_562_463_031_000), ("2010-02-19T14:54:23Z", 1_266_591_263_000_000),
        ("2010-02-19T14:54:23.0315678+0800", 1_266_562_463_031_567), ("2010-02-19T14:54:23-01", 1_266_594_863_000_000),
        ("1969-12-31T23:59:59Z", -1_000_000), ("2010-02-19T14:54:23", 1_266_591_263_000_000),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
    ])
    func dates(_ text: String, _ microseconds: Int) { #expect(HLSDate.microseconds(text) == Int64(microseconds)) }

    @Test(arguments: [
        "", "2010", "2010-02-19", "2010-13-19T14:54:23Z", "2010-02-19T25:54:23Z", "2010-02-19T14:54:23X",
        "2010-02-19T14:54:23.Z", "20100219T145423Z", "2010-02-19T14:54:23+8", "2010-02-19T14:54:23+99:00",
    ])
    func whatIsNoDate(_ text: String) { #expect(HLSDate.microseconds(text) == nil) }

    @Test func attributes() {
        let values = HLSAttributes(
            #"ID="a,b=c",X-N=2.5, X-H=0xABC,CLASS="x",END-ON-NEXT=YES,ID="other",DURATION=-1,BROKEN"#[...])
        #expect(values.text("ID") == "a,b=c")
        #expect(values.number("X-N") == 2.5)
        #expect(values.values["X-H"]?.timed == .bytes([0x0A, 0xBC]))
        #expect(values.isYes("END-ON-NEXT"))
        #expect(values.number("DURATION") == nil)
        #expect(HLSAttributes(#"A="never closed"#[...]).text("A") == "never closed")
        #expect(HLSAttributes("====,,,=\"\"="[...]).values.isEmpty)
    }

    private static let noon: Int64 = 1_767_268_800_000_000

    /// Twelve segments of 10 s from noon on, with these lines before the first.
    private func timeline(_ lines: String, segments: Int = 12) throws -> StreamTimeline {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00Z\n\(lines)\n"
        for index in 0..<segments { text += "#EXTINF:10,\n\(index).ts\n" }
        var timeline = HLSTimeline()
        timeline.take(try media(text + "#EXT-X-ENDLIST\n"))
        #expect(timeline.refreshAfter == nil)
        return timeline.timeline(window: nil)
    }

    /// RFC 8216 section 8.10, with SCTE-35.
    @Test func dateRanges() throws {
        let timeline = try timeline(
            """
            #EXT-X-DATERANGE:ID="splice-6FFFFFF0",START-DATE="2026-01-01T12:00:20Z",PLANNED-DURATION=59.993,SCTE35-OUT=0xFC002F0000000000FF
            #EXT-X-DATERANGE:ID="splice-6FFFFFF0",DURATION=59.993,SCTE35-IN=0xFC002A0000000000FF
            """)
        let range = try #require(timeline.ranges.first)
        #expect(timeline.ranges.count == 1)
        #expect(range.start == MediaTime(seconds: 20) && range.end == MediaTime(seconds: 79.993))
        #expect(range.plannedDuration == MediaTime(seconds: 59.993))
        #expect(range.attributes["SCTE35-OUT"] == .bytes([0xFC, 0, 0x2F, 0, 0, 0, 0, 0, 0xFF]))
        #expect(range.attributes["SCTE35-IN"] != nil)
        #expect(range.startDate == Self.noon + 20_000_000)
        let segments = SegmentSources.proposals(
            description: nil, findings: nil, chapters: [], streamed: timeline.ranges, rules: nil)
        #expect(segments.map(\.kind) == ["advertisement"])
    }

    @Test func whereARangeEnds() throws {
        let timeline = try timeline(
            """
            #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2026-01-01T12:00:10Z",END-ON-NEXT=YES
            #EXT-X-DATERANGE:ID="other",CLASS="d",START-DATE="2026-01-01T12:00:15Z",END-DATE="2026-01-01T12:00:16Z"
            #EXT-X-DATERANGE:ID="b",CLASS="c",START-DATE="2026-01-01T12:00:20Z",END-ON-NEXT=YES
            #EXT-X-DATERANGE:ID="backwards",START-DATE="2026-01-01T12:00:30Z",END-DATE="2026-01-01T12:00:20Z"
            #EXT-X-DATERANGE:ID="huge",START-DATE="2026-01-01T12:00:40Z",DURATION=1e300
            #EXT-X-DATERANGE:START-DATE="2026-01-01T12:00:50Z"
            #EXT-X-DATERANGE:ID="nowhere"
            """)
        let ends = timeline.ranges.map { "\($0.id ?? "") \($0.start.seconds) \($0.end?.seconds ?? -1)" }
        #expect(ends == ["a 10.0 20.0", "other 15.0 16.0", "b 20.0 -1.0", "backwards 30.0 30.0", "huge 40.0 -1.0"])
    }

    /// As streaming services and packagers write them, and as test playlists of other players have them.
    @Test(
        arguments: [
            (#"ID="1",START-DATE="2026-01-01T12:00:20Z",DURATION=300.0,SCTE35-OUT=0xFC002C"#, 20, 320),
            (
                #"ID="splice-6FFFFFF0",START-DATE="2026-01-01T12:00:15Z",PLANNED-DURATION=59.993,SCTE35-OUT=0xFC00"#,
                15, nil
            ),
            (
                #"ID="now",CLASS="timestamp",START-DATE="2026-01-01T12:00:28.912Z",X-SERVER-TIME="1767268828.912""#,
                28.912, nil
            ),
            (
                #"ID="ad",CLASS="twitch-stitched-ad",START-DATE="2026-01-01T12:00:04Z",DURATION=4.0,X-TV-TWITCH-AD-POD-LENGTH="2""#,
                4, 8
            ),
            (
                #"CLASS="com.apple.hls.interstitial",ID="PREROLL",START-DATE="2026-01-01T12:00:00.000Z",CUE="PRE,ONCE",X-ASSET-URI="ad.m3u8",X-RESTRICT="SKIP,JUMP""#,
                0, nil
            ),
            (
                #"ID="zone",START-DATE="2026-01-01T14:00:10.250+02:00",END-DATE="2026-01-01T13:00:12+01:00",X-COM-EXAMPLE-HEX=0x0A0B"#,
                10.25, 12
            ),
            (#" ID = "spaces" , START-DATE="2026-01-01T12:00:30Z",DURATION=1"#, 30, 31),
        ] as [(String, Double, Double?)])
    func whatServicesSend(_ attributes: String, _ start: Double, _ end: Double?) throws {
        let range = try #require(try timeline("#EXT-X-DATERANGE:" + attributes).ranges.first)
        #expect(range.start == MediaTime(seconds: start) && range.end == end.flatMap { MediaTime(seconds: $0) })
        #expect(range.id?.isEmpty == false)
    }

    private func live(_ first: Int, _ count: Int, _ lines: String = "") -> String {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:\(first)\n\(lines)\n"
        for index in first..<(first + count) { text += "#EXTINF:10,\n\(index).ts\n" }
        return text
    }

    @Test func aWindowThatSlides() throws {
        var timeline = HLSTimeline()
        timeline.take(try media(live(5, 3, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00Z")))
        #expect(timeline.refreshAfter == MediaTime(seconds: 10))
        // The demuxer loads its second segment first, at 40 s of its own time.
        let isKnown = [
            timeline.align("http://a.example/b/99.ts", at: .zero),
            timeline.align("http://a.example/b/6.ts", at: MediaTime(nanoseconds: 40_000_000_000)),
        ]
        #expect(isKnown == [false, true])
        #expect(timeline.timeline(window: nil).date(at: MediaTime(nanoseconds: 30_000_000_000)) == Self.noon)
        let said = timeline.take(try media(live(5, 3, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00Z")))
        #expect(!said, "it says nothing new")
        timeline.take(try media(live(7, 3, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:20Z")))
        #expect(timeline.timeline(window: nil).dates.count == 1)
        #expect(
            timeline.timeline(window: nil).date(at: MediaTime(nanoseconds: 70_000_000_000)) == Self.noon + 40_000_000)
        // Two segments were missed altogether.
        timeline.take(try media(live(12, 3, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:01:10Z")))
        #expect(
            timeline.timeline(window: nil).date(at: MediaTime(nanoseconds: 100_000_000_000)) == Self.noon + 70_000_000)
        #expect(timeline.timeline(window: nil).isLive)
        timeline.take(try media(live(12, 3) + "#EXT-X-ENDLIST\n"))
        #expect(!timeline.timeline(window: nil).isLive)
    }

    /// The demuxer's time goes on when the stream has ended, although the playlist holds only the last of it.
    @Test func whatIsLeftOfAStreamThatHasEnded() throws {
        var timeline = HLSTimeline()
        timeline.take(try media(live(5, 3)))
        _ = timeline.align("http://a.example/b/5.ts", at: Self.seconds(3))
        timeline.take(try media(live(7, 3)))
        #expect(timeline.timeline(window: nil).window == nil, "only the demuxer knows what is live")
        timeline.take(try media(live(7, 3) + "#EXT-X-ENDLIST\n"))
        #expect(
            timeline.timeline(window: nil).window
                == TimeRange(start: Self.seconds(23), end: Self.seconds(53)))
        var recording = HLSTimeline()
        recording.take(try media(live(7, 3) + "#EXT-X-ENDLIST\n"))
        #expect(recording.timeline(window: nil).window == nil, "it was never live")
    }

    @Test func wherePartsAre() throws {
        var timeline = HLSTimeline()
        timeline.take(try media(live(5, 3)))
        _ = timeline.align("http://a.example/b/5.ts", at: Self.seconds(3))
        let second = TimeRange(start: Self.seconds(13), end: Self.seconds(23))
        #expect(timeline.part("http://a.example/b/6.ts") == second)
        #expect(timeline.part(after: "http://a.example/b/5.ts") == second)
        #expect(timeline.part(at: Self.seconds(13)) == second)
        #expect(timeline.playlistEnd == Self.seconds(33))
        #expect(timeline.part(after: "http://a.example/b/7.ts") == nil && timeline.part(at: Self.seconds(33)) == nil)
        #expect(timeline.part("http://a.example/b/8.ts") == nil && timeline.part(after: "6.ts") == nil)
        timeline.take(try media(live(5, 3) + "#EXTINF:10,\n6.ts\n#EXTINF:10,\n8.ts\n"))
        let twice = "http://a.example/b/6.ts"
        #expect(timeline.part(twice) == nil && timeline.part(after: twice) == nil, "it is not known which one is meant")
    }

    /// A query may contain a whole address.
    @Test func segmentsAreRelative() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n"
        for (line, uri) in [
            ("a.ts?from=http://b/", "https://a.example/b/a.ts?from=http://b/"), ("https://c/a.ts", "https://c/a.ts"),
            ("/x/y://z.ts", "https://a.example/x/y://z.ts"), ("//c/a.ts", "https://c/a.ts"),
        ] {
            #expect(try media(text + line + "\n", uri: "https://a.example/b/l.m3u8").segments.map(\.uri) == [uri])
        }
    }

    @Test func interstitialsSnapToSegments() throws {
        var timeline = HLSTimeline()
        func range(_ id: String, _ second: Int, _ rest: String) -> String {
            #"#EXT-X-DATERANGE:ID="\#(id)",CLASS="com.apple.hls.interstitial",X-ASSET-URI="a.mp4","#
                + #"START-DATE="2026-01-01T12:00:\#(second)Z",\#(rest)"# + "\n"
        }
        timeline.take(
            try media(
                live(5, 3, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00Z")
                    + range("both", 12, #"X-RESUME-OFFSET=16,X-SNAP="OUT,IN""#)
                    + range("in", 11, #"DURATION=5,X-SNAP="IN""#) + range("none", 13, "DURATION=5")
                    + range("beyond", 58, #"DURATION=5,X-SNAP="OUT""#)))
        let told = timeline.timeline(window: nil)
        #expect(told.ranges.count == 4)
        #expect(
            told.snaps == [
                "both": StreamTimeline.Snap(start: MediaTime(seconds: 10), resume: MediaTime(seconds: 30)),
                "in": StreamTimeline.Snap(resume: MediaTime(seconds: 20)),
            ])
    }

    /// One clock for all of a long stream: what is over is forgotten all the same.
    @Test func rangesThatAreOverAreForgotten() throws {
        var timeline = HLSTimeline()
        let range = "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T12:00:05Z\",DURATION=1"
        timeline.take(try media(live(5, 3, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00Z\n" + range)))
        timeline.take(try media(live(5, 4)))
        #expect(timeline.timeline(window: nil).ranges.count == 1, "it is not over yet")
        timeline.take(try media(live(7, 3)))
        #expect(timeline.timeline(window: nil).ranges.isEmpty)
    }

    @Test func aClockThatIsSet() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"
        for (index, second) in ["00", "10", "40", "50"].enumerated() {
            text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:\(second)Z\n#EXTINF:10,\n\(index).ts\n"
        }
        var timeline = HLSTimeline()
        timeline.take(try media(text + "#EXT-X-ENDLIST\n"))
        let dates = timeline.timeline(window: nil).dates
        #expect(dates.map(\.time.seconds) == [0, 20], "what goes on as expected says nothing")
    }

    @Test func hostileNumbers() throws {
        var timeline = HLSTimeline()
        for sequence in ["9223372036854775807", "-1", "99999999999999999999", "0"] {
            timeline.take(
                try media(
                    "#EXTM3U\n#EXT-X-TARGETDURATION:1e300\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n"
                        + "#EXT-X-PROGRAM-DATE-TIME:9999-12-31T23:59:60Z\n#EXTINF:31622399,\na.ts\n#EXTINF:nan,\nb.ts\n"
                ))
            _ = timeline.timeline(window: nil)
        }
        #expect(timeline.refreshAfter == MediaTime(seconds: 10))
    }
}
