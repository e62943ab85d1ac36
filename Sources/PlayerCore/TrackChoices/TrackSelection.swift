/// Which tracks play where nobody chooses while the item plays, and why.
public struct TrackSelection: Hashable, Sendable {
    /// Nil where there is no sound.
    public var audio: UInt32?
    public var audioReason: TrackReason
    /// Nil: none is shown.
    public var subtitles: UInt32?
    public var subtitlesReason: TrackReason

    /// - Parameter tracks: as far as languages and traits are known by now; what plays does not count.
    public init(of tracks: TrackSet, _ wishes: TrackWishes) {
        let sound = Self.sound(tracks.audio, wishes)
        (audio, audioReason) = (sound.track?.id, sound.reason)
        let lines = SubtitleSelection(tracks: tracks.subtitles, sound: sound.track, wishes: wishes).result
        (subtitles, subtitlesReason) = (lines.track?.id, lines.reason)
    }

    /// Commentaries and descriptions of the picture are not the film's sound: they play only where nothing else does.
    private static func sound(
        _ tracks: [MediaTrack], _ wishes: TrackWishes
    ) -> (track: MediaTrack?, reason: TrackReason) {
        guard let first = tracks.first else { return (nil, .none) }
        guard tracks.count > 1 else { return (first, .only) }
        let usual = tracks.filter { $0.traits.isDisjoint(with: .special) }
        let candidates = usual.isEmpty ? tracks : usual
        if let language = wishes.series?.audioLanguage, let track = candidates.best(for: [language]) {
            return (track, .series)
        }
        if let track = candidates.best(for: wishes.preferences.audio) { return (track, .language) }
        if let track = candidates.first(where: \.isDefault) { return (track, .fileDefault) }
        if let track = candidates.first(where: { $0.traits.contains(.original) }) { return (track, .original) }
        return (candidates[0], candidates.count == 1 ? .only : .first)
    }
}

/// The same for subtitles, once it is known what is heard.
private struct SubtitleSelection {
    let tracks: [MediaTrack]
    let sound: MediaTrack?
    let wishes: TrackWishes

    private var preferences: TrackPreferences { wishes.preferences }
    private var wanted: [String] { preferences.subtitleLanguages }
    /// What tells all that is said.
    private var full: [MediaTrack] { tracks.filter { !$0.isForced && !$0.traits.contains(.commentary) } }
    private var forced: [MediaTrack] { tracks.filter(\.isForced) }
    /// Nil where nobody knows.
    private var soundLanguage: String? { sound.flatMap { $0.language == "und" ? nil : $0.language } }

    /// Whether the sound is in none of the languages for sound.
    private var isForeign: Bool {
        // zxx: nobody speaks.
        guard let language = soundLanguage, language != "zxx", !preferences.audio.isEmpty else { return false }
        return LanguageMatching.best(of: [language], for: preferences.audio) == nil
    }

    var result: (track: MediaTrack?, reason: TrackReason) {
        guard !tracks.isEmpty else { return (nil, .none) }
        switch wishes.series?.subtitles {
        case .off: return (nil, .series)
        case .language(let language):
            if let track = full.best(for: [language]) ?? forced.best(for: [language]) { return (track, .series) }
        case nil: break
        }
        switch preferences.when {
        case .never: return (nil, .never)
        case .forced: return forcedOnes ?? (nil, .onlyForced)
        case .foreign where isForeign: return fullOnes(.foreign)
        case .foreign: return forcedOnes ?? defaults ?? (nil, soundLanguage == nil ? .unknownSound : .ownLanguage)
        case .always: return fullOnes(.always)
        }
    }

    private func fullOnes(_ reason: TrackReason) -> (track: MediaTrack?, reason: TrackReason) {
        if let track = full.best(for: wanted) { return (track, reason) }
        let others = wanted.isEmpty ? full : full.filter { $0.language == "und" }
        if let track = others.first(where: \.isDefault) ?? others.plain.first ?? others.first {
            return (track, wanted.isEmpty ? reason : .unknownLanguage)
        }
        return forcedOnes ?? (nil, .noneFits)
    }

    /// Those in the language that is heard, for whoever understands it; in a language of subtitles for all others.
    private var forcedOnes: (track: MediaTrack?, reason: TrackReason)? {
        let languages = isForeign ? wanted : [soundLanguage].compactMap { $0 } + wanted
        let track = forced.best(for: languages) ?? forced.first { $0.language == "und" }
        return track.map { ($0, .forced) }
    }

    /// What the file proposes where nothing is known of the sound, or of what is understood.
    private var defaults: (track: MediaTrack?, reason: TrackReason)? {
        guard soundLanguage == nil || preferences.audio.isEmpty else { return nil }
        let proposed = full.filter(\.isDefault)
        let track =
            wanted.isEmpty ? proposed.first : proposed.best(for: wanted) ?? proposed.first { $0.language == "und" }
        return track.map { ($0, .fileDefault) }
    }
}

extension [MediaTrack] {
    /// Without those that are for something special.
    fileprivate var plain: [MediaTrack] { filter { $0.traits.isDisjoint(with: .special) } }

    /// The track for the first of these languages that any has: one that is for nothing special, and the default of those.
    fileprivate func best(for languages: [String]) -> MediaTrack? {
        guard let language = LanguageMatching.best(of: map(\.language), for: languages) else { return nil }
        let spoken = filter { LanguageMatching.isSame($0.language, language) }
        let plain = spoken.plain
        return plain.first(where: \.isDefault) ?? plain.first ?? spoken.first(where: \.isDefault) ?? spoken.first
    }
}
