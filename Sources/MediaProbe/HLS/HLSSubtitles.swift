internal import MediaContainers

/// The subtitles of an HLS stream: WebVTT in segments (RFC 8216 section 3.5).
enum HLSSubtitles {
    /// The maximum time to load the segments of one playlist.
    static let longestLoad = Duration.seconds(60)

    /// Joins the lines of all segments into an ASS script. Segments that cannot be read are left out. Blocks.
    ///
    /// The times of lines are relative to the stream's start, as the first segment maps them. A line that several
    /// segments repeat is shown once.
    ///
    /// - Parameters:
    ///   - uri: of the playlist, for relative references. A server's playlist cannot name local files.
    ///   - load: returns the bytes of a segment.
    /// - Throws: a clause that states why there are no lines.
    static func script(
        _ playlist: HLSMediaPlaylist, uri: String, load: (String) throws(ProbeError) -> [UInt8]
    ) throws(ProbeError) -> [UInt8] {
        guard playlist.isEnded else { throw .malformed("subtitles of live streams are not supported") }
        let base = ListBase(uri: uri) { _ in false }
        let end = ContinuousClock.now + longestLoad
        var cues: [SubtitleCue] = []
        var known: Set<SubtitleCue> = []
        var origin: Int64?
        var failure: ProbeError?
        // Together as much as one file.
        var budget = MediaProbe.largestSubtitles
        for segment in playlist.segments
        where cues.count < SubtitleCue.most && budget > 0 && ContinuousClock.now < end {
            do throws(ProbeError) {
                guard case .uri(let uri) = base.target(ofReference: segment.uri) else { continue }
                let bytes = try load(uri)
                budget -= bytes.count
                guard let text = TextGuess.unicode(bytes) else {
                    throw .malformed("it is not text")
                }
                let mapped = offset(in: text)
                if origin == nil { origin = mapped }
                for var cue in SubtitleBlocks.webVTT(text) {
                    let shift = mapped - (origin ?? mapped)
                    cue.start = max(0, cue.start + shift)
                    cue.end += shift
                    guard cue.end > cue.start else { continue }
                    if known.insert(cue).inserted { cues.append(cue) }
                }
            } catch {
                failure = error
            }
        }
        guard !cues.isEmpty else { throw failure ?? .malformed("it holds no lines") }
        return Array(ASSScript.text(cues.sorted { $0.start < $1.start }).utf8)
    }

    /// The time of the stream at the time 0 of a segment's lines, in milliseconds:
    /// `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000`; 0 without a map.
    private static func offset(in text: String) -> Int64 {
        let head = text.prefix(1_024).split(whereSeparator: \.isNewline).prefix { !$0.contains("-->") }
        guard let line = head.first(where: { $0.hasPrefix("X-TIMESTAMP-MAP=") }) else { return 0 }
        var (local, stream): (Int64, Int64) = (0, 0)
        for part in line.dropFirst("X-TIMESTAMP-MAP=".count).split(separator: ",") {
            if part.hasPrefix("LOCAL:") {
                local = SubtitleClock.milliseconds(part.dropFirst(6)) ?? 0
            } else if part.hasPrefix("MPEGTS:"), let ticks = Int64(part.dropFirst(7).trimmed) {
                // 33 bits at 90 kHz.
                stream = (ticks & (1 << 33 - 1)) / 90
            }
        }
        return stream - local
    }
}
