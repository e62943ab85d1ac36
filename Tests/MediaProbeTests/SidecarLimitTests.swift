import MediaContainers
import Testing

@testable import MediaProbe

/// One step inside of what a sidecar's text may have, and one outside.
@Suite struct SidecarLimitTests {
    private func isTaken(_ text: String, parts: Int = JSONValue.mostParts) -> Bool {
        (try? JSONValue(parsing: Array(text.utf8), parts: parts)) != nil
    }

    private func list(_ count: Int) -> String { "[" + Array(repeating: "0", count: count).joined(separator: ",") + "]" }

    @Test func jsonIsAsDeepAsItMayBe() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(isTaken(nested(JSONValue.deepest)))
        #expect(!isTaken(nested(JSONValue.deepest + 1)))
    }

    @Test func jsonHasAsManyValuesAsItMayHave() {
        #expect(isTaken(list(10), parts: 10))
        #expect(!isTaken(list(11), parts: 10))
        #expect(!isTaken(list(JSONValue.mostParts + 1)))
    }

    @Test(arguments: [(50_000, 50_000), (50_001, 50_000)]) func linesBehindTheLastAreLeftOut(written: Int, read: Int) {
        #expect(SidecarText(Array(String(repeating: "a\n", count: written).utf8)).lines.count == read)
    }

    @Test(arguments: [(65_536, 65_536), (65_537, 65_536)]) func aLineIsCut(written: Int, read: Int) {
        let text = SidecarText(Array(repeating: UInt8(ascii: "x"), count: written))
        #expect(text.lines.map(\.utf8.count) == [read])
    }
}
