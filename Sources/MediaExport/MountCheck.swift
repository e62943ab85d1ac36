internal import GLibLoop
internal import MediaContainers

/// Accesses files beside the loops, before workers do and while they do. A disk or a network mount may answer late, or
/// never.
public final class MountCheck: Sendable {
    private let queue: WorkQueue
    private let links = MountLinks()
    private let patience: Double
    private let touch: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - label: of the threads, at most 15 bytes.
    ///   - patience: seconds that a file system may take to answer. A disk that sleeps needs up to ten.
    ///   - touch: asks the file system for a file, and returns when it has answered, whatever the answer is.
    public init(
        label: String, patience: Double = 10, touch: @escaping @Sendable (_ path: [UInt8]) -> Void = MountCheck.open
    ) {
        queue = WorkQueue(label: label, width: 4)
        (self.patience, self.touch) = (patience, touch)
    }

    /// Opens a regular file and reads its first byte. A mount may list a file without being able to deliver it.
    public static func open(_ path: [UInt8]) { _ = try? RegularFile(path).read(0, 1) }

    /// Runs `work`, which accesses a file and may block, and answers once, on any thread: with its result, or with the mount
    /// of the file if it takes too long.
    public func run<Answer: Sendable>(
        on path: [UInt8], _ work: @escaping @Sendable () -> Answer,
        then: @escaping @Sendable (Result<Answer, SilentMount>) -> Void
    ) {
        let locate: WorkQueue.Locate = { [links] in links.follow(path) }
        queue.run(within: patience, on: links.mount(of: path), locate: locate) {
            work()
        } then: { [links] answer in
            then(answer.map { .success($0) } ?? .failure(SilentMount(links.mount(of: path) ?? "/")))
        }
    }

    /// Asks for a file, then runs `work`, which reads it. Answers as ``run(on:_:then:)`` does.
    public func read<Answer: Sendable>(
        _ path: [UInt8], _ work: @escaping @Sendable () -> Answer,
        then: @escaping @Sendable (Result<Answer, SilentMount>) -> Void
    ) {
        let asking: @Sendable () -> Answer = { [touch] in
            touch(path)
            return work()
        }
        run(on: path, asking, then: then)
    }
}

/// A mount that does not respond.
public struct SilentMount: Error, Hashable, Sendable {
    /// Where it is mounted.
    public let place: String

    public init(_ place: String) { self.place = place }

    /// What to do, as the end of a sentence that begins with what is not possible.
    ///
    /// - Parameter then: such as "export again".
    public func advice(_ then: String) -> String {
        "\(place) does not respond. Check the disk or the network, or detach the mount with 'umount --lazy \(place)', "
            + "then \(then)."
    }
}
