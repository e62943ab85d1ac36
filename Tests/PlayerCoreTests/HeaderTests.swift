import Testing

@testable import PlayerCore

/// Headers of items: when they are handed over, and which are refused.
@Suite struct HeaderTests {
    private static func item(_ uri: String, _ headers: [String: String]) -> MediaDescription {
        var fields = MediaDetails.Fields()
        fields.headers = headers
        return MediaDescription(uri: uri, details: MediaDetails(fields))
    }

    @Test func theyAreHandedOverWhenAnItemIsPreparedAndWhenTheNextOneIs() {
        let engine = FakeEngine()
        let uris = ["http://a/1.flac", "http://a/2.flac", "http://a/3.flac"]
        engine.send(.insert(uris.map { Self.item($0, ["X-Token": $0]) }, at: 0))
        #expect(engine.addedHeaders.isEmpty)
        engine.send(.play)
        #expect(engine.addedHeaders.map(\.uri) == [uris[0]])
        #expect(engine.addedHeaders.first?.headers == ["X-Token": uris[0]])
        engine.advance(95)
        #expect(engine.preloaded == uris[1])
        #expect(engine.addedHeaders.map(\.uri) == Array(uris[..<2]))
    }

    @Test(arguments: [
        (["X-Token": "a b\u{E9}"], true), (["X-Token": ""], true), (["": "a"], false), (["X Token": "a"], false),
        (["host": "a"], false), (["Range": "bytes=0-"], false), (["X-Token": "a\r\nX-B: c"], false),
        (["X-Token": "a", "x-token": "b"], false),
        (["X": String(repeating: "a", count: DescriptionLimits.header - 1)], true),
        (["X": String(repeating: "a", count: DescriptionLimits.header)], false),
    ])
    func whatCannotBeSentIsRefused(_ headers: [String: String], isGood: Bool) {
        #expect((HTTPHeaders.refusal(of: headers) == nil) == isGood)
    }
}
