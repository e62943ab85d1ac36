public import GLibLoop
public import PlayerCore

/// The engine. It carries out effects without waiting and reports the results as ``PlayerEvent/engine(_:)``.
@MediaActor
public protocol EnginePort: AnyObject, Sendable {
    func perform(_ effect: EngineEffect)
    /// Keeps an item from being heard until ``letGo(_:_:)`` is called with the same number, for at most half a second.
    /// Has no effect on an item that is already heard.
    func hold(_ generation: Generation, _ number: UInt64)
    func letGo(_ generation: Generation, _ number: UInt64)
    /// Reports the count of dropped frames, if it changed.
    func tellDroppedFrames()
    /// The window is lost: the picture needs another one.
    func reopenVideo()
    /// Stops everything at once, for the end of the process.
    func shutDown()
}

/// The reader, which works apart from playback. It replies with ``PlayerEvent/reading(_:)``.
@MediaActor
public protocol ReadingPort: AnyObject, Sendable {
    func perform(_ effect: ReadingEffect)
    /// Accepts nothing more; running work may still reply.
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
    /// - Parameter answer: must be called once, on any thread, for effects that ask a question, and never for others.
    func perform(_ effect: LibraryEffect, answer: @escaping @Sendable (LibraryAnswer) -> Void)
}

/// The exporter. It reports with ``PlayerEvent/exports(_:)``.
public protocol ExportPort: Sendable {
    /// Called on the media loop; returns at once.
    func perform(_ effect: ExportEffect)
}

/// The pictures of moments. They are reported with ``PlayerEvent/pictures(_:)``.
public protocol PicturesPort: Sendable {
    /// Called on the media loop; returns at once.
    func perform(_ effect: PictureEffect)
}

/// The recipients of effects and snapshots: one port for each adapter.
public struct PlayerPorts: Sendable {
    /// Receives the snapshot after everything that was handled; it should only pass it on.
    public typealias Publish = @Sendable @MediaActor (PlayerSnapshot, [PlayerNotice]) -> Void

    let engine: any EnginePort
    let reading: any ReadingPort
    let window: any WindowPort
    let library: (any LibraryPort)?
    let exports: (any ExportPort)?
    let pictures: (any PicturesPort)?
    let publish: Publish

    /// - Parameters:
    ///   - library: nil if nothing is remembered.
    ///   - exports: nil if no files are made.
    ///   - pictures: nil if no pictures are made.
    public init(
        engine: any EnginePort, reading: any ReadingPort, window: any WindowPort, library: (any LibraryPort)?,
        exports: (any ExportPort)? = nil, pictures: (any PicturesPort)? = nil,
        publish: @escaping Publish
    ) {
        self.engine = engine
        self.reading = reading
        self.window = window
        self.library = library
        self.exports = exports
        self.pictures = pictures
        self.publish = publish
    }
}
