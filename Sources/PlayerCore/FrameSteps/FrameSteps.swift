/// Steps from frame to frame while playback is paused.
///
/// The engine knows when frames are; a step is an exact seek to one of them. Steps that come while one is under way are
/// added up.
struct FrameSteps: CommandedFeature, ListeningFeature {
    /// The greatest number of frames of one step.
    static let most = 1_000
    /// How often the engine is asked for one step. It needs a second time where a group of frames begins.
    private static let patience = 4 + most / 8

    private enum Phase: Hashable, Sendable {
        case idle
        /// The engine looks for the frame.
        case asked
        /// A frame is on its way; with the number of frames that are left from there, or nil if it is the last step.
        case seeking(left: Int?)
    }

    private var phase = Phase.idle
    private var generation: Generation?
    /// Frames that the engine was not asked for yet.
    private var wanted = 0
    private var questions = 0

    mutating func handle(
        _ frames: Int, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        guard scene.status != .playing else {
            return .failure(.notPossible("Frames are shown one by one only while playback is paused: pause it first."))
        }
        guard scene.status == .paused, scene.facts.hasVideo else {
            return .failure(.notPossible("There is no picture: play a video and pause it first."))
        }
        if let refusal = scene.notSeekable { return .failure(refusal) }
        wanted = min(max(-Self.most, wanted + min(max(-Self.most, frames), Self.most)), Self.most)
        questions = 0
        ask(scene, &requests)
        return .success(.done)
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .engine(.frameFound(let generation, let time, let left)) = event, phase == .asked,
            generation == self.generation
        else { return }
        guard let time, generation == scene.generation, scene.status == .paused else { return stop() }
        phase = .seeking(left: left)
        requests.seek(to: time, .person)
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        guard phase != .idle else { return }
        guard scene.status == .paused, scene.generation == generation else { return stop() }
        guard case .seeking(let left) = phase, scene.seekTarget == nil else { return }
        phase = .idle
        if let left, questions < Self.patience {
            // Even 0 frames: the position becomes that of the frame.
            ask(by: wanted + left, scene, &requests)
        } else {
            ask(scene, &requests)
        }
    }

    func describe(into published: inout Published) {}

    private mutating func ask(_ scene: Scene, _ requests: inout Requests) {
        guard phase == .idle, wanted != 0 else { return }
        // Where a seek leads is known when it has landed.
        guard scene.seekTarget == nil else {
            (phase, generation) = (.seeking(left: nil), scene.generation)
            return
        }
        ask(by: wanted, scene, &requests)
    }

    private mutating func ask(by frames: Int, _ scene: Scene, _ requests: inout Requests) {
        guard let current = scene.generation else { return }
        (phase, generation, wanted) = (.asked, current, 0)
        questions += 1
        requests.perform(.engine(.findFrame(current, by: frames)))
    }

    private mutating func stop() { (phase, generation, wanted) = (.idle, nil, 0) }
}
