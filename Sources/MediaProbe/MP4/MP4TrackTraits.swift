internal import MediaContainers
internal import PlayerCore

/// The purpose of a track: DASH roles in `kind` boxes (ISO/IEC 14496-12 section 8.10.4) and QuickTime's media
/// characteristics in `tagc`.
struct MP4TrackTraits {
    let boxes: MP4Boxes

    /// - Parameter userData: the track's `udta`.
    func traits(in userData: MP4Box) -> TrackTraits {
        var traits: TrackTraits = []
        for box in boxes.children(of: userData) {
            switch box.type {
            case "kind": traits.formUnion(role(box))
            case "tagc": traits.formUnion(characteristic(box))
            default: break
            }
        }
        return traits
    }

    /// Two zero-terminated texts: the scheme and the role.
    private func role(_ kind: MP4Box) -> TrackTraits {
        let texts = boxes.attempt(kind) { box throws(ProbeError) -> [String]? in
            var fields = try boxes.fields(of: box, atMost: 512)
            try fields.skip(4)
            return fields.rest.split(separator: 0, omittingEmptySubsequences: false).map {
                MP4Text.string($0, .utf8, limit: 256)
            }
        }
        guard let texts, texts.count > 1, texts[0].hasPrefix("urn:mpeg:dash:role:") else { return [] }
        return switch texts[1] {
        case "commentary": .commentary
        case "forced-subtitle", "forced_subtitle": .forced
        case "caption": .hearingImpaired
        case "description": .descriptive
        default: []
        }
    }

    /// QuickTime File Format, "Media Characteristic Tags".
    private func characteristic(_ tagc: MP4Box) -> TrackTraits {
        let text = boxes.attempt(tagc) { box throws(ProbeError) -> String? in
            let fields = try boxes.fields(of: box, atMost: 256)
            return MP4Text.string(fields.rest.prefix { $0 != 0 }, .utf8, limit: 256)
        }
        return switch text {
        case "public.accessibility.describes-video": .descriptive
        case "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound":
            .hearingImpaired
        case "public.auxiliary-content": .commentary
        case "public.main-program-content", "public.original-content": .original
        case "public.subtitles.forced-only": .forced
        default: []
        }
    }
}

extension MP4Movie {
    /// Audio, video and subtitles, without the text tracks of chapters.
    func listedTracks(_ boxes: MP4Boxes) -> [ContainerTrack] {
        let chapters = Set(tracks.flatMap(\.chapterTracks))
        return tracks.prefix(MatroskaTracks.mostTracks).compactMap { track in
            let kind: MediaTrack.Kind? =
                switch track.handler {
                case "soun": .audio
                case "vide": .video
                case "sbtl", "text", "subt", "clcp", "subp": .subtitles
                default: nil
                }
            guard let kind, !chapters.contains(track.id) else { return nil }
            var traits = track.traits
            if track.isEnabled { traits.insert(.isDefault) }
            if kind == .subtitles, isForced(track, boxes) { traits.insert(.forced) }
            var format = MP4TrackFormat(boxes: boxes).format(of: track, kind)
            if kind == .video { format.orientation = track.orientation }
            return ContainerTrack(
                number: UInt64(track.id), kind: kind, language: track.language, traits: traits, format: format)
        }
    }

    /// Whether all lines of a `tx3g` track are forced (QuickTime File Format, "Subtitle Sample Description": the
    /// display flags).
    private func isForced(_ track: MP4Track, _ boxes: MP4Boxes) -> Bool {
        guard let table = track.sampleTable, let entries = boxes.descendant(of: table, "stsd") else { return false }
        let flags = boxes.attempt(entries) { box throws(ProbeError) -> UInt32? in
            var fields = try boxes.fields(of: box, atMost: 64)
            try fields.skip(12)
            guard try fields.type() == "tx3g" else { return nil }
            try fields.skip(8)
            return try fields.u32()
        }
        return flags.map { $0 & 0x8000_0000 != 0 } ?? false
    }
}
