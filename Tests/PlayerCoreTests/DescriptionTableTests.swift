import PlayerCore
import Testing

@Suite struct DescriptionTableTests {
    /// Every stored property has a value: a new one has to be added here.
    private static let full: MediaDetails.Fields = {
        var fields = MediaDetails.Fields()
        fields.identifier = "i"
        fields.title = "t"
        fields.subtitle = "s"
        fields.description = "d"
        fields.genre = ["g"]
        fields.contentRating = "12"
        fields.language = "en"
        fields.artist = ["a"]
        fields.album = "b"
        fields.track = 3
        fields.season = 1
        fields.episode = 2
        fields.date = "2026"
        fields.artwork = "file:///a.png"
        fields.start = .seconds(1)
        fields.inPoint = .seconds(2)
        fields.outPoint = .seconds(3)
        fields.chapters = [Chapter(start: .zero)]
        fields.chaptersURI = "file:///c.vtt"
        fields.markers = [MarkerGroupDescription(title: "m", markers: [])]
        fields.segments = [SegmentDescription(start: .zero, end: .seconds(1), kind: "recap")]
        fields.interstitials = [InterstitialDescription()]
        fields.parts = [MediaPart(uri: "file:///1.mp3", duration: .seconds(60))]
        fields.timed = [TimedRange(start: .zero)]
        fields.next = NextDescription(uri: "file:///n.mkv")
        fields.headers = ["X-Token": "t"]
        fields.custom = ["k": .bool(true)]
        return fields
    }()

    @Test func everyStoredFieldIsInTheTable() {
        // What a list says of its entries is no field of descriptions: clients can neither read nor set it.
        for (name, value) in Mirror(reflecting: Self.full).children where name != "namesStation" && name != "list" {
            #expect(Mirror(reflecting: value).children.count == 1, "\(name ?? "") has no value")
        }
        var fields = MediaDetails.Fields()
        fields.fill(from: Self.full)
        #expect(fields == Self.full)
    }

    @Test func whatIsSaidStays() {
        var fields = MediaDetails.Fields()
        fields.title = "mine"
        fields.artist = []
        fields.fill(from: Self.full)
        #expect(fields.title == "mine")
        #expect(fields.artist == [])
        #expect(fields.album == "b")
    }

    @Test func keysKnowWhatTheirValuesAre() {
        #expect(
            DescriptionKeys.times == [
                "start", "end", "in", "out", "presentAt", "at", "resumeOffset", "playoutLimit", "plannedDuration",
                "duration",
            ])
        #expect(DescriptionKeys.reals == ["automaticAcceptanceInterval"])
        #expect(DescriptionKeys.locations == ["uri", "uris", "artwork", "image", "chapters"])
        #expect(DescriptionKeys.lists == ["chapters", "markers", "segments", "interstitials", "parts", "timed"])
    }
}
