/// An export as it is published.
public struct ExportJob: Hashable, Sendable {
    public enum Status: String, Hashable, Sendable { case waiting, exporting, completed, failed, cancelled }

    public private(set) var order: ExportOrder
    public var status = Status.waiting {
        didSet { if hasEnded { order.dropMaterial() } }
    }
    /// From 0 to 1.
    public var progress = 0.0
    /// Where the stretches actually begin and end; empty while unknown.
    public var actual: [ExportOrder.Stretch] = []
    /// How the file differs from the request, in sentences.
    public var notes: [String] = []
    /// Why there is no file; empty without an error.
    public var error = ""

    /// The name of the file until it is complete; nil before there is one.
    public var partPath: String?

    public init(_ order: ExportOrder) { self.order = order }

    public var hasEnded: Bool { status != .waiting && status != .exporting }

    /// Takes in a report of its worker.
    public mutating func take(_ report: ExportReport) {
        guard !hasEnded else { return }
        switch report {
        case .writing(let path): partPath = path
        case .actual(let stretches): actual = stretches
        case .progress(let value): progress = max(progress, min(1, value))
        case .note(let sentence): notes.append(sentence)
        case .completed:
            status = .completed
            progress = 1
        case .failed(let reason):
            status = .failed
            error = reason
        }
    }

    /// The worker ended without reporting a result.
    public mutating func lost(wasCancelled: Bool) {
        guard !hasEnded else { return }
        status = wasCancelled ? .cancelled : .failed
        if !wasCancelled { error = "The export was interrupted; see journalctl --user -u mediad." }
    }
}
