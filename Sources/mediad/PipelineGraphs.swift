internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import Logging
internal import UnixSignals

/// Writes the pipelines as files for Graphviz on SIGUSR1.
struct PipelineGraphs: Sendable {
    private let folder: String?
    private let logger: Logger

    init(environment: [String: String], logger: Logger) {
        let folders = UserFolders(environment: environment)
        folder = (folders.runtime ?? folders.state).map { "\($0)/mediad" }
        self.logger = logger
    }

    /// Runs until its task is cancelled.
    ///
    /// - Parameter signals: trapped before the daemon reports that it is ready, so that no SIGUSR1 kills it.
    func run(_ signals: UnixSignalsSequence, of media: MediaParts) async {
        for await _ in signals {
            guard let folder else {
                logger.error("no pipelines are drawn: neither XDG_RUNTIME_DIR nor HOME is set")
                continue
            }
            SideThread.run("graphs") {
                clear(folder)
                MediaActor.post {
                    let count = media.drawPipelines { name, graph in write(graph, to: "\(folder)/\(name).dot") }
                    if count == 0 { logger.notice("there are no pipelines to draw") }
                }
            }
        }
    }

    /// Makes the folder, and removes the graphs of the last time. Only the user may read them: they contain addresses.
    private func clear(_ folder: String) {
        mkdir(folder, 0o700)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasSuffix(".dot") {
            unlink("\(folder)/\(name)")
        }
    }

    private func write(_ graph: String, to path: String) {
        do {
            try Data(graph.utf8).write(to: URL(filePath: path))
            logger.notice("pipeline drawn: \(path)")
        } catch {
            logger.error("\(path) cannot be written: \(error)")
        }
    }
}
