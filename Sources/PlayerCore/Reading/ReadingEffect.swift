/// What is to be read or fetched beside what plays; carried out without waiting.
public enum ReadingEffect: Hashable, Sendable {
    /// Bring a picture of the current item, or of an entry that was read ahead, into the cache; answered by ``ReadingEvent/imageFetched(_:_:)``.
    case fetchImage(ImageSource)
    /// Read what a local entry of the queue says of itself, at leisure; answered by ``ReadingEvent/itemRead(_:_:_:)``.
    case readAhead(ItemID, String)
    /// Read the file of chapters that the current item's description names; answered by
    /// ``ReadingEvent/chaptersRead(_:_:problem:)``.
    case readChapters(String)
    /// Read an item that may be a list of others; answered by ``ReadingEvent/listRead(_:_:_:)``, and always within seconds.
    case readList(ItemID, String)
    /// Read which assets an interstitial of HLS has; answered by ``ReadingEvent/assetsRead(_:_:)``.
    case readAssets(String)
    /// Requests to the server of this address carry these headers from now on; not answered.
    case addHeaders([String: String], for: String)
}

/// What was read or fetched.
public enum ReadingEvent: Hashable, Sendable {
    /// What an entry says of itself, by its id and URI; nil when it could not be read.
    case itemRead(ItemID, String, ItemFindings?)
    /// A picture is in the cache, as this `file:` URI; nil when it could not be fetched.
    case imageFetched(ImageSource, String?)
    /// What a file of chapters says, by its URI; where it could not be read, why, in a sentence.
    case chaptersRead(String, [Chapter], problem: String?)
    /// What an item holds that may be a list, by its id and URI.
    case listRead(ItemID, String, ListAnswer)
    /// The assets that a list of an interstitial names, by the list's URI; none where it could not be read.
    case assetsRead(String, [String])
}
