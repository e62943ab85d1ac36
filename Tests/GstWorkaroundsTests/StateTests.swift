import CGLib
import CGStreamer
import Dispatch
import GLibLoop
import Glibc
import Synchronization
import Testing

@testable import Gst
@testable import GstWorkarounds

/// States of bins that are asked for in awkward moments.
@Suite struct StateTests {
    init() throws { try Gst.initialize() }

    /// Paused between the first data of its last sink and PLAYING: in the message that tells of the one, before the other.
    @Test(arguments: [[], [Element.State.playing], [.playing, .paused, .playing]])
    @MediaActor func aBinThatIsAskedWhileItGoesOnGetsThere(later: [Element.State]) throws {
        let pipeline = Element.pipeline(name: "toggled")
        pipeline.add(try Element.bin(describedBy: "audiotestsrc ! fakesink sync=true"))
        defer { pipeline.setState(.null) }
        let bus = gst_element_get_bus(pipeline.pointer)
        defer { gst_object_unref(bus) }
        let pause = Pause()
        gst_bus_set_sync_handler(bus, pauseOnce, Unmanaged.passUnretained(pause).toOpaque(), nil)
        defer { gst_bus_set_sync_handler(bus, nil, nil, nil) }
        pipeline.setState(.playing)
        let deadline = ContinuousClock.now + .seconds(20)
        while !pause.wasAsked, ContinuousClock.now < deadline { usleep(1_000) }
        try #require(pause.wasAsked)
        for state in later {
            pipeline.setState(state)
            BinState.settle(pipeline.pointer, in: state.native)
        }
        var state = GST_STATE_NULL
        let change = gst_element_get_state(pipeline.pointer, &state, nil, 10_000_000_000)
        #expect(change == GST_STATE_CHANGE_SUCCESS)
        #expect(state == (later.last ?? .paused).native)
    }
}

/// What is taken down off the loop.
@Suite struct TearDownTests {
    private final class Token: Sendable {}

    init() throws { try Gst.initialize() }

    /// Every item that is played is taken down: what is left of each is a leak.
    @Test func nothingIsLeftOfWhatIsDown() async throws {
        weak var token: Token?
        do {
            let kept = Token()
            token = kept
            await tearDown { _ in _ = kept }
        }
        let deadline = ContinuousClock.now + .seconds(20)
        while token != nil, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(10)) }
        #expect(token == nil)
    }

    /// pulsesink (1.22) waits for its own lock, and keeps it, if the server is gone when it starts. Whoever removes it from
    /// its bin waits for the same lock.
    @Test @MediaActor func anElementThatKeepsItsLockHoldsNobodyUp() throws {
        let pipeline = Element.pipeline(name: "whole")
        let chain = Element.bin(name: "chain")
        let sink = try Element("fakesink")
        chain.add(sink)
        pipeline.add(chain)
        let keeper = LockKeeper(of: sink)
        defer { keeper.isOver.signal() }
        let begun = ContinuousClock.now
        let timedCalls = TimedCalls(patience: 0.1) {}
        timedCalls.remove(chain, from: pipeline)
        #expect(timedCalls.hasGivenUp)
        OffLoop.tearDown(chain, outOf: pipeline) { _ in }
        OffLoop.tearDown(pipeline) { _ in }
        #expect(ContinuousClock.now - begun < .seconds(LockKeeper.patience / 2))
    }

    /// Keeps an element's own lock, on a thread of its own, until it is over: calls that wait for it return then at last.
    private final class LockKeeper: Sendable {
        static let patience = 20
        let isOver = DispatchSemaphore(value: 0)

        init(of element: Element) {
            let object = UInt(bitPattern: element.pointer)
            let (isLocked, isOver) = (DispatchSemaphore(value: 0), isOver)
            SideThread.run("keeper") {
                guard let object = UnsafeMutablePointer<GstObject>(bitPattern: object) else { return }
                g_mutex_lock(&object.pointee.lock)
                isLocked.signal()
                _ = isOver.wait(timeout: .now() + .seconds(Self.patience))
                g_mutex_unlock(&object.pointee.lock)
            }
            isLocked.wait()
        }
    }

    @MediaActor private func tearDown(overdue: @escaping @Sendable (String) -> Void) {
        OffLoop.tearDown(Element.bin(name: "gone"), deadline: 0.1, overdue: overdue)
    }
}

/// Asks a pipeline once to pause.
private final class Pause: Sendable {
    private let isBegun = Atomic(false)
    private let isDone = Atomic(false)
    var wasAsked: Bool { isDone.load(ordering: .acquiring) }

    func ask(_ pipeline: UnsafeMutablePointer<GstElement>) {
        // What is asked here is told of here, too.
        guard !isBegun.exchange(true, ordering: .relaxed) else { return }
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        BinState.settle(pipeline, in: GST_STATE_PAUSED)
        isDone.store(true, ordering: .releasing)
    }
}

private let pauseOnce: GstBusSyncHandler = { _, message, data in
    guard let message, let data, message.pointee.type == GST_MESSAGE_ASYNC_DONE,
        let source = message.pointee.src, gst_object_get_parent(source) == nil
    else { return GST_BUS_PASS }
    source.withMemoryRebound(to: GstElement.self, capacity: 1) {
        Unmanaged<Pause>.fromOpaque(data).takeUnretainedValue().ask($0)
    }
    return GST_BUS_PASS
}
