/// A picture of a moment of an item, for what the player shows.
public struct PictureOrder: Hashable, Sendable {
    /// Chosen by whoever orders.
    public var number: UInt64
    /// The item; see ``PictureSource``.
    public var uri: String
    public var time: MediaTime
    /// In pixels.
    public var width: UInt32

    public init(number: UInt64, uri: String, time: MediaTime, width: UInt32) {
        self.number = number
        self.uri = uri
        self.time = time
        self.width = width
    }
}

/// An effect on the pictures; carried out without waiting.
public enum PictureEffect: Hashable, Sendable {
    /// Make a picture, of the key frame that is nearest to the time. Only the last order matters: one that has not
    /// begun when the next arrives is dropped without an answer. Otherwise answered by ``PictureEvent``.
    case thumbnail(PictureOrder)
    /// Drop the last order, which is not answered any more.
    case cancel
    /// Save the frame that is in the window to a file of its own. Answered by ``PictureEvent/screenshotSaved(_:)`` or
    /// ``PictureEvent/screenshotFailed(_:)``.
    case screenshot
}

/// The answer to a ``PictureEffect``.
public enum PictureEvent: Hashable, Sendable {
    case made(PictureOrder, MomentPicture)
    /// A sentence; it has been logged if it is of interest there.
    case failed(PictureOrder, String)
    /// The frame in the window was saved, for whoever asked: the name of the file, without its folder.
    case screenshotSaved(String)
    /// Why it was not, as a sentence.
    case screenshotFailed(String)
}

/// A picture of a moment.
public struct MomentPicture: Hashable, Sendable {
    /// The `file:` URI of a picture in the cache, or of one beside the item; `#xywh=` names a part of it, in pixels
    /// (www.w3.org/TR/media-frags).
    public var uri: String
    /// The moment that it shows.
    public var time: MediaTime

    public init(uri: String, time: MediaTime) {
        self.uri = uri
        self.time = time
    }
}
