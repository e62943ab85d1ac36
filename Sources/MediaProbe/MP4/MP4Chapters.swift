internal import MediaContainers
internal import PlayerCore

/// A track that other tracks name as their chapter track.
struct MP4ChapterTrack {
    var track: MP4Track
    var content: MP4Track.Content
    var timescale: MP4Timescale
    /// Sorted by time.
    var samples: [MP4Sample]
}

/// Assembles the chapters of a movie: titles in several languages and pictures, or Nero's list if no track has titles.
struct MP4ChapterReader {
    let boxes: MP4Boxes
    let movie: MP4Movie
    let uri: String

    /// Starts this close belong to one chapter: languages may have different timescales.
    private static let sameStart = MediaTime(microseconds: 1_000)

    /// The chapter tracks that other tracks refer to (`tref`/`chap`), enabled ones first: of several languages the
    /// enabled one is the file's own choice.
    func tracks() -> [MP4ChapterTrack] {
        var ids: [UInt32] = []
        for track in movie.tracks where track.handler != "text" && track.handler != "sbtl" {
            ids += track.chapterTracks.filter { $0 != track.id && !ids.contains($0) }
        }
        let found = ids.compactMap { id in movie.tracks.first { $0.id == id }.flatMap(chapterTrack) }
        return found.filter(\.track.isEnabled) + found.filter { !$0.track.isEnabled }
    }

    private func chapterTrack(_ track: MP4Track) -> MP4ChapterTrack? {
        guard let box = track.sampleTable else { return nil }
        let table = MP4SampleTableReader(boxes, box)
        guard let content = table.content(handler: track.handler) else { return nil }
        guard let timescale = track.timescale else {
            boxes.note("its chapter track \(track.id) has a timescale of 0")
            return nil
        }
        return MP4ChapterTrack(track: track, content: content, timescale: timescale, samples: table.samples())
    }

    /// Sorted by start.
    func chapters(_ tracks: [MP4ChapterTrack]) -> [Chapter] {
        var chapters: [Chapter] = []
        for track in tracks where track.content == .text { merge(titled(track), into: &chapters) }
        if chapters.isEmpty { chapters = neroChapters() }
        addPictures(of: tracks, to: &chapters)
        return chapters
    }

    private func pieces(of track: MP4ChapterTrack) -> [MP4EditList.Piece] {
        let edits = MP4EditList(boxes, track.track.edits, movie: movie.timescale, media: track.timescale)
        let times = track.samples.map { sample in
            let start = track.timescale.time(sample.start)
            return start..<max(start, track.timescale.time(sample.end))
        }
        return edits.pieces(of: times, limit: boxes.limits.chapters)
    }

    private func titled(_ track: MP4ChapterTrack) -> [Chapter] {
        var texts: [Int: MP4ChapterSample] = [:]
        return pieces(of: track).map { piece in
            let text = texts[piece.sample] ?? self.text(track.samples[piece.sample], of: track.track.id)
            texts[piece.sample] = text
            let titles = text.title.isEmpty ? [] : [ChapterTitle(text.title, language: track.track.language)]
            var chapter = Chapter(start: piece.start, end: piece.end, titles: titles, source: "quicktime")
            chapter.url = text.url
            return chapter
        }
    }

    /// A chapter whose text cannot be read has no title, but its start is still known.
    private func text(_ sample: MP4Sample, of track: UInt32) -> MP4ChapterSample {
        do throws(ProbeError) {
            guard let offset = sample.offset else { throw .malformed("the file does not say where it is") }
            return try MP4ChapterSample(boxes, at: offset, length: sample.length)
        } catch {
            boxes.note("a title in its chapter track \(track) cannot be read: \(error.message)")
            return MP4ChapterSample()
        }
    }

    /// Merges chapters that start together into one with several titles; each takes at most one title per track.
    private func merge(_ others: [Chapter], into chapters: inout [Chapter]) {
        let known = chapters.count
        var next = 0
        for other in others {
            while next < known, chapters[next].start + Self.sameStart < other.start { next += 1 }
            guard next < known, chapters[next].start <= other.start + Self.sameStart else {
                if chapters.count < boxes.limits.chapters { chapters.append(other) }
                continue
            }
            chapters[next].titles += other.titles.filter { !chapters[next].titles.contains($0) }
            chapters[next].url = chapters[next].url ?? other.url
            next += 1
        }
        // Sorted by start, then in the given order: `sort` is not guaranteed to be stable.
        chapters = chapters.enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }

    /// A chapter has the picture that is shown when it starts.
    private func addPictures(of tracks: [MP4ChapterTrack], to chapters: inout [Chapter]) {
        for track in tracks {
            guard case .pictures(let mediaType) = track.content else { continue }
            let pieces = pieces(of: track).sorted { $0.start < $1.start }
            var next = 0
            for index in chapters.indices {
                let start = chapters[index].start
                while next + 1 < pieces.count, pieces[next + 1].start <= start + Self.sameStart { next += 1 }
                guard next < pieces.count, chapters[index].image == nil else { continue }
                let piece = pieces[next]
                guard piece.start <= start + Self.sameStart, start < max(piece.end, piece.start + Self.sameStart)
                else { continue }
                chapters[index].image = picture(track.samples[piece.sample], mediaType: mediaType)
            }
        }
    }

    private func picture(_ sample: MP4Sample, mediaType: String?) -> ImageSource? {
        guard let offset = sample.offset, sample.length > 0 else { return nil }
        guard boxes.contains(offset, sample.length) else {
            boxes.note("a chapter's picture lies behind its end")
            return nil
        }
        return .embedded(EmbeddedImage(uri: uri, offset: offset, length: sample.length, mediaType: mediaType))
    }

    /// Nero's list in the movie's user data: starts in units of 100 ns, titles in UTF-8.
    private func neroChapters() -> [Chapter] {
        guard let userData = movie.userData else { return [] }
        var chapters: [Chapter] = []
        _ = boxes.attempt(boxes.children(of: userData).first { $0.type == "chpl" }) { box throws(ProbeError) -> Void? in
            var header = try boxes.fields(of: box, atMost: 9)
            let isWide = try header.u8() != 0
            // A byte of unknown meaning precedes the count of version 1.
            try header.skip(isWide ? 4 : 3)
            let count = isWide ? try header.u32() : UInt32(try header.u8())
            var offset = box.dropping(isWide ? 9 : 5).content.lowerBound
            while chapters.count < min(Int(clamping: count), boxes.limits.chapters) {
                try boxes.bytes.countElement()
                let left = box.content.upperBound - offset
                guard left >= 9 else { throw .truncated }
                var entry = MP4Fields(try boxes.bytes.available(at: offset, count: Int(min(9 + 255, left))))
                let start = try entry.u64()
                let title = try entry.shortBytes()
                offset += 9 + Int64(title.count)
                let (nanoseconds, overflow) = start.multipliedReportingOverflow(by: 100)
                let text = MP4Text.string(title, .undeclared, limit: boxes.limits.text)
                chapters.append(
                    Chapter(
                        start: MediaTime(nanoseconds: overflow ? .max : Int64(clamping: nanoseconds)),
                        titles: text.isEmpty ? [] : [ChapterTitle(text)], source: "nero"))
            }
        }
        var sorted: [Chapter] = []
        merge(chapters, into: &sorted)
        return sorted
    }
}
