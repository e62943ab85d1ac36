import CGStreamer
import Foundation
import GLibLoop
import PlayerCore
import TestSupport
import Testing

@testable import Gst
@testable import PlayerEngine

/// Starts after which GStreamer would leave the output silent for good (rule 31).
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LeftOutputTests {
    @Test func anOutputThatIsLeftPausedContinues() async throws {
        try await heard(within: 5) { engine in Self.leavePaused(engine) != nil }
    }

    /// The sink does not wait for anything, but its bin waits for a message of it: no order reaches the sink.
    @Test func anOutputThatWaitsForALostMessageContinues() async throws {
        let said = try await heard(within: 5) { engine in
            guard Self.leavePaused(engine) != nil, let bin = engine.output?.chains[.audio]?.bin.pointer else {
                return false
            }
            let source = UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GstObject.self)
            return gst_element_post_message(bin, gst_message_new_async_start(source)) != 0
        }
        #expect(!said.contains { $0.contains("opened again") }, "\(said)")
    }

    @Test func anOutputThatCannotBeContinuedIsOpenedAgain() async throws {
        let said = try await heard(within: 60) { engine in
            guard let output = Self.leavePaused(engine) else { return false }
            do {
                let refusing = try Element("fakesink")
                refusing.set("async", false)
                refusing.set("state-error", text: "paused-to-playing")
                output.add(refusing)
                refusing.syncStateWithParent()
                return true
            } catch {
                return false
            }
        }
        #expect(said.contains { $0.contains("opened again") }, "\(said)")
    }

    /// Starts an item until `leaves` has met it between the order to play and its message, which is luck, and waits for
    /// its sound.
    ///
    /// - Returns: what was logged since.
    @discardableResult
    private func heard(
        within seconds: Double, after leaves: @escaping @MediaActor @Sendable (PlaybackEngine) -> Bool
    ) async throws -> [String] {
        let session = try await Session()
        let item = try session.writeItems(seconds: 9)[0].item
        var isLeft = false
        for _ in 0..<100 where !isLeft {
            await session.perform(.stop)
            await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
            while !isLeft, session.snapshot.position.rate != 1 {
                isLeft = await session.inspect(leaves) ?? false
            }
        }
        try #require(isLeft)
        let before = session.said.current.count
        try await session.wait("its sound", seconds: seconds) { snapshot, _ in snapshot.position.rate == 1 }
        await session.close()
        return Array(session.said.current.dropFirst(before))
    }

    /// Takes the output back to its pause as soon as it plays, and the messages about both: what GStreamer 1.22 does by
    /// itself once in some thousand starts.
    ///
    /// - Returns: the output; nil if it was not on its way.
    @MediaActor
    private static func leavePaused(_ engine: PlaybackEngine) -> Element? {
        guard let output = engine.output, output.isPlaying, !output.isSettled else { return nil }
        for (order, state) in [(nil, Element.State.playing), (Element.State.paused, .paused)] {
            if let order { output.pipeline.setState(order) }
            let deadline = Moment.now + 5
            while !output.pipeline.isSettled(in: state) {
                guard Moment.now < deadline else { return nil }
                usleep(200)
            }
        }
        let bus = gst_element_get_bus(output.pipeline.pointer)
        gst_bus_set_flushing(bus, 1)
        gst_bus_set_flushing(bus, 0)
        gst_object_unref(bus)
        return output.pipeline
    }
}
