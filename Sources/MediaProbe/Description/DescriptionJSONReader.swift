internal import MediaContainers
internal import PlayerCore

/// Reads a description's JSON, member by member.
struct DescriptionJSONReader {
    private(set) var notes: SidecarNotes

    /// The members that inspecting adds to a description: printed output may be used as input.
    private static let added: Set = [
        "duration", "container", "locales", "problems", "tracks", "source", "item", "state", "error",
    ]

    init(_ notes: SidecarNotes) { self.notes = notes }

    mutating func reading(_ whole: JSONObject) -> DescriptionJSON.Reading {
        var reading = DescriptionJSON.Reading()
        var whole = whole
        reading.uri = whole.string("uri")
        _ = read(&whole, MediaDetails.Fields.table, into: &reading.fields, beside: ["uri"])
        report(whole)
        return reading
    }

    /// - Parameter others: keys that are read elsewhere.
    /// - Returns: whether every required field is present.
    private mutating func read<Owner>(
        _ object: inout JSONObject, _ table: DescriptionTable<Owner>, into owner: inout Owner,
        beside others: Set<String> = []
    ) -> Bool {
        var missing = Set(table.fields.lazy.filter(\.isRequired).map(\.key))
        // Sorted by key, so that a title is read before the titles.
        var attributes = 0
        for key in object.members.keys.sorted() where !others.contains(key) {
            if let path = table.others(for: key) {
                attributes += 1
                guard attributes <= DescriptionLimits.attributes else {
                    object.note("there are more than \(DescriptionLimits.attributes) of these; it is left out", key)
                    continue
                }
                owner[keyPath: path][key] = attribute(key, &object)
                continue
            }
            guard let field = table[key] else {
                noteUnknown(key, &object)
                continue
            }
            if read(field, &object, into: &owner) { missing.remove(key) }
        }
        for field in table.fields where field.isRequired && object.members[field.key] == nil {
            object.note("it is missing", field.key)
        }
        return missing.isEmpty
    }

    /// - Returns: false for a required field that cannot be read.
    private mutating func read<Owner>(
        _ field: DescriptionField<Owner>, _ object: inout JSONObject, into owner: inout Owner
    ) -> Bool {
        let key = field.key
        func take<Value>(_ value: Value?, _ path: WritableKeyPath<Owner, Value>) -> Bool {
            guard let value else { return false }
            owner[keyPath: path] = value
            return true
        }
        switch field.kind {
        case .requiredText(let path): return take(text(key, &object), path)
        case .requiredTime(let path): return take(object.time(key), path)
        case .requiredMedia(let path): return take(media(key, &object), path)
        case .requiredMediaList(let path): return take(mediaList(key, &object), path)
        case .text(let path): owner[keyPath: path] = text(key, &object)
        case .name(let path): owner[keyPath: path] = text(key, &object) ?? ""
        case .paragraphs(let path): owner[keyPath: path] = object.string(key).map { clipped($0) }
        case .texts(let path): owner[keyPath: path] = texts(key, &object)
        case .number(let path): owner[keyPath: path] = object.integer(key)
        case .real(let path): owner[keyPath: path] = object.number(key)
        case .choice(let path): owner[keyPath: path] = object.flag(key)
        case .flag(let path): owner[keyPath: path] = object.flag(key) ?? false
        case .level(let path): owner[keyPath: path] = object.integer(key) ?? 0
        case .time(let path): owner[keyPath: path] = object.time(key)
        case .location(let path), .link(let path): owner[keyPath: path] = reference(key, &object)
        case .picture(let path): owner[keyPath: path] = reference(key, &object).map { .uri($0) }
        case .title(let path): owner[keyPath: path] = text(key, &object).map { [ChapterTitle($0)] } ?? []
        case .titles(let path):
            owner[keyPath: path] = ChapterTitle.list(
                title: owner[keyPath: path].first?.text, titles: titles(key, &object))
        // Printed output may be used as input.
        case .source: break
        case .chapters(let path, let address):
            if case .string = object.members[key] {
                owner[keyPath: address] = reference(key, &object)
            } else {
                owner[keyPath: path] = chapters(key, &object)
            }
        case .markers(let path): owner[keyPath: path] = groups(key, &object)
        case .segments(let path): owner[keyPath: path] = segments(key, &object)
        case .interstitials(let path): owner[keyPath: path] = interstitials(key, &object)
        case .timed(let path): owner[keyPath: path] = timed(key, &object)
        case .next(let path): owner[keyPath: path] = next(key, &object)
        // Only for clients: a file beside an item must not play others in its place.
        case .parts: object.note("only clients can set parts; they are ignored", key)
        // Only for clients: a file beside an item must not cause requests to servers.
        case .headers: object.note("only clients can set headers; they are ignored", key)
        case .custom(let path): owner[keyPath: path] = custom(key, &object)
        }
        return true
    }

    private func texts(_ key: String, _ object: inout JSONObject) -> [String]? {
        guard let texts = object.strings(key) else { return nil }
        return bounded(texts, most: DescriptionLimits.texts, key, &object).compactMap { notes.text($0) }
    }

