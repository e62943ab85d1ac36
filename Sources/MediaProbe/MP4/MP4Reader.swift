internal import MediaContainers
internal import PlayerCore

/// Reads MP4, M4A, M4B and QuickTime (ISO/IEC 14496-12, QuickTime File Format): chapter tracks, Nero's chapter list,
/// tags.
struct MP4Reader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool {
        let boxes = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"]
        return head.count >= 8 && boxes.contains { head[4..<8].elementsEqual($0.utf8) }
    }

    private let boxes: MP4Boxes
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        boxes = MP4Boxes(bytes)
        self.uri = uri
    }

    /// The content of the top-level boxes.
    private struct Layout {
        /// QuickTime by default (files older than `ftyp`).
        var isQuickTime = true
        var moov: MP4Box?
    }

    func read() -> ContainerFindings {
        var findings = ContainerFindings()
        let layout = layout()
        findings.container = layout.isQuickTime ? "quicktime" : "mp4"
        if let moov = layout.moov {
            let movie = MP4Movie(boxes, moov, isQuickTime: layout.isQuickTime)
            var tags = MP4TagReader(boxes, uri: uri, isQuickTime: layout.isQuickTime)
            tags.read(movie)
            findings.fields = tags.fields
            findings.tags = tags.tags
            findings.artwork = tags.artwork

            findings.tracks = movie.listedTracks(boxes)
            let reader = MP4ChapterReader(boxes: boxes, movie: movie, uri: uri)
            var tracks = reader.tracks()
            findings.duration = duration(of: movie)
            findings.frameRate = MP4FrameRate(boxes, movie).framesPerSecond
            if movie.isFragmented {
                let index = readFragments(after: moov, of: movie, into: &tracks)
                findings.duration = findings.duration ?? index
            }
            findings.chapters = reader.chapters(tracks)
            // Playback begins with the first sample of sound and pictures.
            let lead = MediaTime(nanoseconds: MP4Lead(boxes, moov)?.length ?? 0)
            if lead > .zero { findings.duration = findings.duration.map { $0 > lead ? $0 - lead : $0 } }
            let origin = movie.isFragmented ? measure(&findings) : .zero
            if origin > WrittenSpan.negligible || lead > .zero { findings.count(from: origin + lead) }
            if !findings.isMeasured { leaveOutMissing(of: movie, moov, behind: lead, &findings) }
        } else {
            boxes.note("it has no box “moov”, where its description would be")
        }
        findings.problems = boxes.problems
        return findings
    }

    /// Reads up to the movie's description; what follows it is sound and pictures.
    private func layout() -> Layout {
        var layout = Layout()
        var offset: Int64 = 0
        do throws(ProbeError) {
            while layout.moov == nil, let box = try boxes.box(at: offset, before: boxes.end) {
                if box.type == "ftyp" {
                    var brand = try boxes.fields(of: box, atMost: 4)
                    layout.isQuickTime = try brand.type() == "qt  "
                }
                if box.type == "moov" { layout.moov = box }
                offset = box.content.upperBound
            }
        } catch {
            boxes.note(error.message)
        }
        return layout
    }

    private func duration(of movie: MP4Movie) -> MediaTime? {
        guard let timescale = movie.timescale else { return nil }
        let tracks = movie.tracks.compactMap(\.duration).filter { $0 != 0 && $0 < UInt64(UInt32.max) }
        let unfragmented = movie.duration ?? tracks.max()
        // The header of a fragmented movie may count only what is in `moov`.
        return (movie.isFragmented ? movie.fragmentedDuration ?? unfragmented : unfragmented).map(timescale.time)
    }

    /// Adds samples in fragments to the chapter tracks that have none in `moov`.
    ///
    /// - Returns: the duration according to the index, if there is one for the whole file.
    private func readFragments(
        after moov: MP4Box, of movie: MP4Movie, into tracks: inout [MP4ChapterTrack]
    ) -> MediaTime? {
        let reader = MP4FragmentReader(boxes: boxes, defaults: movie.fragmentDefaults)
        var samples: [UInt32: [MP4Sample]] = [:]
        for track in tracks where track.samples.isEmpty { samples[track.track.id] = [] }
        var duration: MediaTime?
        // There may be thousands of fragments, each a request for a remote file: an eighth of the reading limit is
        // available for finding chapters in them.
        let budget = boxes.bytes.bytesRead + boxes.limits.bytes / 8
        var offset = moov.content.upperBound
        do throws(ProbeError) {
            while let box = try boxes.box(at: offset, before: boxes.end) {
                if box.type == "sidx", let index = try MP4SegmentIndex(boxes, box), isOfAll(index) {
                    duration = index.timescale.time(index.duration)
                }
                if box.type == "moof" {
                    guard !samples.isEmpty else { break }
                    reader.add(box, to: &samples)
                }
                guard boxes.bytes.bytesRead < budget else {
                    boxes.note("it has too many fragments to look for chapters in all of them")
                    break
                }
                offset = box.content.upperBound
            }
        } catch {
            boxes.note(error.message)
        }
        for index in tracks.indices {
            guard let found = samples[tracks[index].track.id] else { continue }
            // The times of a hostile file may go backward.
            tracks[index].samples = found.sorted { $0.start < $1.start }
        }
        return duration
    }

    /// The length of a fragmented file is that of its fragments: headers and indices may count only some of them. Playback
    /// begins with the first sample, whatever its time.
    ///
    /// - Returns: that time.
    private func measure(_ findings: inout ContainerFindings) -> MediaTime {
        guard
            let span =
                (try? MP4Span(
                    boxes.bytes.again(atMost: WrittenSpan.mostBytes, samples: WrittenSpan.mostSamples)
                ).read()) ?? nil
        else { return .zero }
        if span.length > .zero { (findings.duration, findings.isMeasured) = (span.length, true) }
        return span.start
    }

    /// Samples behind the end of a file that was cut off cannot be played.
    private func leaveOutMissing(
        of movie: MP4Movie, _ moov: MP4Box, behind lead: MediaTime, _ findings: inout ContainerFindings
    ) {
        guard let end = MP4CutOff(boxes.bytes)?.length(of: movie, moov), end > lead else { return }
        let length = end - lead
        guard length > .zero, findings.duration.map({ length < $0 }) ?? true
        else { return }
        findings.wholeDuration = findings.duration
        (findings.duration, findings.isMeasured) = (length, true)
    }

    /// Some files have an index for each segment instead of one for the whole file.
    private func isOfAll(_ index: MP4SegmentIndex) -> Bool {
        guard let length = boxes.bytes.length else { return false }
        if index.end >= length { return true }
        return (try? boxes.box(at: index.end, before: length))?.type == "mfra"
    }
}
