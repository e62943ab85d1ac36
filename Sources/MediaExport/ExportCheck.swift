internal import GLibLoop
internal import MediaContainers

/// Checks on disk whether files can be written, before their exports begin. A disk or a network mount may answer late, or
/// never.
public final class ExportCheck: Sendable {
    private let queue = WorkQueue(label: "export check", width: 4)
    private let patience: Double

    /// - Parameter patience: seconds that a file system may take to answer. A disk that sleeps needs up to ten.
    public init(patience: Double = 10) { self.patience = patience }

    /// Runs a check beside the loops, and answers once, on any thread: with what it says, or with a sentence that names the
    /// mount if it takes too long.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - check: returns why the file cannot be written, as a sentence; nil if it can. May block.
    public func run(
        forFileAt path: String, _ check: @escaping @Sendable () -> String?, then: @escaping @Sendable (String?) -> Void
    ) {
        let mount = MountPoints.current.mount(of: Array(path.utf8))
        queue.run(within: patience, on: mount) {
            check()
        } then: { (answer: String??) in
            then(answer ?? Self.silence(of: mount ?? "/", path))
        }
    }

    private static func silence(of mount: String, _ path: String) -> String {
        "\(path) cannot be written: \(mount) does not respond. Check the disk or the network, or detach the mount with "
            + "'umount --lazy \(mount)', then export again."
    }
}
