public import PlayerCore

/// The content of an HLS master playlist: the variants of a programme, and what they share (RFC 8216 section 4.3.4).
public struct HLSMasterPlaylist: Hashable, Sendable {
    /// The absolute addresses of the variants' playlists.
    public var variants: [String] = []
    /// The renditions of all groups, in the order of the playlist.
    var renditions: [HLSRendition] = []
    /// The groups of the first variant; nil if it has none.
    var audioGroup: String?
    var subtitlesGroup: String?

    /// The maximum number of renditions.
    static let mostRenditions = 1_000

    /// The sound of the first variant, with the numbers of hlsdemux's streams: 0 is the variant itself, and the
    /// renditions that have playlists follow.
    public var audio: [ContainerTrack] {
        var next: UInt64 = 0
        return renditions(.audio, audioGroup).map { rendition in
            if rendition.uri != nil { next += 1 }
            return ContainerTrack(
                number: rendition.uri == nil ? 0 : next, kind: .audio, language: rendition.language,
                title: rendition.name, traits: rendition.traits)
        }
    }

    /// The subtitles of the first variant. Their files are playlists.
    public var subtitles: [SubtitleSidecar] {
        renditions(.subtitles, subtitlesGroup).compactMap { rendition in
            rendition.uri.map {
                SubtitleSidecar(
                    uri: $0, language: rendition.language, title: rendition.name, traits: rendition.traits,
                    format: .webVTT)
            }
        }
    }

    private func renditions(_ kind: MediaTrack.Kind, _ group: String?) -> [HLSRendition] {
        renditions.filter { $0.kind == kind && $0.group == group }
    }

    /// Takes the groups of the first variant.
    mutating func takeGroups(_ attributes: HLSAttributes) {
        guard variants.isEmpty else { return }
        audioGroup = attributes.text("AUDIO")
        subtitlesGroup = attributes.text("SUBTITLES")
    }
}

/// Sound or subtitles that several variants share (EXT-X-MEDIA, RFC 8216 section 4.3.4.1).
struct HLSRendition: Hashable, Sendable {
    var kind: MediaTrack.Kind
    var group: String
    var name: String?
    /// BCP 47, `und` if not given.
    var language: String
    var traits: TrackTraits = []
    /// Of its playlist; nil: it is part of the variants.
    var uri: String?

    /// - Returns: nil for other kinds, without a group, or if the address is not allowed.
    init?(_ attributes: HLSAttributes, _ base: ListBase) {
        switch attributes.text("TYPE") {
        case "AUDIO": kind = .audio
        case "SUBTITLES": kind = .subtitles
        default: return nil
        }
        guard let group = attributes.text("GROUP-ID") else { return nil }
        self.group = group
        name = attributes.text("NAME").flatMap { $0.utf8.count <= DescriptionLimits.attribute ? $0 : nil }
        language = LanguageCode.bcp47(attributes.text("LANGUAGE") ?? "")
        if attributes.isYes("DEFAULT") { traits.insert(.isDefault) }
        if attributes.isYes("FORCED") { traits.insert(.forced) }
        let characteristics = attributes.text("CHARACTERISTICS") ?? ""
        if characteristics.contains("public.accessibility.describes-video") { traits.insert(.descriptive) }
        if characteristics.contains("public.accessibility.transcribes-spoken-dialog") {
            traits.insert(.hearingImpaired)
        }
        guard let reference = attributes.text("URI") else { return }
        guard case .uri(let uri) = base.target(ofReference: reference) else { return nil }
        self.uri = uri
    }
}
