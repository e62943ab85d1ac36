import Testing

@testable import PlayerCore

// What HLS says of interstitials.
extension InterstitialItemTests {
    @Test func whatStreamsSay() throws {
        let engine = Self.engine([])
        engine.media["http://a/ad.mp4"] = FakeMedia(duration: .seconds(10))
        var range = TimedRange(start: .seconds(30), end: .seconds(45), className: "com.apple.hls.interstitial")
        range.id = "i"
        range.attributes = ["X-ASSET-URI": .text("http://a/ad.mp4"), "X-RESTRICT": .text("SKIP,JUMP")]
        var timeline = StreamTimeline()
        timeline.ranges = [range]
        engine.tell(.timelineChanged(try #require(engine.currentGeneration), timeline))
        engine.advance(35)
        #expect(engine.playing == "http://a/ad.mp4" && engine.snapshot.interstitial?.canSkip == false)
        engine.advance(6)
        #expect(engine.playing == "file:///film" && abs(engine.position - 46) < 0.01)
        range.attributes["X-RESUME-OFFSET"] = .number(0)
        range.id = "other"
        range.start = .seconds(60)
        timeline.ranges = [range]
        engine.tell(.timelineChanged(try #require(engine.currentGeneration), timeline))
        engine.advance(25)
        #expect(engine.playing == "file:///film" && abs(engine.position - 61) < 0.01)
    }

    /// X-SNAP: the stream is left and joined at edges of its segments.
    @Test func edgesOfSegmentsCountWhereAStreamAsksForIt() throws {
        let engine = Self.engine([])
        engine.media["http://a/ad.mp4"] = FakeMedia(duration: .seconds(10))
        var range = TimedRange(start: .seconds(31), end: .seconds(44), className: "com.apple.hls.interstitial")
        range.id = "i"
        range.attributes = ["X-ASSET-URI": .text("http://a/ad.mp4"), "X-SNAP": .text("OUT,IN")]
        var timeline = StreamTimeline()
        timeline.ranges = [range]
        timeline.snaps = ["i": StreamTimeline.Snap(start: .seconds(30), resume: .seconds(42))]
        engine.tell(.timelineChanged(try #require(engine.currentGeneration), timeline))
        engine.advance(30.5)
        #expect(engine.playing == "http://a/ad.mp4")
        engine.advance(10)
        #expect(engine.playing == "file:///film" && abs(engine.position - 42.5) < 0.01)
    }

    @Test func aListOfAssetsIsLoadedWhenItIsNear() throws {
        let engine = Self.engine([])
        engine.assets["http://a/list.json"] = ["file:///ad1", "file:///ad2"]
        var range = TimedRange(start: .seconds(60), end: .seconds(60), className: "com.apple.hls.interstitial")
        range.id = "i"
        range.attributes = ["X-ASSET-LIST": .text("http://a/list.json"), "X-RESUME-OFFSET": .number(0)]
        var timeline = StreamTimeline()
        timeline.ranges = [range]
        engine.tell(.timelineChanged(try #require(engine.currentGeneration), timeline))
        engine.advance(29)
        #expect(engine.readLists.isEmpty)
        engine.advance(2)
        #expect(engine.readLists == ["http://a/list.json"])
        engine.advance(30)
        #expect(engine.playing == "file:///ad1")
        engine.advance(20)
        #expect(engine.playing == "file:///film" && abs(engine.position - 61) < 0.01)
        #expect(engine.readLists.count == 1)
    }

    /// What plays before or after the item has its list loaded at once, wherever its date lies.
    @Test(arguments: ["PRE", "POST,ONCE"]) func aListWithACueIsLoadedAtOnce(cue: String) throws {
        let engine = Self.engine([])
        engine.assets["http://a/list.json"] = ["file:///ad1"]
        var range = TimedRange(start: .seconds(-500), end: .seconds(-500), className: "com.apple.hls.interstitial")
        range.id = "i"
        range.attributes = ["X-ASSET-LIST": .text("http://a/list.json"), "CUE": .text(cue)]
        var timeline = StreamTimeline()
        timeline.ranges = [range]
        engine.tell(.timelineChanged(try #require(engine.currentGeneration), timeline))
        #expect(engine.readLists == ["http://a/list.json"])
    }
}
