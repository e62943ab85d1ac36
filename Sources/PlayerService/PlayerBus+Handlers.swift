internal import DBusKit
public import PlayerCore

extension PlayerBus {
    /// The handlers of calls. Each must call its completion exactly once, on the bus loop.
    public struct Handlers: Sendable {
        /// Receives the result of a request.
        public typealias Completion<Value, Failure: Error> = @Sendable @BusActor (Result<Value, Failure>) -> Void
        /// Runs a command. The completion is called after ``PlayerBus/publish(_:notices:)`` of its changes.
        public typealias Perform =
            @Sendable (PlayerCommand, CommandOrigin, @escaping Completion<CommandReply, CommandRefusal>) -> Void
        /// Reads the metadata of a URI.
        public typealias Inspect = @Sendable (String, @escaping Completion<InspectedItem, PlaybackFault>) -> Void
        /// Fetches a picture into the cache and returns its `file:` URI. `namedBy` is the item or the list that names it;
        /// nil: a client.
        public typealias Image =
            @Sendable (ImageSource, _ namedBy: String?, @escaping Completion<String, PlaybackFault>) -> Void
        /// Saves the frame in the window at an absolute path, or, if that is empty, under a name of its own, and returns the
        /// path. The flag says whether a file is replaced.
        public typealias Screenshot = @Sendable (String, Bool, @escaping Completion<String, PictureRefusal>) -> Void
        /// Reads the configuration again.
        public typealias Reload = @Sendable (@escaping Completion<Void, any Error>) -> Void

        public var perform: Perform
        public var inspect: Inspect
        public var image: Image
        public var reloadConfiguration: Reload
        public var quit: @Sendable () -> Void
        public var screenshot: Screenshot
        public var queue: QueueHandlers
        /// Receives the URI of a playlist that became the queue.
        public var playlistPlayed: @Sendable (String) -> Void

        public init(
            perform: @escaping Perform, inspect: @escaping Inspect, image: @escaping Image,
            reloadConfiguration: @escaping Reload, quit: @escaping @Sendable () -> Void,
            screenshot: @escaping Screenshot, queue: QueueHandlers = .none,
            playlistPlayed: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            self.screenshot = screenshot
            self.queue = queue
            self.playlistPlayed = playlistPlayed
            self.perform = perform
            self.inspect = inspect
            self.image = image
            self.reloadConfiguration = reloadConfiguration
            self.quit = quit
        }
    }
}
