/// An effect on the reader, apart from playback; carried out without waiting.
public enum ReadingEffect: Hashable, Sendable {
    /// Fetch a picture of the current item, or of an entry that is read ahead, into the cache; answered by
    /// ``ReadingEvent/imageFetched(_:_:)``. `namedBy` is the item or the list that names it; nil: a person or a client.
    case fetchImage(ImageSource, namedBy: String?)
    /// Read a local entry of the queue at low priority; answered by ``ReadingEvent/itemRead(_:_:_:)``.
    case readAhead(ItemID, String)
    /// Read the titles of local entries of the queue, one after the other, at low priority; answered by
    /// ``ReadingEvent/titlesRead(_:)``.
    case readTitles([QueueItem])
    /// Read the chapter file that the current item's description names; answered by
    /// ``ReadingEvent/chaptersRead(_:_:problem:)``.
    case readChapters(String, namedBy: String?)
    /// Read an item that may be a list, and which a list on a server may have named; answered by ``ReadingEvent/listRead(_:_:_:)``, and always within seconds.
    case readList(ItemID, String, namedBy: String?)
    /// Read the list of assets of an HLS interstitial that an item names; answered by ``ReadingEvent/assetsRead(_:_:)``.
    case readAssets(String, namedBy: String?)
    /// Send these headers with requests to the server of this address from now on; not answered.
    case addHeaders([String: String], for: String)
}

/// A result of reading or fetching.
public enum ReadingEvent: Hashable, Sendable {
    /// What was read about an entry, by its id and URI; nil if that failed.
    case itemRead(ItemID, String, ItemFindings?)
    /// What was read about entries.
    case titlesRead([ReadEntry])
    /// The `file:` URI of a picture in the cache; nil if it could not be fetched.
    case imageFetched(ImageSource, String?)
    /// The chapters of a chapter file, by its URI; if that failed, the reason as a sentence.
    case chaptersRead(String, [Chapter], problem: String?)
    /// The result of reading an item as a list, by its id and URI.
    case listRead(ItemID, String, ListAnswer)
    /// The assets of an interstitial's list, by the list's URI; empty if it could not be read.
    case assetsRead(String, [String])
}

/// What was read about an entry of the queue.
public struct ReadEntry: Hashable, Sendable {
    public var id: ItemID
    public var uri: String
    /// Nil if it could not be read.
    public var findings: ItemFindings?

    public init(id: ItemID, uri: String, findings: ItemFindings?) {
        self.id = id
        self.uri = uri
        self.findings = findings
    }
}
