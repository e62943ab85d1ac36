/// Where somebody left an item, to go on from there.
public struct ResumePoint: Hashable, Sendable {
    public var position: MediaTime
    /// Where the chapter that ``position`` is in begins: going on never goes back over it.
    public var chapterStart: MediaTime
    /// Whether the item is spoken word, of which somebody who was away wants to hear the last sentence again.
    public var isSpeech: Bool

    public init(position: MediaTime, chapterStart: MediaTime = .zero, isSpeech: Bool = false) {
        self.position = position
        self.chapterStart = chapterStart
        self.isSpeech = isSpeech
    }
}
