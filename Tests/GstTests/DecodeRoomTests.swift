import GLibLoop
import Synchronization
import TestSupport
import Testing

@testable import Gst

/// The room between a demuxer and its decoders.
@Suite struct DecodeRoomTests {
    init() throws { try Gst.initialize() }

    @MediaActor private func limits(of source: DecodeSource) -> [[UInt32]] {
        source.element.descendants.filter { $0.factoryName == "multiqueue" }
            .map { [$0.uint("max-size-bytes"), $0.uint("max-size-buffers")] }
    }

    @Test @MediaActor func itIsEnlargedForAWhile() async throws {
        let (found, finding) = AsyncStream<Void>.makeStream()
        let pipeline = Element.pipeline(name: "room")
        let source = try DecodeSource(
            uri: Fixtures.uri("clip.mp4"), options: .init(), isNetwork: false, streamsFound: { finding.yield() })
        pipeline.add(source.element)
        pipeline.setState(.paused)
        for await _ in found { break }
        let usual = limits(of: source)
        try #require(!usual.isEmpty)

        let room = DecodeRoom()
        room.enlarge(source)
        room.enlarge(source)
        #expect(limits(of: source) == usual.map { _ in [DecodeRoom.enlarged, 0] })
        room.restore()
        #expect(limits(of: source) == usual)

        source.abandon()
        pipeline.setState(.null)
    }
}
