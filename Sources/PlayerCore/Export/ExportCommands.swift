extension PlayerCommand {
    /// What anybody may ask of exports.
    public enum Exports: Hashable, Sendable {
        /// Makes a file as soon as it is its turn. Whoever asks has looked whether it can be made. Answered with its number,
        /// a ticket.
        case add(ExportOrder)
        /// Ends one; nothing of its file is left. One that has ended stays as it is.
        case cancel(UInt32)
        /// Ends all of them: mediad ends.
        case cancelAll
    }
}

/// What is to be done about exports; carried out without waiting.
public enum ExportEffect: Hashable, Sendable {
    /// Start a worker; how it goes comes as ``ExportEvent``s of its number, ``ExportEvent/ended(_:)`` in any case.
    case start(UInt32, ExportOrder)
    /// Have a worker stop and leave nothing behind; it ends with ``ExportEvent/ended(_:)``.
    case stop(UInt32)
}

/// What became of the worker of an export.
public enum ExportEvent: Hashable, Sendable {
    case started(UInt32)
    case reported(UInt32, ExportReport)
    /// It is gone, however it ended.
    case ended(UInt32)
}

/// Exports as the outside may read them.
public struct ExportSnapshot: Hashable, Sendable {
    /// By number: those that wait, those that run, and the last that ended.
    public var jobs: [UInt32: ExportJob] = [:]

    public init() {}
}
