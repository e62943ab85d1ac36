import DBusKit
import PlayerCore
import PlayerService
import Synchronization

/// What stands behind the bus in these tests: it writes down what it is asked, and shows what it is told to show.
final class FakePlayer: Sendable {
    /// What a command does: changes to the snapshot, what happened, the answer.
    typealias Reaction =
        @Sendable (PlayerCommand, inout PlayerSnapshot, inout [PlayerNotice]) -> Result<CommandReply, CommandRefusal>

    private struct State {
        var commands: [PlayerCommand] = []
        var origins: [CommandOrigin] = []
        var snapshot: PlayerSnapshot
        var core: Player?
        var reaction: Reaction = { _, _, _ in .success(.done) }
        var inspected: Result<InspectedItem, PlaybackFault>
        var image: Result<String, PlaybackFault>
        var imagesAskedFor: [ImageSource] = []
        var exportRefusal: String?
        var screenshots: [String] = []
        var bus: PlayerBus?
    }

    private let state: Mutex<State>
    private let quitting = Mutex(false)
    var hasQuit: Bool { quitting.withLock { $0 } }

    /// - Parameter core: has the real core, without an engine, carry out commands.
    init(_ snapshot: PlayerSnapshot, core: Player? = nil) {
        let missing = PlaybackFault(.sourceNotFound, "There is no such file.")
        state = Mutex(
            State(
                snapshot: core?.snapshot() ?? snapshot, core: core, inspected: .failure(missing),
                image: .failure(missing)))
    }

    var snapshot: PlayerSnapshot { state.withLock { $0.snapshot } }
    /// What was asked for so far.
    var commands: [PlayerCommand] { state.withLock { $0.commands } }
    /// On whose behalf, one a command.
    var origins: [CommandOrigin] { state.withLock { $0.origins } }
    func forgetCommands() { state.withLock { ($0.commands, $0.origins) = ([], []) } }
    func react(_ reaction: @escaping Reaction) { state.withLock { $0.reaction = reaction } }
    func inspect(as result: Result<InspectedItem, PlaybackFault>) { state.withLock { $0.inspected = result } }
    /// What fetching a picture ends with.
    func fetchImages(as result: Result<String, PlaybackFault>) { state.withLock { $0.image = result } }
    var imagesAskedFor: [ImageSource] { state.withLock { $0.imagesAskedFor } }
    /// Why no file can be made; nil: any can.
    func refuseExports(as refusal: String?) { state.withLock { $0.exportRefusal = refusal } }
    /// Where pictures were to be saved, and whether files were to be replaced.
    var screenshots: [String] { state.withLock { $0.screenshots } }
    func attach(_ bus: PlayerBus?) { state.withLock { $0.bus = bus } }

    /// Remembers what is shown without a command.
    func show(_ snapshot: PlayerSnapshot) { state.withLock { $0.snapshot = snapshot } }

    var handlers: PlayerBus.Handlers {
        PlayerBus.Handlers(
            perform: { [self] command, origin, completion in
                let (bus, snapshot, notices, result) = perform(command, from: origin)
                // As the daemon does it: first what changed, then the answer, each in a turn of its own.
                BusActor.post { bus?.publish(snapshot, notices: notices) }
                BusActor.post { completion(result) }
            },
            inspect: { [self] _, completion in
                let result = state.withLock { $0.inspected }
                BusActor.post { completion(result) }
            },
            image: { [self] source, _, completion in
                let result = state.withLock { state in
                    state.imagesAskedFor.append(source)
                    return state.image
                }
                BusActor.post { completion(result) }
            },
            reloadConfiguration: { completion in
                BusActor.post { completion(.failure(PlaybackFault(.unknown, "line 3: no such key"))) }
            },
            quit: { [self] in quitting.withLock { $0 = true } },
            screenshot: { [self] path, overwrites, completion in
                state.withLock { $0.screenshots.append("\(path) \(overwrites)") }
                let result: Result<String, PictureRefusal> =
                    path == "/full/a.png" ? .failure(PictureRefusal("There is no space left.")) : .success("/here.png")
                BusActor.post { completion(result) }
            })
    }

    /// Every file can be made, says this one, and there are two presets.
    /// A picture of any moment but the first second.
    var pictures: PictureHandlers {
        PictureHandlers(
            thumbnail: { source, time, width, exact, completion in
                BusActor.post {
                    guard time >= MediaTime(microseconds: 1_000_000) else {
                        return completion(.failure(PictureRefusal("There is no picture of \(source.uri).")))
                    }
                    let picture = MomentPicture(uri: "file:///\(width)-\(exact).png", time: time)
                    completion(.success(picture))
                }
                return {}
            },
            storyboard: { _, count, width, completion in
                BusActor.post {
                    completion(
                        .success(
                            (0..<count).map {
                                MomentPicture(
                                    uri: "file:///s.png#xywh=\($0 * width),0,\(width),90",
                                    time: MediaTime(microseconds: Int64($0)))
                            }))
                }
                return {}
            })
    }

    var exports: ExportHandlers {
        ExportHandlers(
            check: { [self] _, completion in
                let refusal = state.withLock { $0.exportRefusal }
                BusActor.post { completion(refusal) }
            },
            presets: { _, _, completion in BusActor.post { completion(["passthrough", "exact"]) } })
    }

    private func perform(
        _ command: PlayerCommand, from origin: CommandOrigin
    ) -> (PlayerBus?, PlayerSnapshot, [PlayerNotice], Result<CommandReply, CommandRefusal>) {
        state.withLock { state in
            state.commands.append(command)
            state.origins.append(origin)
            var notices: [PlayerNotice] = []
            let result: Result<CommandReply, CommandRefusal>
            if state.core != nil {
                let handled = state.core?.handle(command, from: origin, now: MonotonicTime(nanoseconds: 0))
                notices = handled?.1.notices ?? []
                result = handled?.0 ?? .success(.done)
                if let snapshot = state.core?.snapshot() { state.snapshot = snapshot }
            } else {
                result = state.reaction(command, &state.snapshot, &notices)
            }
            return (state.bus, state.snapshot, notices, result)
        }
    }
}
