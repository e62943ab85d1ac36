internal import DBusKit
public import PlayerCore

/// The handlers of requests for pictures of moments.
public struct PictureHandlers: Sendable {
    /// Revokes a request; its completion may still be called.
    public typealias Cancel = @Sendable () -> Void
    /// Makes a picture. The failure is a sentence.
    public typealias Thumbnail =
        @Sendable (
            PictureSource, _ time: MediaTime, _ width: Int, _ exact: Bool,
            _ completion: @escaping @Sendable @BusActor (Result<MomentPicture, PictureRefusal>) -> Void
        ) -> Cancel
    /// Makes up to `count` pictures of the whole item.
    public typealias Storyboard =
        @Sendable (
            PictureSource, _ count: Int, _ width: Int,
            _ completion: @escaping @Sendable @BusActor (Result<[MomentPicture], PictureRefusal>) -> Void
        ) -> Cancel

    public var thumbnail: Thumbnail
    public var storyboard: Storyboard

    public init(thumbnail: @escaping Thumbnail, storyboard: @escaping Storyboard) {
        self.thumbnail = thumbnail
        self.storyboard = storyboard
    }
}

/// Why there is no picture, as a sentence.
public struct PictureRefusal: Error, Hashable, Sendable {
    public var message: String

    public init(_ message: String) { self.message = message }
}
