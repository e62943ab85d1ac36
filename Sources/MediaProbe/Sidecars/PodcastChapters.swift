internal import PlayerCore

/// Reads Podcasting 2.0's chapters (podcastindex.org/namespace/1.0, jsonChapters.md, version 1.2). Unknown keys may
/// belong to newer versions and are ignored; so are places (`location`).
enum PodcastChapters {
    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        guard let root = notes.json(text) else { return }
        guard case .object(let members) = root, case .array(let entries)? = members["chapters"] else {
            notes.note("it has no list of chapters")
            return
        }
        notes.readObjects(entries, at: "chapters") { object, notes in
            chapter(&object, &notes).map { notes.add($0) } ?? true
        }
        notes.sort()
    }

    private static func chapter(_ object: inout JSONObject, _ notes: inout SidecarNotes) -> Chapter? {
        guard let start = object.time("startTime") else {
            if object.problems.isEmpty { notes.note("it has no startTime", at: object.place) }
            return nil
        }
        var chapter = Chapter(start: start, titles: notes.titles(object.string("title") ?? ""))
        chapter.end = object.time("endTime").flatMap { $0 >= start ? $0 : nil }
        chapter.isHidden = object.flag("toc") == false
        if let image = object.string("img"), !image.isEmpty {
            chapter.image = notes.reference(image, at: object.place).map { .uri($0) }
        }
        if let url = object.string("url"), !url.isEmpty { chapter.url = notes.reference(url, at: object.place) }
        return chapter
    }
}
