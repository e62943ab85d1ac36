/// The tracks that a person chose for an item, which play again when it is opened later.
public struct ItemTracks: Hashable, Sendable {
    /// Nil: no choice.
    public var audio: TrackMark?
    /// Nil: no choice.
    public var subtitles: Subtitles?

    /// Whether subtitles are shown, and which.
    public enum Subtitles: Hashable, Sendable {
        case off
        case track(TrackMark)
    }

    public init(audio: TrackMark? = nil, subtitles: Subtitles? = nil) {
        self.audio = audio
        self.subtitles = subtitles
    }

    /// Whether there is no choice.
    public var isEmpty: Bool { audio == nil && subtitles == nil }

    /// Replaces what `new` chooses.
    mutating func take(_ new: ItemTracks) {
        audio = new.audio ?? audio
        subtitles = new.subtitles ?? subtitles
    }
}

/// What a track is recognised by when its item is opened again: the tracks of a file may have changed meanwhile.
public struct TrackMark: Hashable, Sendable {
    /// BCP 47, `und` if undetermined.
    public var language: String
    public var title: String?
    /// Its id then. It decides only between tracks that are alike, and where nothing else is known of a track.
    public var id: UInt32
    /// What it was for: of ``TrackTraits``, those that are a purpose, and whether it was a separate file.
    public var purpose: TrackTraits

    private static let purposes: TrackTraits = TrackTraits.special.union([.forced, .external])

    public init(language: String, title: String? = nil, id: UInt32, purpose: TrackTraits = []) {
        self.language = language
        self.title = title
        self.id = id
        self.purpose = purpose.intersection(Self.purposes)
    }

    init(_ track: MediaTrack) {
        self.init(language: track.language, title: track.title, id: track.id, purpose: track.traits)
    }

    private var hasLanguage: Bool { language != "und" }

    /// Returns the track among those that the item has now; nil if there is none of its kind any more.
    func track(among tracks: [MediaTrack]) -> MediaTrack? {
        var alike = tracks.filter { $0.language == language }
        if !hasLanguage { alike = alike.filter { $0.title == title && isSamePurpose($0) } }
        // The language became known, or is not any more.
        if alike.isEmpty, let title {
            alike = tracks.filter { $0.title == title && (!hasLanguage || $0.language == "und") }
        }
        if alike.isEmpty, !hasLanguage, title == nil { alike = tracks.filter { $0.id == id && isSamePurpose($0) } }
        var best: (track: MediaTrack, likeness: Int)?
        for track in alike where likeness(track) > best?.likeness ?? -1 { best = (track, likeness(track)) }
        return best?.track
    }

    private func isSamePurpose(_ track: MediaTrack) -> Bool { track.traits.intersection(Self.purposes) == purpose }

    /// A title says more than a purpose, and that more than a place.
    private func likeness(_ track: MediaTrack) -> Int {
        (track.title == title ? 4 : 0) + (isSamePurpose(track) ? 2 : 0) + (track.id == id ? 1 : 0)
    }
}
