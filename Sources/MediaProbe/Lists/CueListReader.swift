internal import PlayerCore

/// Reads a cue sheet that is played itself: its files are the entries, with their tracks as chapters. A file of one track is
/// that track.
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
                list.add(ListEntry(description(sheet, sheet.tracks[index + 1] ?? []).described(uri)))
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

    private static func description(_ sheet: CueSheet.Contents, _ tracks: [Chapter]) -> MediaDetails.Fields {
        var fields = MediaDetails.Fields()
        fields.artist = sheet.performer.map { [$0] }
        fields.genre = sheet.genre.map { [$0] }
        fields.date = sheet.date
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
