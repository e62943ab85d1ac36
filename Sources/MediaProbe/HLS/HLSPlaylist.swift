public import PlayerCore

/// An HLS playlist: a list of variants, or of segments (RFC 8216 section 4).
public enum HLSPlaylist: Hashable, Sendable {
    case master(HLSMasterPlaylist)
    case media(HLSMediaPlaylist)

    /// The maximum size of a playlist in bytes: enough for a day of segments of two seconds.
    public static let largest = 16 << 20
    /// The maximum number of variants of one programme.
    static let mostVariants = 1_000

    /// Parses a playlist; nil if the bytes are not one.
    ///
    /// - Parameter uri: of the playlist, for relative references.
    public static func read(_ bytes: [UInt8], uri: String) -> HLSPlaylist? {
        guard ListKind.isHLS(bytes) else { return nil }
        let base = RemoteReference(uri)
        var reader = HLSReader(base: base, assets: ListBase(uri: uri) { _ in false })
        let lines = ListText(bytes)
        lines.forEachLine { reader.take(lines.text($0)) }
        return reader.master.variants.isEmpty ? .media(reader.finished()) : .master(reader.master)
    }
}

/// The content of a media playlist at one time.
public struct HLSMediaPlaylist: Hashable, Sendable {
    public struct Segment: Hashable, Sendable {
        public var uri: String
        public var duration: MediaTime
        /// Microseconds since 1970; nil if not given.
        public var date: Int64?
        /// Whether its timestamps are unrelated to the previous ones.
        public var isDiscontinuous = false
    }

    /// A day of segments of two seconds has 43,200.
    static let mostSegments = 100_000

    public var targetDuration = MediaTime(nanoseconds: 10_000_000_000)
    /// The media sequence number of the first segment.
    public var sequence: Int64 = 0
    public var segments: [Segment] = []
    /// Whether the playlist is complete.
    public var isEnded = false
    var ranges: [HLSDateRange] = []

    public var duration: MediaTime { segments.reduce(.zero) { $0 + $1.duration } }
}

/// Parses a playlist line by line.
private struct HLSReader {
    let base: RemoteReference?
    /// The base of the addresses of interstitials' assets. A server's playlist cannot name local files.
    let assets: ListBase
    var master = HLSMasterPlaylist()
    private var playlist = HLSMediaPlaylist()
    /// The properties in the lines before a segment.
    private var pending = HLSMediaPlaylist.Segment(uri: "", duration: .zero)
    private var isVariant = false

    init(base: RemoteReference?, assets: ListBase) {
        self.base = base
        self.assets = assets
    }

    /// - Returns: whether to continue reading.
    mutating func take(_ line: String) -> Bool {
        guard line.hasPrefix("#") else {
            takeURI(line)
            return playlist.segments.count < HLSMediaPlaylist.mostSegments
                && master.variants.count < HLSPlaylist.mostVariants
        }
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        let value = colon < line.endIndex ? line[line.index(after: colon)...].trimmed : ""
        switch line[..<colon].trimmed {
        case "#EXTINF": pending.duration = Self.time(value.prefix { $0 != "," }) ?? .zero
        case "#EXT-X-TARGETDURATION":
            if let time = Self.time(value), time > .zero { playlist.targetDuration = time }
        case "#EXT-X-MEDIA-SEQUENCE": if let number = Int64(value), number >= 0 { playlist.sequence = number }
        case "#EXT-X-PROGRAM-DATE-TIME": pending.date = HLSDate.microseconds(String(value))
        case "#EXT-X-DISCONTINUITY": pending.isDiscontinuous = true
        case "#EXT-X-ENDLIST": playlist.isEnded = true
        case "#EXT-X-STREAM-INF":
            isVariant = true
            master.takeGroups(HLSAttributes(value))
        case "#EXT-X-MEDIA":
            if master.renditions.count < HLSMasterPlaylist.mostRenditions,
                let rendition = HLSRendition(HLSAttributes(value), assets)
            {
                master.renditions.append(rendition)
            }
        case "#EXT-X-DATERANGE":
            if playlist.ranges.count < DescriptionLimits.marks, var range = HLSDateRange(HLSAttributes(value)) {
                range.resolveAssets(assets)
                playlist.ranges.append(range)
            }
        default: break
        }
        return true
    }

    private mutating func takeURI(_ line: String) {
        let text = String(line[...].trimmed)
        if isVariant {
            if case .uri(let uri) = assets.target(ofReference: text) { master.variants.append(uri) }
            isVariant = false
        } else {
            pending.uri = Self.isAbsolute(text) ? text : base?.resolved(text) ?? text
            playlist.segments.append(pending)
            pending = HLSMediaPlaylist.Segment(uri: "", duration: .zero)
        }
    }

    /// Whether a reference begins with a scheme; a query may contain a whole address.
    private static func isAbsolute(_ reference: String) -> Bool {
        guard let colon = reference.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return reference[colon...].hasPrefix("://")
            && reference[..<colon].utf8.allSatisfy {
                $0 | 32 >= 97 && $0 | 32 <= 122 || (43...57).contains($0) && $0 != 47
            }
    }

    /// Parses seconds; a segment of a year is invalid.
    private static func time(_ text: Substring) -> MediaTime? {
        guard let seconds = Double(text.trimmed), seconds >= 0, seconds < 86_400 * 366 else { return nil }
        return MediaTime(seconds: seconds)
    }

    func finished() -> HLSMediaPlaylist { playlist }
}
