import MediaContainers
import PlayerCore
import Testing

@testable import mediactl

/// One step inside of what pictures in a description may have, and one outside.
@Suite struct InlinedImageTests {
    private func image(_ length: Int) -> EmbeddedImage {
        EmbeddedImage(uri: "file:///a.mp3", offset: 0, length: length, mediaType: "image/png")
    }

    private func inlined(artwork: Int? = nil, chapters: [Int] = []) -> InspectedItem {
        var images = InlinedImages(ByteSource([UInt8](repeating: 0, count: (1 << 20) + 1)))
        var description = MediaDescription(uri: "file:///a.mp3")
        var fields = MediaDetails.Fields()
        fields.chapters = chapters.map { length in
            var chapter = Chapter(start: .zero)
            chapter.image = .embedded(image(length))
            return chapter
        }
        description.details = MediaDetails(fields)
        let item = InspectedItem(
            description: description, duration: nil, container: "mp3", embeddedArtwork: artwork.map(image))
        return images.inlined(item)
    }

    @Test func aPictureIsAsLargeAsItMayBe() {
        let inside = inlined(artwork: 1 << 20)
        #expect(inside.problems.isEmpty && inside.description.details?.fields.artwork != nil)
        let outside = inlined(artwork: (1 << 20) + 1)
        #expect(outside.problems == ["the artwork is left out: it is larger than 1 MiB"])
        #expect(outside.description.details?.fields.artwork == nil)
    }

    @Test func allPicturesOfAnItemAreAsLargeAsTheyMayBe() {
        let inside = inlined(chapters: [1 << 20, 1 << 20, 1 << 20, (1 << 20) - 1, 1])
        #expect(inside.problems.isEmpty)
        #expect(inside.description.details?.fields.chapters?.allSatisfy { $0.image != nil } == true)
        let outside = inlined(chapters: [1 << 20, 1 << 20, 1 << 20, 1 << 20, 1])
        #expect(
            outside.problems == ["the picture of chapter 5 is left out: the pictures are larger than 4 MiB together"])
        #expect(outside.description.details?.fields.chapters?.last?.image == nil)
    }
}
