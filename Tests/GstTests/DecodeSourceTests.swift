import CGLib
import CGStreamer
import GLibLoop
import TestSupport
import Testing

@testable import Gst

/// What becomes of the streams of a source.
@Suite struct DecodeSourceTests {
    init() throws { try Gst.initialize() }

    /// Opens a file, and closes it before anybody takes its streams.
    ///
    /// - Returns: the pad of its first stream, weakly.
    @MediaActor private func openAndClose() async throws -> UnsafeMutablePointer<GWeakRef> {
        let (found, finding) = AsyncStream<Void>.makeStream()
        let pipeline = Element.pipeline(name: "untaken")
        let source = try DecodeSource(
            uri: Fixtures.uri("clip.mp4"), options: .init(), isNetwork: false, streamsFound: { finding.yield() })
        pipeline.add(source.element)
        pipeline.setState(.paused)
        for await _ in found { break }
        let pad = try #require(gst_element_get_static_pad(source.element.pointer, "src_0"))
        let reference = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)
        g_weak_ref_init(reference, pad)
        gst_object_unref(pad)
        OffLoop.tearDown(pipeline, hesitating: { source.abandon() }, overdue: { _ in })
        return reference
    }

    /// An item that is skipped while it is being opened.
    @Test @MediaActor func streamsThatNobodyTookAreReleased() async throws {
        let reference = try await openAndClose()
        defer {
            g_weak_ref_clear(reference)
            reference.deallocate()
        }
        let deadline = ContinuousClock.now + .seconds(20)
        while let pad = g_weak_ref_get(reference) {
            gst_object_unref(pad)
            try #require(ContinuousClock.now < deadline, "the pad is still there")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Opens a file and waits until its demuxer has found streams or given up, whether anybody is told or not.
    @MediaActor private func hasGivenUp(_ name: String) async throws -> Bool {
        let pipeline = Element.pipeline(name: "broken")
        let source = try DecodeSource(uri: Fixtures.uri(name), options: .init(), isNetwork: false, streamsFound: {})
        defer { OffLoop.tearDown(pipeline, hesitating: { source.abandon() }, overdue: { _ in }) }
        pipeline.add(source.element)
        OffLoop.setState(pipeline, .paused) { _ in }
        let deadline = ContinuousClock.now + .seconds(20)
        while !source.hasGivenUp, source.takeStreams().isEmpty {
            try #require(ContinuousClock.now < deadline, "neither streams nor an end")
            try await Task.sleep(for: .milliseconds(10))
        }
        return source.hasGivenUp
    }

    @Test @MediaActor func aDemuxerThatStopsWithoutAStreamHasGivenUp() async throws {
        #expect(try await hasGivenUp("truncated.mp4"))
        #expect(try await !hasGivenUp("clip.mp4"))
    }
}