    private func custom(_ key: String, _ object: inout JSONObject) -> [String: DescriptionValue]? {
        guard let custom = object.object(key)?.members.mapValues({ Self.value($0) }) else { return nil }
        guard let refusal = DescriptionLimits.refusal(ofCustom: custom) else { return custom }
        object.note("it \(refusal), and is left out", key)
        return nil
    }

    private mutating func chapters(_ key: String, _ object: inout JSONObject) -> [Chapter]? {
        marks(key, &object)?.compactMap { chapter($0) }
    }

    private func marks(_ key: String, _ object: inout JSONObject) -> ArraySlice<JSONObject>? {
        object.objects(key).map { bounded($0, most: notes.limits.chapters, key, &object) }
    }

    private func bounded<Element>(
        _ elements: [Element], most: Int, _ key: String, _ object: inout JSONObject
    ) -> ArraySlice<Element> {
        if elements.count > most { object.note("it has more than \(most) entries, the rest is left out", key) }
        return elements.prefix(most)
    }

    private mutating func chapter(_ found: JSONObject) -> Chapter? {
        var object = found
        defer { report(object) }
        var chapter = Chapter(start: .zero, source: notes.source.isEmpty ? nil : notes.source)
        guard read(&object, Chapter.table, into: &chapter) else { return nil }
        if let end = chapter.end, end < chapter.start {
            object.note("it is before the start", "end")
            chapter.end = nil
        }
        return chapter
    }

    private mutating func titles(_ key: String, _ object: inout JSONObject) -> [ChapterTitle] {
        guard var languages = object.object(key) else { return [] }
        var titles: [ChapterTitle] = []
        for language in bounded(languages.members.keys.sorted(), most: DescriptionLimits.languages, key, &object) {
            guard !language.isEmpty, language.utf8.count <= LanguageMatching.longest else {
                languages.note("it is not a language", language)
                continue
            }
            guard let title = text(language, &languages) else { continue }
            titles.append(ChapterTitle(title, language: language))
        }
        object.take(languages)
        return titles
    }

    private mutating func groups(_ key: String, _ object: inout JSONObject) -> [MarkerGroupDescription]? {
        guard let objects = object.objects(key) else { return nil }
        return bounded(objects, most: DescriptionLimits.groups, key, &object).map { found in
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
        marks(key, &object)?.compactMap { segment($0) }
    }

    private mutating func segment(_ found: JSONObject) -> SegmentDescription? {
        var object = found
        defer { report(object) }
        var segment = SegmentDescription(start: .zero, end: .zero, kind: "")
        segment.source = notes.source.isEmpty ? nil : notes.source
        guard read(&object, SegmentDescription.table, into: &segment) else { return nil }
        guard segment.end >= segment.start else {
            object.note("it is before the start", "end")
            return nil
        }
        return segment
    }

    private mutating func interstitials(_ key: String, _ object: inout JSONObject) -> [InterstitialDescription]? {
        marks(key, &object)?.compactMap { found in
            var object = found
            defer { report(object) }
            var interstitial = InterstitialDescription()
            guard read(&object, InterstitialDescription.table, into: &interstitial) else { return nil }
            if let problem = interstitial.problem {
                object.note(problem, "uris")
                return nil
            }
            return interstitial
        }
    }

    /// Media that cannot be played are left out.
    private func mediaList(_ key: String, _ object: inout JSONObject) -> [String]? {
        guard let texts = object.strings(key) else { return nil }
        return bounded(texts, most: DescriptionLimits.assets, key, &object).compactMap { text in
            guard let folder = notes.folder else { return text }
            do throws(ProbeError) {
                return try folder.resolvedMedia(text)
            } catch {
                object.note(error.message, key)
                return nil
            }
        }
    }

    private mutating func timed(_ key: String, _ object: inout JSONObject) -> [TimedRange]? {
        marks(key, &object)?.compactMap { found in
            var object = found
            defer { report(object) }
            var range = TimedRange(start: .zero)
            guard read(&object, TimedRange.table, into: &range) else { return nil }
            if let end = range.end, end < range.start {
                object.note("it is before the start", "end")
                return nil
            }
            return range
        }
    }

    /// Text or a number: JSON has no bytes.
    private func attribute(_ key: String, _ object: inout JSONObject) -> TimedValue? {
        switch object.members[key] {
        case .integer(let value): .number(Double(value))
        case .number(let value) where value.isFinite: .number(value)
        case .null: nil
        default: text(key, &object).map { .text($0) }
        }
    }

    private mutating func next(_ key: String, _ object: inout JSONObject) -> NextDescription? {
        guard var next = object.object(key) else { return nil }
        defer { report(next) }
        var description = NextDescription(uri: "")
        return read(&next, NextDescription.table, into: &description) ? description : nil
    }

    private func text(_ key: String, _ object: inout JSONObject) -> String? {
        object.string(key).flatMap { notes.text($0) }
    }

    /// Line breaks are kept: a description has paragraphs.
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

    /// Without a folder, the reference is returned as written.
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
        object.note("unknown key", key)
    }

    private mutating func report(_ object: JSONObject) {
        for problem in object.problems { notes.note(problem.text, at: problem.place) }
    }

    /// A null value stays null.
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
