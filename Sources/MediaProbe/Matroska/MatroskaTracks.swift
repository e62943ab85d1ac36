internal import MediaContainers
internal import PlayerCore

/// The Tracks element (RFC 9559 section 5.1.4).
struct MatroskaTracks {
    /// The maximum number of listed tracks.
    static let mostTracks = 1_000

    private var hasVideo = false
    /// Frames per second of the first video track, from DefaultDuration; nil if absent.
    private(set) var frameRate: Double?
    /// Audio, video and subtitles, in file order.
    private(set) var tracks: [ContainerTrack] = []

    /// Reads one Tracks element; what was read before an error is kept.
    mutating func read(_ element: EBMLElement, until end: Int64?, _ ebml: EBMLReader) throws(ProbeError) {
        try ebml.children(of: element, until: end) { child throws(ProbeError) in
            guard child.id == MatroskaID.trackEntry else { return }
            var entry = Entry()
            try ebml.children(of: child) { value throws(ProbeError) in try entry.read(value, ebml) }
            guard let kind = entry.kind else { return }
            entry.readPlane(ebml)
            if kind == .video, !hasVideo {
                hasVideo = true
                if entry.nanoseconds > 0 { frameRate = 1_000_000_000 / Double(entry.nanoseconds) }
            }
            if tracks.count < Self.mostTracks { tracks.append(entry.track(kind)) }
        }
    }

    /// A TrackEntry.
    private struct Entry {
        var type: UInt64 = 0
        var number: UInt64 = 0
        var nanoseconds: UInt64 = 0
        var traits: TrackTraits = .isDefault
        var title: String?
        // English is the standard's default.
        var language = "eng"
        /// Takes precedence over `language`.
        var tag: String?
        var codec: String?
        var isVobSub = false
        /// What is meant for the decoder; it may come before the codec.
        var header: EBMLElement?
        var plane: TrackFormat.PixelSize?
        var width: UInt64 = 0
        var height: UInt64 = 0
        /// One is the standard's default.
        var channels: UInt64?
        /// The pose of a flat picture, in degrees; roll is counterclockwise.
        var (yaw, roll) = (0.0, 0.0)

        var kind: MediaTrack.Kind? {
            switch type {
            case 1: .video
            case 2: .audio
            case 17: .subtitles
            default: nil
            }
        }

        mutating func read(_ value: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) {
            switch value.id {
            case MatroskaID.trackType: type = try ebml.unsigned(value)
            case MatroskaID.trackNumber: number = try ebml.unsigned(value)
            case MatroskaID.defaultDuration: nanoseconds = try ebml.unsigned(value)
            case MatroskaID.trackName: title = BoundedText.trimmed(try ebml.text(value))
            case MatroskaID.trackLanguage: language = try ebml.text(value)
            case MatroskaID.trackLanguageBCP47: tag = try ebml.text(value)
            case MatroskaID.codecID:
                let id = try ebml.text(value)
                (codec, isVobSub) = (CodecName.matroska(id), id.hasPrefix("S_VOBSUB"))
            case MatroskaID.codecPrivate: header = value
            case MatroskaID.video, MatroskaID.audio: try readFormat(value, ebml)
            case MatroskaID.flagDefault: try set(.isDefault, value, ebml, whenEmpty: true)
            case MatroskaID.flagForced: try set(.forced, value, ebml)
            case MatroskaID.flagHearingImpaired: try set(.hearingImpaired, value, ebml)
            case MatroskaID.flagVisualImpaired, MatroskaID.flagTextDescriptions: try set(.descriptive, value, ebml)
            case MatroskaID.flagOriginal: try set(.original, value, ebml)
            case MatroskaID.flagCommentary: try set(.commentary, value, ebml)
            default: break
            }
        }

        /// Reads the size of the plane of VobSub, once all elements are known. Without it, the track is still one.
        mutating func readPlane(_ ebml: EBMLReader) {
            guard type == 17, isVobSub, let header else { return }
            plane = (try? ebml.text(header)).flatMap(VobSubHeader.plane)
        }

        private mutating func readFormat(_ settings: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) {
            try ebml.children(of: settings) { value throws(ProbeError) in
                switch value.id {
                case MatroskaID.pixelWidth: width = try ebml.unsigned(value)
                case MatroskaID.pixelHeight: height = try ebml.unsigned(value)
                case MatroskaID.projection: try readProjection(value, ebml)
                case MatroskaID.channels: channels = try ebml.unsigned(value, default: 1)
                default: break
                }
            }
        }

        private mutating func readProjection(_ projection: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) {
            try ebml.children(of: projection) { value throws(ProbeError) in
                switch value.id {
                case MatroskaID.projectionPoseYaw: yaw = try ebml.float(value)
                case MatroskaID.projectionPoseRoll: roll = try ebml.float(value)
                default: break
                }
            }
        }

        private mutating func set(
            _ trait: TrackTraits, _ value: EBMLElement, _ ebml: EBMLReader, whenEmpty: Bool = false
        ) throws(ProbeError) {
            if try ebml.flag(value, default: whenEmpty) {
                traits.insert(trait)
            } else if trait == .isDefault {
                traits.remove(trait)
            }
        }

        func track(_ kind: MediaTrack.Kind) -> ContainerTrack {
            let told = tag.map(LanguageCode.bcp47) ?? "und"
            var format = TrackFormat(
                codec: codec, size: kind == .video ? TrackFormat.PixelSize(width: width, height: height) : nil,
                channels: kind == .audio ? channels.flatMap { Int(exactly: $0) } : nil)
            format.plane = plane
            if kind == .video { format.orientation = StoredOrientation.ofPose(yaw: yaw, roll: roll) }
            return ContainerTrack(
                number: number, kind: kind, language: told == "und" ? LanguageCode.bcp47(language) : told, title: title,
                traits: traits.union(title.map { SubtitleName.traits(ofTitle: $0) } ?? []), format: format)
        }
    }
}
