/// The point at which an item was left and can be resumed.
public struct ResumePoint: Hashable, Sendable {
    public var position: MediaTime
    /// The start of the chapter that contains ``position``; resuming never goes back beyond it.
    public var chapterStart: MediaTime
    /// Whether the item is spoken word, so that the last sentence is repeated after an absence.
    public var isSpeech: Bool

    public init(position: MediaTime, chapterStart: MediaTime = .zero, isSpeech: Bool = false) {
        self.position = position
        self.chapterStart = chapterStart
        self.isSpeech = isSpeech
    }
}
