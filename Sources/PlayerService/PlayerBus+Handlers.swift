internal import DBusKit
public import PlayerCore

extension PlayerBus {
    /// Where calls go; each completion is to be called once, on the bus loop.
    public struct Handlers: Sendable {
        /// Takes the result of something that was asked for.
        public typealias Completion<Value, Failure: Error> = @Sendable @BusActor (Result<Value, Failure>) -> Void
        /// Runs a command; the completion comes after ``PlayerBus/publish(_:notices:)`` of what it changed.
        public typealias Perform =
            @Sendable (PlayerCommand, CommandOrigin, @escaping Completion<CommandReply, CommandRefusal>) -> Void
        /// Reads what a URI says of itself.
        public typealias Inspect = @Sendable (String, @escaping Completion<InspectedItem, PlaybackFault>) -> Void
        /// Brings a picture into the cache; answers its `file:` URI.
        public typealias Image = @Sendable (ImageSource, @escaping Completion<String, PlaybackFault>) -> Void
        /// Reads the configuration again.
        public typealias Reload = @Sendable (@escaping Completion<Void, any Error>) -> Void

        public var perform: Perform
        public var inspect: Inspect
        public var image: Image
        public var reloadConfiguration: Reload
        public var quit: @Sendable () -> Void
        /// Told the URI of a list that became the queue.
        public var playlistPlayed: @Sendable (String) -> Void

        public init(
            perform: @escaping Perform, inspect: @escaping Inspect, image: @escaping Image,
            reloadConfiguration: @escaping Reload, quit: @escaping @Sendable () -> Void,
            playlistPlayed: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            self.playlistPlayed = playlistPlayed
            self.perform = perform
            self.inspect = inspect
            self.image = image
            self.reloadConfiguration = reloadConfiguration
            self.quit = quit
        }
    }
}
