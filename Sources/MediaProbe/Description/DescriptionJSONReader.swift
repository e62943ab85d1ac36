internal import MediaContainers
internal import PlayerCore

/// Takes a description's JSON apart, member by member.
struct DescriptionJSONReader {
    private(set) var notes: SidecarNotes

    /// What inspecting adds to a description; it may be given back as it was printed.
    private static let added: Set = [
        "duration", "container", "locales", "problems", "source", "item", "state", "error",
    ]

    init(_ notes: SidecarNotes) { self.notes = notes }

    mutating func reading(_ whole: JSONObject) -> DescriptionJSON.Reading {
        var whole = whole
        var reading = DescriptionJSON.Reading()
        var fields = MediaDetails.Fields()
        for key in whole.members.keys.sorted() {
            switch key {
            case "uri": reading.uri = whole.string(key)
            case "identifier": fields.identifier = text(key, &whole)
            case "title": fields.title = text(key, &whole)
            case "subtitle": fields.subtitle = text(key, &whole)
            case "description": fields.description = whole.string(key).map { clipped($0) }
            case "genre": fields.genre = whole.strings(key)?.compactMap { notes.text($0) }
            case "contentRating": fields.contentRating = text(key, &whole)
            case "language": fields.language = text(key, &whole)
            case "artist": fields.artist = whole.strings(key)?.compactMap { notes.text($0) }
            case "album": fields.album = text(key, &whole)
            case "season": fields.season = whole.integer(key)
            case "episode": fields.episode = whole.integer(key)
            case "date": fields.date = text(key, &whole)
            case "artwork": fields.artwork = reference(key, &whole)
            case "start": fields.start = whole.time(key)
            case "in": fields.inPoint = whole.time(key)
            case "out": fields.outPoint = whole.time(key)
            case "chapters":
                if case .string = whole.members[key] {
                    fields.chaptersURI = reference(key, &whole)
                } else {
                    fields.chapters = chapters(key, &whole)
                }
            case "markers": fields.markers = groups(key, &whole)
            case "segments": fields.segments = segments(key, &whole)
            case "next": fields.next = next(key, &whole)
            case "custom": fields.custom = whole.object(key)?.members.mapValues { Self.value($0) }
            default: noteUnknown(key, &whole)
            }
        }
        report(whole)
        reading.fields = fields
        return reading
    }

    private mutating func chapters(_ key: String, _ object: inout JSONObject) -> [Chapter]? {
        bounded(key, &object)?.compactMap { chapter($0) }
    }

    private func bounded(_ key: String, _ object: inout JSONObject) -> ArraySlice<JSONObject>? {
        guard let objects = object.objects(key) else { return nil }
        if objects.count > notes.limits.chapters {
            object.note("it has more than \(notes.limits.chapters) entries, the rest is left out", key)
        }
        return objects.prefix(notes.limits.chapters)
    }

    private mutating func chapter(_ found: JSONObject) -> Chapter? {
        var object = found
        defer { report(object) }
        var chapter = Chapter(start: .zero, source: notes.source.isEmpty ? nil : notes.source)
        var (start, title): (MediaTime?, String?) = (nil, nil)
        var titles: [ChapterTitle] = []
        for key in object.members.keys.sorted() {
            switch key {
            case "start": start = object.time(key)
            case "end": chapter.end = object.time(key)
            case "title": title = text(key, &object)
            case "titles": titles = self.titles(key, &object)
            case "image": chapter.image = reference(key, &object).map { .uri($0) }
            case "url": chapter.url = reference(key, &object)
            case "id": chapter.id = text(key, &object)
            case "level": chapter.level = object.integer(key) ?? 0
            case "hidden": chapter.isHidden = object.flag(key) ?? false
            default: noteUnknown(key, &object)
            }
        }
        guard let start else {
            if object.members["start"] == nil { object.note("it is missing", "start") }
            return nil
        }
        chapter.start = start
        if let end = chapter.end, end < start {
            object.note("it is before the start", "end")
            chapter.end = nil
        }
        chapter.titles = ChapterTitle.list(title: title, titles: titles)
        return chapter
    }

    private mutating func titles(_ key: String, _ object: inout JSONObject) -> [ChapterTitle] {
        guard var languages = object.object(key) else { return [] }
        var titles: [ChapterTitle] = []
        for language in languages.members.keys.sorted().prefix(SidecarNotes.mostTitles) {
            // The longest tag that RFC 5646 asks for room for has 35 characters.
            guard !language.isEmpty, language.utf8.count <= 64 else {
                languages.note("it is no language", language)
                continue
            }
            guard let title = text(language, &languages) else { continue }
            titles.append(ChapterTitle(title, language: language))
        }
        object.take(languages)
        return titles
    }

