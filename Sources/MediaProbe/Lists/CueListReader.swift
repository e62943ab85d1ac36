internal import PlayerCore

/// Reads a cue sheet that is played itself. The tracks of its only file are the entries; of several files, or of a book, the
/// files are, with their tracks as chapters. A file of one track is that track.
///
/// Programs name the file that was ripped, and compress it later: without that file, one with another ending is taken.
enum CueListReader {
    /// The endings of files that a sheet's `WAVE` may have become, the usual first.
    private static let endings = ["flac", "ape", "wv", "m4a", "mp3", "opus", "ogg", "tta", "wav", "aiff", "aif"]

    static func read(_ bytes: [UInt8], _ base: ListBase) -> MediaList {
        let sheet = CueSheet.Contents(SidecarText(bytes).text)
        var list = MediaList()
        list.title = sheet.title
        for (index, file) in sheet.files.enumerated() {
            switch target(of: file, base) {
            case .uri(let uri) where !M3UReader.isName(uri): list.leaveOut("it does not end as names of media do")
            case .uri(let uri):
                for fields in entries(sheet, sheet.tracks[index + 1] ?? []) {
                    list.add(ListEntry(fields.described(uri)))
                }
            case .none(let reason): list.leaveOut(reason)
            }
            if list.isCut { break }
        }
        return list
    }

    private static func target(of file: String, _ base: ListBase) -> ListBase.Target {
        let named = base.target(ofLine: Array(file.utf8)[...], text: file)
        if case .uri(let uri) = named, base.isThere(uri) { return named }
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
        for ending in endings {
            let name = "\(stem).\(ending)"
            if case .uri(let uri) = base.target(ofLine: Array(name.utf8)[...], text: name), base.isThere(uri) {
                return .uri(uri)
            }
        }
        return named
    }

    /// What is said of the entries of a file.
    private static func entries(_ sheet: CueSheet.Contents, _ tracks: [CueSheet.Track]) -> [MediaDetails.Fields] {
        let isBook = sheet.genre.map(ContentKind.isSpoken) ?? false
        guard sheet.files.count == 1, tracks.count > 1, !isBook else { return [whole(sheet, tracks.map(\.chapter))] }
        let ends = tracks.dropFirst().map { Optional($0.chapter.start) } + [nil]
        // Nothing is to be heard of a track that begins with the next one.
        return zip(tracks, ends).filter { $0.chapter.start != $1 }.map { part(of: sheet, $0, to: $1) }
    }

    private static func part(
        of sheet: CueSheet.Contents, _ track: CueSheet.Track, to end: MediaTime?
    ) -> MediaDetails.Fields {
        var fields = common(sheet)
        fields.artist = track.performer.map { [$0] } ?? fields.artist
        fields.album = sheet.title
        fields.title = track.chapter.titles.first?.text ?? "\(sheet.title ?? "Track") \(track.number)"
        fields.track = Int32(track.number)
        (fields.inPoint, fields.outPoint) = (point(track.chapter.start), end.map(point))
        return fields
    }

    /// Rounds up to microseconds, which clients have. A track begins with a sample, and a time before it would double the
    /// last one of the track before.
    private static func point(_ time: MediaTime) -> MediaTime {
        let rest = time.nanoseconds % 1_000
        return rest > 0 ? time + MediaTime(nanoseconds: 1_000 - rest) : time
    }

    private static func common(_ sheet: CueSheet.Contents) -> MediaDetails.Fields {
        var fields = MediaDetails.Fields()
        fields.artist = sheet.performer.map { [$0] }
        fields.genre = sheet.genre.map { [$0] }
        fields.date = sheet.date
        return fields
    }

    private static func whole(_ sheet: CueSheet.Contents, _ tracks: [Chapter]) -> MediaDetails.Fields {
        var fields = common(sheet)
        if sheet.files.count > 1 || tracks.count == 1 { fields.album = sheet.title }
        if tracks.count > 1 {
            fields.title = sheet.files.count > 1 ? nil : sheet.title
            fields.chapters = tracks
        } else {
            fields.title = tracks.first?.titles.first?.text
        }
        return fields
    }
}
