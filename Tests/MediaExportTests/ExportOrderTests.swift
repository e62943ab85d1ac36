import PlayerCore
import Testing

@testable import MediaExport

/// Orders that no worker can carry out are refused at the door, in a sentence.
struct ExportOrderTests {
    private static func refusal(_ stretches: [(Int64, Int64)]) -> String? {
        RangeExporter.refusal(
            of: ExportOrder(
                uri: "file:///item.mkv", path: "/nowhere/film.mkv", method: .passthrough,
                stretches: stretches.map { .init(start: $0.0, end: $0.1) }, chapters: [], overwrites: false,
                duration: 1))
    }

    @Test(
        arguments: [
            [], [(0, 0)], [(5, 3)], [(-1, 5)], [(.min, .max)], [(0, .max)], [(.max - 1, .max)], [(.max, .min)],
            [(0, 1), (.min, 0)], Array(repeating: (0, 1 << 58), count: 40),
        ] as [[(Int64, Int64)]])
    func rangesThatAreNoneAreRefused(_ stretches: [(Int64, Int64)]) throws {
        #expect(
            try #require(Self.refusal(stretches))
                .hasPrefix("The requested ranges of file:///item.mkv cannot be exported"))
    }

    @Test func othersAreRefusedForWhatElseIsWrong() throws {
        #expect(try #require(Self.refusal([(0, 1)])).contains("/nowhere"))
    }

    @Test(
        arguments: [
            ("video/x-h264, framerate=(fraction)25/1", 40_000_000, nil),
            ("video/x-h264, framerate=(fraction)0/1", nil, nil),
            ("video/x-h264, framerate=(fraction)1/9223372036854775807", nil, nil),
            ("audio/mpeg, rate=(int)0", nil, nil), ("audio/mpeg, rate=(int)99999999999999999999", nil, nil),
            ("audio/mpeg, rate=(int)48000", nil, 48_000),
        ] as [(String, Int64?, Int64?)])
    func ratesOfFormats(_ caps: String, _ frame: Int64?, _ rate: Int64?) {
        let format = StreamFormat(caps: caps)
        #expect(format.frameDuration == frame)
        #expect(format.rate == rate)
    }
}
