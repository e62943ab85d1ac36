internal import GLibLoop
internal import Gst
internal import MediaContainers
internal import MediaProbe
internal import PlayerCore
internal import Synchronization

/// A file, here or on a server, that is being written or may be.
protocol GrowingSource: Sendable {
    /// Looks at the resource, and reads the length of what is written if it has changed. May be as slow as the disk or the
    /// server.
    func measure() -> GrowthLook
    /// How often to look at it, in seconds.
    var pause: Double { get }
}

/// What a look at a growing source found.
struct GrowthLook: Hashable, Sendable {
    /// Of what is written; nil if the container does not tell.
    var length: MediaTime?
    var isBeingWritten: Bool
    /// Whether more may come, although nothing was written for a while.
    var mayGrow: Bool
}

/// A local file.
final class GrowingFile: GrowingSource {
    private struct State {
        var growth: FileGrowth
        /// The length that was read last, of so many bytes.
        var length: (bytes: Int64, time: MediaTime?)?
    }

    let pause = 1.0
    private let file: LocalFile
    private let state: Mutex<State>

    /// Nil for a file that is complete, or cannot be opened.
    init?(_ file: LocalFile) {
        guard var growth = FileGrowth(file.bytes), growth.look().mayGrow else { return nil }
        self.file = file
        state = Mutex(State(growth: growth))
    }

    /// Looks at the size of the file, without reading it.
    func look() -> (bytes: Int64, isBeingWritten: Bool) {
        let look = state.withLock { $0.growth.look() }
        return (look.length, look.isBeingWritten)
    }

    func measure() -> GrowthLook {
        let (look, known) = state.withLock { ($0.growth.look(), $0.length) }
        var length = known?.time
        if known?.bytes != look.length {
            length = (try? ByteSource.file(file.bytes)).flatMap {
                MediaProbe.writtenLength($0, uri: FileURI.uri(of: file.bytes))
            }
            state.withLock { $0.length = (look.length, length) }
        }
        return GrowthLook(length: length, isBeingWritten: look.isBeingWritten, mayGrow: look.mayGrow)
    }
}

/// A file on a server. It is being written if it has grown lately.
final class GrowingResource: GrowingSource {
    private struct State {
        /// How long it was at the last look; nil before the first one.
        var bytes: Int64?
        var length: MediaTime?
        /// When it was last seen to change.
        var changedAt = GrowingResource.now
        var hasGrown = false
    }

    /// A file that has not changed for so long is complete, in seconds.
    static let patience = 6.5
    /// The age up to which a file is looked at again, in seconds.
    static let youngest = 30.0

    let pause = 2.0
    private let uri: String
    private let rule: ResourceRule
    private let configuration: EngineConfiguration
    private let state = Mutex(State())

    init(_ item: ItemRequest, configuration: EngineConfiguration) {
        uri = configuration.logins.adding(to: item.uri)
        rule = configuration.rule(of: item.uri, namedBy: item.list)
        self.configuration = configuration
    }

    func measure() -> GrowthLook {
        do throws(HTTPFailure) {
            try measureOrFail()
        } catch {
            // A server that is lost is another matter, which playback notices.
        }
        return state.withLock { state in
            let isLate = Self.now - state.changedAt > Self.patience
            return GrowthLook(length: state.length, isBeingWritten: state.hasGrown && !isLate, mayGrow: !isLate)
        }
    }

    private func measureOrFail() throws(HTTPFailure) {
        let timeout = configuration.networkTimeout
        let resource = try HTTPResource(
            uri: uri, under: rule, userAgent: configuration.userAgent, timeout: timeout, headLength: 32 << 10)
        let before = state.withLock { $0.bytes }
        guard let bytes = resource.length, bytes != before else { return }
        let length = MediaProbe.writtenLength(ByteSource(resource), uri: uri)
        state.withLock { state in
            if let before, bytes > before { (state.changedAt, state.hasGrown) = (Self.now, true) }
            state.bytes = bytes
            state.length = length ?? state.length
        }
    }

    private static var now: Double { Double(MonotonicClock.microseconds) / 1e6 }
}
