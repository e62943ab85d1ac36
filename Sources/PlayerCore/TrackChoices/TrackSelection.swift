/// Selects the tracks that play without a choice for the item, with the reasons.
public struct TrackSelection: Hashable, Sendable {
    /// Nil without sound.
    public var audio: UInt32?
    public var audioReason: TrackReason
    /// Nil: none are shown.
    public var subtitles: UInt32?
    public var subtitlesReason: TrackReason

    /// - Parameters:
    ///   - tracks: as far as languages and traits are known now; the present selection is ignored.
    ///   - chosen: the sound that somebody chose; nil: none was chosen.
    public init(of tracks: TrackSet, _ wishes: TrackWishes, sound chosen: UInt32? = nil) {
        let track = tracks.audio.first { $0.id == chosen }
        let sound = track.map { ($0, .chosen) } ?? Self.sound(tracks.audio, wishes)
        (audio, audioReason) = (sound.track?.id, sound.reason)
        let lines = SubtitleSelection(tracks: tracks.subtitles, sound: sound.track, wishes: wishes).result
        (subtitles, subtitlesReason) = (lines.track?.id, lines.reason)
    }

    /// Selects the sound. Commentaries and descriptions of the picture play only if there is nothing else.
    private static func sound(
        _ tracks: [MediaTrack], _ wishes: TrackWishes
    ) -> (track: MediaTrack?, reason: TrackReason) {
        guard let first = tracks.first else { return (nil, .none) }
        guard tracks.count > 1 else { return (first, .only) }
        if let track = wishes.item?.audio?.track(among: tracks) { return (track, .chosen) }
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

/// Selects the subtitles, once the sound is selected.
private struct SubtitleSelection {
    let tracks: [MediaTrack]
    let sound: MediaTrack?
    let wishes: TrackWishes

    private var preferences: TrackPreferences { wishes.preferences }
    private var wanted: [String] { preferences.subtitleLanguages }
    /// Subtitles with the whole dialogue.
    private var full: [MediaTrack] { tracks.filter { !$0.isForced && !$0.traits.contains(.commentary) } }
    private var forced: [MediaTrack] { tracks.filter(\.isForced) }
    /// Nil if unknown.
    private var soundLanguage: String? { sound.flatMap { $0.language == "und" ? nil : $0.language } }

    /// Whether the sound is in none of the languages for sound.
    private var isForeign: Bool {
        // zxx: no speech.
        guard let language = soundLanguage, language != "zxx", !preferences.audio.isEmpty else { return false }
        return LanguageMatching.best(of: [language], for: preferences.audio) == nil
    }

    var result: (track: MediaTrack?, reason: TrackReason) {
        guard !tracks.isEmpty else { return (nil, .none) }
        switch wishes.item?.subtitles {
        case .off: return (nil, .chosen)
        case .track(let mark): if let track = mark.track(among: tracks) { return (track, .chosen) }
        case nil: break
        }
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
        case .foreign: return forcedOnes ?? defaults ?? namesake ?? (nil, whyNone)
        case .always: return fullOnes(.always)
        }
    }

    /// Why sound that is not foreign needs no subtitles.
    private var whyNone: TrackReason {
        if soundLanguage == nil { return .unknownSound }
        return preferences.audio.isEmpty ? .noLanguages : .ownLanguage
    }

    private func fullOnes(_ reason: TrackReason) -> (track: MediaTrack?, reason: TrackReason) {
        if let track = full.best(for: wanted) { return (track, reason) }
        let others = wanted.isEmpty ? full : full.filter { $0.language == "und" }
        if let track = others.first(where: \.isDefault) ?? others.plain.first ?? others.first {
            return (track, wanted.isEmpty ? reason : .unknownLanguage)
        }
        return forcedOnes ?? (nil, .noneFits)
    }

    /// Forced subtitles: in the language of the sound for those who understand it, otherwise in a language for
    /// subtitles.
    private var forcedOnes: (track: MediaTrack?, reason: TrackReason)? {
        let languages = isForeign ? wanted : [soundLanguage].compactMap { $0 } + wanted
        let track = forced.best(for: languages) ?? forced.first { $0.language == "und" }
        return track.map { ($0, .forced) }
    }

    /// The file's defaults, if the language of the sound or the understood languages are unknown.
    private var defaults: (track: MediaTrack?, reason: TrackReason)? {
        guard soundLanguage == nil || preferences.audio.isEmpty else { return nil }
        let proposed = full.filter(\.isDefault)
        let track =
            wanted.isEmpty ? proposed.first : proposed.best(for: wanted) ?? proposed.first { $0.language == "und" }
        return track.map { ($0, .fileDefault) }
    }

    /// A file that was put beside the item under its name, if nothing tells whether it is needed.
    private var namesake: (track: MediaTrack?, reason: TrackReason)? {
        guard soundLanguage == nil else { return nil }
        return full.first { $0.traits.contains(.namesake) && $0.language == "und" }.map { ($0, .namesake) }
    }
}

extension [MediaTrack] {
    /// Without tracks for a special purpose.
    fileprivate var plain: [MediaTrack] { filter { $0.traits.isDisjoint(with: .special) } }

    /// Returns a track for the first of these languages that any track has: preferably without a special purpose, and
    /// among those the default.
    fileprivate func best(for languages: [String]) -> MediaTrack? {
        guard let language = LanguageMatching.best(of: map(\.language), for: languages) else { return nil }
        let spoken = filter { LanguageMatching.isSame($0.language, language) }
        let plain = spoken.plain
        return plain.first(where: \.isDefault) ?? plain.first ?? spoken.first(where: \.isDefault) ?? spoken.first
    }
}
