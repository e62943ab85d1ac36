internal import Gst

/// Its pipelines as graphs, for whoever looks for a fault.
extension PlaybackEngine {
    /// Draws every pipeline in the language of Graphviz.
    ///
    /// - Parameter then: called for each on another thread, with its name, such as `current`, and its graph; never for one that
    ///   does not respond.
    /// - Returns: how many there are.
    public func drawPipelines(_ then: @escaping @Sendable (_ name: String, _ graph: String) -> Void) -> Int {
        var pipelines: [(name: String, pipeline: Element?)] = [
            ("output", output?.pipeline), ("current", current?.pipeline), ("next", next?.pipeline),
            ("continuation", continuation?.pipeline),
        ]
        pipelines += reader.inspected.enumerated().map { ("inspected-\($0 + 1)", $1) }
        var count = 0
        for case (let name, let pipeline?) in pipelines {
            OffLoop.draw(pipeline) { then(name, $0) }
            count += 1
        }
        return count
    }
}
