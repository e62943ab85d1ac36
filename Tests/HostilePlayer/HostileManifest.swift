import TestSupport

/// A manifest of HLS or DASH that names what it must not: the same for the same seed.
struct HostileManifest {
    /// `.m3u8` or `.mpd`.
    let ending: String
    let text: String

    private static let seeds: [(ending: String, text: String)] = [
        (
            ".m3u8",
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:2
            #EXT-X-MAP:URI="<init.mp4>"
            #EXT-X-KEY:METHOD=AES-128,URI="<key>"
            #EXTINF:2,
            <a.ts>
            #EXT-X-DISCONTINUITY
            #EXTINF:2,
            <b.m4s>
            #EXT-X-BYTERANGE:100@0
            <a.ts>
            #EXT-X-ENDLIST

            """
        ),
        (
            ".m3u8",
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
            #EXT-X-DATERANGE:ID="a",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:00Z",X-ASSET-LIST="<l.json>"
            #EXT-X-DATERANGE:ID="b",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:01Z",X-ASSET-URI="<a.ts>"
            #EXTINF:2,
            <a.ts>
            #EXTINF:2,
            <a.ts>

            """
        ),
        (
            ".m3u8",
            """
            #EXTM3U
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="<key>"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="<x.m3u8>"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="y",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="<s.m3u8>"
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,URI="<i.m3u8>"
            #EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="mp4a.40.2",AUDIO="a",SUBTITLES="s"
            <v.m3u8>
            #EXT-X-STREAM-INF:BANDWIDTH=200000
            <w.m3u8>

            """
        ),
        (
            ".mpd",
            """
            <?xml version="1.0"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:xlink="http://www.w3.org/1999/xlink" type="static"
              mediaPresentationDuration="PT6S" minBufferTime="PT1S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
            <Location><list.mpd></Location>
            <BaseURL><./></BaseURL>
            <Period id="0" start="PT0S" xlink:href="<p.xml>" xlink:actuate="onLoad">
            <BaseURL><./></BaseURL>
            <AdaptationSet mimeType="audio/mp4" segmentAlignment="true" xlink:href="<s.xml>">
            <Representation id="0" codecs="flac" bandwidth="64000" audioSamplingRate="48000">
            <BaseURL><./></BaseURL>
            <SegmentTemplate timescale="1" duration="2" startNumber="1" initialization="<init.mp4>" media="<b.m4s>"/>
            </Representation></AdaptationSet></Period></MPD>

            """
        ),
        (
            ".mpd",
            """
            <?xml version="1.0"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z"
              minimumUpdatePeriod="PT1S" minBufferTime="PT1S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-xsdate:2014" value="<time>"/>
            <Period id="0" start="PT0S"><AdaptationSet mimeType="audio/mp4">
            <Representation id="0" codecs="flac" bandwidth="64000"><SegmentList timescale="1" duration="2">
            <Initialization sourceURL="<init.mp4>"/><SegmentURL media="<b.m4s>" index="<i>"/></SegmentList>
            </Representation></AdaptationSet></Period></MPD>

            """
        ),
    ]

    /// - Parameters:
    ///   - folder: that of the server; a file in it is the canary.
    ///   - port: of the server, which other addresses have as well.
    init(seed: UInt64, folder: String, port: UInt16) {
        var numbers = HostileNumbers(state: seed)
        let seed = Self.seeds[numbers.next(below: Self.seeds.count)]
        let bad = Self.names(folder, port)
        ending = seed.ending
        var text = ""
        var rest = seed.text[...]
        // Names are between `<` and `>`, where the latter ends a line, a tag or an attribute.
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            let name = rest[rest.index(after: start)...].prefix { $0 != ">" && $0 != "<" && $0 != "\n" && $0 != "\"" }
            let isName =
                !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "./".contains($0) }
                && rest[name.endIndex...].hasPrefix(">") && Self.placed.contains(String(name))
            guard isName else {
                text.append("<")
                rest = rest[rest.index(after: start)...]
                continue
            }
            text += numbers.next(below: 3) == 0 ? bad[numbers.next(below: bad.count)] : String(name)
            rest = rest[name.endIndex...].dropFirst()
        }
        text += rest
        if numbers.next(below: 4) == 0 {
            let damaged = Mutation(of: Array(text.utf8), seed: UInt64(numbers.next(below: 1 << 30))).bytes
            text = String(decoding: damaged, as: UTF8.self)
        }
        self.text = text
    }

    /// What stands between `<` and `>` in ``seeds`` and is no tag.
    private static let placed: Set<String> = [
        "init.mp4", "key", "a.ts", "b.m4s", "l.json", "x.m3u8", "s.m3u8", "i.m3u8", "v.m3u8", "w.m3u8", "list.mpd",
        "./",
        "p.xml", "s.xml", "time", "i",
    ]

    private static func names(_ folder: String, _ port: UInt16) -> [String] {
        let canary = "\(folder)/canary.flac"
        return [
            "file://\(canary)", "file:\(canary)", "FILE://\(canary)", "file://localhost\(canary)", canary,
            "//\(canary)",
            "file:///%2e%2e\(canary)", "http://127.0.0.1:\(port)/a.ts", "http://localhost:\(port)/a.ts",
            "http://127.1:\(port)/a.ts", "http://2130706433:\(port)/a.ts", "http://0x7f.1:\(port)/",
            "http://[::1]:\(port)/a.ts",
            "http://[::ffff:127.0.0.1]:\(port)/a.ts", "http://10.0.0.1/a.ts", "http://home.example:\(port)/a.ts",
            "http://rebind.example:\(port)/a.ts", "http://rebind.example:\(port)/x.m3u8", "//127.0.0.1:\(port)/a.ts",
            "http://0.0.0.0:\(port)/", "http://169.254.169.254/latest", "/elsewhere-\(port)/a.ts",
            "elsewhere-\(port)/v.m3u8",
            "elsewhere-\(port)/key", "http://user:pw@127.0.0.1:\(port)/a.ts", "http:/\\127.0.0.1:\(port)/a.ts",
            "http://93.184.216.34@127.0.0.1:\(port)/", "testbin://audio,caps=audio/x-raw", "appsrc://",
            "v4l2:///dev/video0",
            "data:application/x-mpegURL,%23EXTM3U%0A%23EXT-X-TARGETDURATION:2%0A%23EXTINF:2,%0Afile://\(canary)%0A",
            "udp://127.0.0.1:\(port)", "rtsp://127.0.0.1:\(port)/x", "pipe:0", "redirect/x.m3u8", "", "#x", "?x",
            "http://93.184.216.35:\(port)/a.ts", "\u{0}", "$Number$", "http://[fe80::1%25lo]:\(port)/",
        ]
    }
}

/// The same numbers every time (SplitMix64).
private struct HostileNumbers {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }
}
