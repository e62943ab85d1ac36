import Testing

@testable import Gst
@testable import GstWorkarounds

@Suite struct PeriodCountTests {
    @Test(arguments: [
        ("<MPD><Period id='1'></Period></MPD>", 1),
        ("<MPD><Period/><Period>\n</Period></MPD>", 2),
        ("<d:MPD><d:Period></d:Period><d:Period\tstart='PT0S'/></d:MPD>", 2),
        ("<MPD><Periods/><PeriodStart/><a Period='Period'/>Period</MPD>", 0),
        ("<<Period>< Period><:Period><Period", 1 + 1),
        ("<\(String(repeating: "x", count: 5_000)):Period>", 0),
    ]) func periodsAreCountedHoweverTheManifestComes(manifest: String, count: Int) {
        let bytes = Array(manifest.utf8)
        for size in [1, 2, 7, bytes.count] {
            var names = PeriodCount.Names()
            for start in stride(from: 0, to: bytes.count, by: size) {
                Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBufferPointer { names.take($0) }
            }
            #expect(names.periods == count, "\(size) bytes at a time")
        }
    }
}
