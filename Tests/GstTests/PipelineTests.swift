import GLibLoop
import Gst
import Testing

/// Translation of GStreamer's words into values, on real pipelines.
@Suite struct PipelineTests {
    init() throws { try Gst.initialize() }

    @Test @MediaActor func aMissingElementIsNamed() {
        let error = #expect(throws: GstFailure.self) { _ = try Element("no-such-element") }
        #expect(error?.message.contains("no-such-element") == true)
    }

    @Test @MediaActor func aBinDescriptionWithAMistakeSaysWhat() {
        #expect(throws: GstFailure.self) { _ = try Element.bin(describedBy: "fakesink !!") }
        #expect(throws: GstFailure.self) { _ = try Element.bin(describedBy: "nosuchthing") }
    }

    @Test func whatComesTooLateIsCounted() async throws {
        let dropped: Int = try await withCheckedThrowingContinuation { continuation in
            MediaActor.post {
                var dropped = 0
                do {
                    let pipeline = Element.pipeline(name: "late")
                    // Each buffer takes longer than its turn: most are too late at the sink.
                    let chain = try Element.bin(
                        describedBy: "videotestsrc num-buffers=12 ! video/x-raw,width=16,height=16,framerate=200/1 "
                            + "! identity sleep-time=20000 ! fakesink sync=true qos=true max-lateness=1000000")
                    pipeline.add(chain)
                    let holder = Holder(pipeline)
                    holder.watch = BusWatch(pipeline) { message in
                        if case .frameDropped = message.content { dropped += 1 }
                        guard case .endOfStream = message.content else { return }
                        holder.finish()
                        continuation.resume(returning: dropped)
                    }
                    pipeline.setState(.playing)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        #expect((1...12).contains(dropped))
    }

    /// Of every change of state only the pipeline's own reaches the loop.
    @Test @MediaActor func messagesThatNobodyReadsDoNotWakeTheLoop() async throws {
        let pipeline = Element.pipeline(name: "unread")
        pipeline.add(try Element.bin(describedBy: "audiotestsrc num-buffers=1 ! audioconvert ! fakesink"))
        let (ended, end) = AsyncStream<Void>.makeStream()
        var (own, others) = (0, 0)
        let watch = BusWatch(pipeline) { message in
            switch message.content {
            case .stateChanged:
                if message.source == pipeline.identity { own += 1 } else { others += 1 }
            case .endOfStream: end.yield()
            default: break
            }
        }
        pipeline.setState(.playing)
        for await _ in ended { break }
        pipeline.setState(.null)
        #expect(own >= 3 && others == 0, "\(own), \(others)")
        withExtendedLifetime(watch) {}
    }

    /// The frame that is behind the scaling when the size changes is shown as it is, and those after it in the new size.
    @Test func aSizeThatChangesWhileAFrameIsUnderWayHarmsNothing() async throws {
        let shown: String = try await withCheckedThrowingContinuation { continuation in
            MediaActor.post {
                do {
                    let pipeline = Element.pipeline(name: "sizes")
                    let source = try Element.bin(
                        describedBy: "videotestsrc num-buffers=6 "
                            + "! capsfilter caps=video/x-raw,format=I420,width=64,height=64")
                    let (scale, convert) = (try Element("videoscale"), try Element("videoconvert"))
                    let (size, sink) = (try Element("capsfilter"), try Element("fakesink"))
                    pipeline.add(source, scale, convert, size, sink)
                    try Element.link(source, scale, convert, size, sink)
                    guard let input = scale.pad("sink"), let behind = scale.pad("src"), let end = sink.pad("sink")
                    else {
                        throw GstFailure(message: "no pads")
                    }
                    let scaler = PictureScaler.attach(size, before: input)
                    scaler.scale(width: 32, height: 32)
                    let holder = Holder(pipeline)
                    let finish: @Sendable @MediaActor (String) -> Void = { result in
                        guard holder.watch != nil else { return }
                        holder.finish()
                        continuation.resume(returning: result)
                    }
                    // Called on the streaming thread, first with a frame between the scaling and the caps.
                    let gate = StreamGate.attach(to: behind) { event in
                        switch event {
                        case .passed: scaler.scale(width: 48, height: 16)
                        case .drained: MediaActor.post { finish(end.caps) }
                        case .tags: break
                        }
                    }
                    gate.open(behind, shift: 0)
                    holder.watch = BusWatch(pipeline) { message in
                        switch message.content {
                        case .error(let error), .warning(let error): finish(error.message)
                        default: break
                        }
                    }
                    pipeline.setState(.playing)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        #expect(shown.contains("width=(int)48, height=(int)16"), "\(shown)")
    }

    @Test func messagesArriveAsValuesInOrder() async throws {
        let states: [String] = try await withCheckedThrowingContinuation { continuation in
            MediaActor.post {
                do {
                    let pipeline = Element.pipeline(name: "messages")
                    let source = try Element("fakesrc")
                    let sink = try Element("fakesink")
                    source.set("num-buffers", int: 3)
                    pipeline.add(source, sink)
                    try Element.link(source, sink)
                    let holder = Holder(pipeline)
                    holder.watch = BusWatch(pipeline) { message in
                        switch message.content {
                        case .stateChanged(_, let new, _) where message.source == pipeline.identity:
                            holder.states.append("\(new)")
                        case .endOfStream:
                            holder.finish()
                            continuation.resume(returning: holder.states)
                        default: break
                        }
                    }
                    pipeline.setState(.playing)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        #expect(states == ["ready", "paused", "playing"])
    }

    @Test func anErrorCarriesItsDomainAndCode() async throws {
        let error: GstError = try await withCheckedThrowingContinuation { continuation in
            MediaActor.post {
                do {
                    let pipeline = Element.pipeline(name: "error")
                    let source = try Element("filesrc")
                    let sink = try Element("fakesink")
                    source.set("location", "/no/such/file")
                    pipeline.add(source, sink)
                    try Element.link(source, sink)
                    let holder = Holder(pipeline)
                    holder.watch = BusWatch(pipeline) { message in
                        guard case .error(let error) = message.content, holder.watch != nil else { return }
                        holder.finish()
                        continuation.resume(returning: error)
                    }
                    pipeline.setState(.paused)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        #expect(error.domain == .resource)
        #expect(error.code == 3)
        #expect(error.element == "filesrc")
    }

    @Test func theHashOfAPictureIsItsName() {
        #expect(Gst.sha256([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
}

/// Keeps a pipeline and its watch until the test has seen enough.
@MediaActor
private final class Holder {
    let pipeline: Element
    var watch: BusWatch?
    var states: [String] = []

    init(_ pipeline: Element) { self.pipeline = pipeline }

    func finish() {
        watch?.cancel()
        watch = nil
        OffLoop.tearDown(pipeline) { _ in }
    }
}