    private mutating func groups(_ key: String, _ object: inout JSONObject) -> [MarkerGroupDescription]? {
        object.objects(key)?.map { found in
            var group = found
            var description = MarkerGroupDescription(title: "", markers: [])
            for key in group.members.keys.sorted() {
                switch key {
                case "title": description.title = text(key, &group) ?? ""
                case "markers": description.markers = chapters(key, &group) ?? []
                default: noteUnknown(key, &group)
                }
            }
            report(group)
            return description
        }
    }

    private mutating func segments(_ key: String, _ object: inout JSONObject) -> [SegmentDescription]? {
        bounded(key, &object)?.compactMap { segment($0) }
    }

    private mutating func segment(_ found: JSONObject) -> SegmentDescription? {
        var object = found
        defer { report(object) }
        for key in object.members.keys.sorted()
        where !["start", "end", "kind", "action", "id", "title"].contains(key) {
            noteUnknown(key, &object)
        }
        let (start, end, kind) = (object.time("start"), object.time("end"), text("kind", &object))
        for key in ["start", "end", "kind"] where object.members[key] == nil { object.note("it is missing", key) }
        guard let start, let end, let kind else { return nil }
        guard end >= start else {
            object.note("it is before the start", "end")
            return nil
        }
        var segment = SegmentDescription(start: start, end: end, kind: kind)
        segment.action = text("action", &object)
        segment.id = text("id", &object)
        segment.title = text("title", &object)
        segment.source = notes.source.isEmpty ? nil : notes.source
        return segment
    }

    private mutating func next(_ key: String, _ object: inout JSONObject) -> NextDescription? {
        guard var next = object.object(key) else { return nil }
        defer { report(next) }
        var description = NextDescription(uri: "")
        for key in next.members.keys.sorted() {
            switch key {
            case "uri": description.uri = media(key, &next) ?? ""
            case "title": description.title = text(key, &next)
            case "subtitle": description.subtitle = text(key, &next)
            case "artwork": description.artwork = reference(key, &next)
            case "presentAt": description.presentAt = next.time(key)
            case "automaticAcceptanceInterval": description.automaticAcceptanceInterval = next.number(key)
            default: noteUnknown(key, &next)
            }
        }
        guard !description.uri.isEmpty else {
            if next.members["uri"] == nil { next.note("it is missing", "uri") }
            return nil
        }
        return description
    }

    private func text(_ key: String, _ object: inout JSONObject) -> String? {
        object.string(key).flatMap { notes.text($0) }
    }

    /// With its line ends: a description has paragraphs.
    private func clipped(_ text: String) -> String {
        guard text.utf8.count > notes.limits.text || text.utf8.contains(0) else { return text }
        return String(decoding: text.utf8.lazy.filter { $0 != 0 }.prefix(notes.limits.text), as: UTF8.self)
    }

    private func reference(_ key: String, _ object: inout JSONObject) -> String? {
        located(key, &object) { folder, text throws(ProbeError) in try folder.resolved(text) }
    }

    private func media(_ key: String, _ object: inout JSONObject) -> String? {
        located(key, &object) { folder, text throws(ProbeError) in try folder.resolvedMedia(text) }
    }

    /// As it stands there where no folder is given.
    private func located(
        _ key: String, _ object: inout JSONObject,
        _ resolve: (SidecarFolder, String) throws(ProbeError) -> String
    ) -> String? {
        guard let text = object.string(key), !text.isEmpty else { return nil }
        guard let folder = notes.folder else { return text }
        do throws(ProbeError) {
            return try resolve(folder, text)
        } catch {
            object.note(error.message, key)
            return nil
        }
    }

    private func noteUnknown(_ key: String, _ object: inout JSONObject) {
        guard !Self.added.contains(key) else { return }
        object.note("there is no such key in a description", key)
    }

    private mutating func report(_ object: JSONObject) {
        for problem in object.problems { notes.note(problem.text, at: problem.place) }
    }

    /// Nil for null: a member that is nothing is none.
    private static func value(_ value: JSONValue) -> DescriptionValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): value.isFinite ? .number(value) : .null
        case .string(let text): .string(text)
        case .array(let values): .list(values.map { Self.value($0) })
        case .object(let members): .object(members.mapValues { Self.value($0) })
        }
    }
}
