/// An export as the outside may read it.
public struct ExportJob: Hashable, Sendable {
    public enum Status: String, Hashable, Sendable { case waiting, exporting, completed, failed, cancelled }

    public let order: ExportOrder
    public var status = Status.waiting
    /// 0 to 1.
    public var progress = 0.0
    /// Where the stretches really begin and end; empty while that is not known.
    public var actual: [ExportOrder.Stretch] = []
    /// What is different from what was asked for, in sentences.
    public var notes: [String] = []
    /// Why there is no file; empty while nothing is wrong.
    public var error = ""

    /// What the file is called until it is whole; nil before there is one.
    public var partPath: String?

    public init(_ order: ExportOrder) { self.order = order }

    public var hasEnded: Bool { status != .waiting && status != .exporting }

    /// Takes in what its worker says.
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

    /// Its worker is gone without a word of how it ended.
    public mutating func lost(wasCancelled: Bool) {
        guard !hasEnded else { return }
        status = wasCancelled ? .cancelled : .failed
        if !wasCancelled { error = "The export was interrupted; see journalctl --user -u mediad." }
    }
}
