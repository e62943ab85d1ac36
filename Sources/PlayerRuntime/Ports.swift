public import GLibLoop
public import PlayerCore

/// What plays. It carries out effects without waiting and reports what came of them as ``PlayerEvent/engine(_:)``.
@MediaActor
public protocol EnginePort: AnyObject, Sendable {
    func perform(_ effect: EngineEffect)
    /// Keeps an item from being heard until ``letGo(_:_:)`` is called with the same number, for half a second at most.
    /// Does nothing for an item that is heard already.
    func hold(_ generation: Generation, _ number: UInt64)
    func letGo(_ generation: Generation, _ number: UInt64)
    /// Reports the count of dropped frames, if there are new ones.
    func tellDroppedFrames()
    /// The window is gone: the picture needs another one.
    func reopenVideo()
    /// Stops everything at once, for the end of the process.
    func shutDown()
}

/// What reads and fetches beside what plays. It answers with ``PlayerEvent/reading(_:)``.
@MediaActor
public protocol ReadingPort: AnyObject, Sendable {
    func perform(_ effect: ReadingEffect)
    /// Takes no more; what is under way may still answer.
    func shutDown()
}

/// The video window. It reports with ``PlayerEvent/window(_:)``.
public protocol WindowPort: Sendable {
    /// Called on the media loop; returns at once.
    func perform(_ effect: WindowEffect)
}

/// The journal.
public protocol LibraryPort: Sendable {
    /// Called on the media loop; returns at once.
    ///
    /// - Parameter answer: to be called once, on any thread, for effects that ask something; for others never.
    func perform(_ effect: LibraryEffect, answer: @escaping @Sendable (LibraryAnswer) -> Void)
}

/// What makes files. It reports with ``PlayerEvent/exports(_:)``.
public protocol ExportPort: Sendable {
    /// Called on the media loop; returns at once.
    func perform(_ effect: ExportEffect)
}

/// Where effects and snapshots go: one port for each adapter.
public struct PlayerPorts: Sendable {
    /// Receives the snapshot after everything that was handled; it should only hand it on.
    public typealias Publish = @Sendable @MediaActor (PlayerSnapshot, [PlayerNotice]) -> Void

    let engine: any EnginePort
    let reading: any ReadingPort
    let window: any WindowPort
    let library: (any LibraryPort)?
    let exports: (any ExportPort)?
    let publish: Publish

    /// - Parameters:
    ///   - library: nil where nothing is remembered.
    ///   - exports: nil where no files are made.
    public init(
        engine: any EnginePort, reading: any ReadingPort, window: any WindowPort, library: (any LibraryPort)?,
        exports: (any ExportPort)? = nil,
        publish: @escaping Publish
    ) {
        self.engine = engine
        self.reading = reading
        self.window = window
        self.library = library
        self.exports = exports
        self.publish = publish
    }
}
