extension PlayerCommand {
    /// Commands for exports.
    public enum Exports: Hashable, Sendable {
        /// Makes a file when its turn comes. The sender has checked that the file can be made. The reply is the number
        /// of the export, a ticket.
        case add(ExportOrder)
        /// Cancels an export and leaves nothing of its file. An export that has ended stays unchanged.
        case cancel(UInt32)
        /// Cancels all exports because mediad ends.
        case cancelAll
    }
}

/// An effect on export workers; carried out without waiting.
public enum ExportEffect: Hashable, Sendable {
    /// Start a worker. It reports with ``ExportEvent``s of its number, and always with a final
    /// ``ExportEvent/ended(_:)``.
    case start(UInt32, ExportOrder)
    /// Stop a worker, which must leave nothing behind. It ends with ``ExportEvent/ended(_:)``.
    case stop(UInt32)
}

/// A report about the worker of an export.
public enum ExportEvent: Hashable, Sendable {
    case started(UInt32)
    case reported(UInt32, ExportReport)
    /// The worker ended, in whatever way.
    case ended(UInt32)
}

/// The published exports.
public struct ExportSnapshot: Hashable, Sendable {
    /// By number: the waiting, the running, and the most recently ended exports.
    public var jobs: [UInt32: ExportJob] = [:]

    public init() {}
}
