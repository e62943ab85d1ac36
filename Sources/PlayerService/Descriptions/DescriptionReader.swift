internal import DBusKit
internal import PlayerCore

/// Descriptions as clients send them; an unknown key or a wrong type is refused by name, and nothing is taken.
struct DescriptionReader {
    /// Objects and lists inside of one another in `custom`, itself included.
    private static let deepestCustom = 16

    /// The URI schemes that are taken.
    let schemes: [String]

    /// A list of descriptions, the argument of Replace and Insert.
    func descriptions(_ value: DBusValue) throws(DBusError) -> [MediaDescription] {
        guard case .array(_, let elements) = value.unwrapped else {
            throw DBusError(.invalidArgs, "items is a list of descriptions")
        }
        var descriptions: [MediaDescription] = []
        descriptions.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(DBusError) {
                descriptions.append(try description(element, uri: nil))
            } catch {
                throw DBusError(name: error.name, message: "item \(index + 1) of \(elements.count): \(error.message)")
            }
        }
        return descriptions
    }

    /// - Parameter uri: what stands in for an absent `uri`; nil makes it required.
    func description(_ value: DBusValue, uri fallback: String?) throws(DBusError) -> MediaDescription {
        var fields = MediaDetails.Fields()
        var uri = fallback
        var hasDetails = false
        for (key, value) in value.asDictionary ?? [:] {
            if key == "uri" {
                uri = try MediaURI.normalised(try FieldReader(key, value).text(), schemes: schemes)
            } else {
                hasDetails = true
                try read(FieldReader(key, value), into: &fields)
            }
        }
        guard let uri else { throw DBusError(.invalidArgs, "'uri' is missing") }
        return MediaDescription(uri: uri, details: hasDetails ? MediaDetails(fields) : nil)
    }

    private func read(_ field: FieldReader, into fields: inout MediaDetails.Fields) throws(DBusError) {
        switch field.key {
        case "identifier": fields.identifier = try field.text()
        case "title": fields.title = try field.text()
        case "subtitle": fields.subtitle = try field.text()
        case "description": fields.description = try field.text()
        case "genre": fields.genre = try field.texts()
        case "contentRating": fields.contentRating = try field.text()
        case "language": fields.language = try field.text()
        case "artist": fields.artist = try field.texts()
        case "album": fields.album = try field.text()
        case "season": fields.season = try field.number()
        case "episode": fields.episode = try field.number()
        case "date": fields.date = try field.text()
        case "artwork": fields.artwork = try field.text()
        case "start": fields.start = try field.time()
        case "in": fields.inPoint = try field.time()
        case "out": fields.outPoint = try field.time()
        case "chapters":
            // A list of them, or the address of a file with them.
            if let address = field.address {
                fields.chaptersURI = try chaptersURI(address)
            } else {
                fields.chapters = try field.objects(chapter)
            }
        case "markers": fields.markers = try field.objects(group)
        case "segments": fields.segments = try field.objects(segment)
        case "next": fields.next = try next(field)
        case "custom": fields.custom = try Self.members(of: field.object(), depth: 1)
        default: throw field.unknown
        }
    }

    private func chapter(_ object: FieldReader) throws(DBusError) -> Chapter {
        var chapter = Chapter(start: .zero)
        var hasStart = false
        var title: String?
        var titles: [ChapterTitle] = []
        for field in try object.fields() {
            switch field.key {
            case "start":
                chapter.start = try field.time()
                hasStart = true
            case "end": chapter.end = try field.time()
            case "title": title = try field.text()
            case "titles":
                for title in try field.fields() { titles.append(ChapterTitle(try title.text(), language: title.key)) }
            case "image": chapter.image = .uri(try field.text())
            case "url": chapter.url = try field.text()
            case "id": chapter.id = try field.text()
            case "level": chapter.level = UInt32(clamping: try field.number())
            case "hidden": chapter.isHidden = try field.flag()
            default: throw field.unknown
            }
        }
        guard hasStart else { throw object.missing("start") }
        chapter.titles = ChapterTitle.list(title: title, titles: titles)
        return chapter
    }

    private func chaptersURI(_ address: String) throws(DBusError) -> String {
        do throws(DBusError) {
            return try MediaURI.normalised(address, schemes: ["file", "http", "https"])
        } catch {
            throw DBusError(
                .invalidArgs,
                "'chapters' is a list of objects (aa{sv}) or the address of a file of chapters (s), not "
                    + "'\(MediaURI.shortened(address))'")
        }
    }

    private func group(_ object: FieldReader) throws(DBusError) -> MarkerGroupDescription {
        var group = MarkerGroupDescription(title: "", markers: [])
        for field in try object.fields() {
            switch field.key {
            case "title": group.title = try field.text()
            case "markers": group.markers = try field.objects(chapter)
            default: throw field.unknown
            }
        }
        return group
    }

    private func segment(_ object: FieldReader) throws(DBusError) -> SegmentDescription {
        var (start, end, kind): (MediaTime?, MediaTime?, String?) = (nil, nil, nil)
        var (action, id, title): (String?, String?, String?) = (nil, nil, nil)
        for field in try object.fields() {
            switch field.key {
            case "start": start = try field.time()
            case "end": end = try field.time()
            case "kind": kind = try field.text()
            case "id": id = try field.text()
            case "action": action = try field.text()
            case "title": title = try field.text()
            default: throw field.unknown
            }
        }
        guard let start else { throw object.missing("start") }
        guard let end else { throw object.missing("end") }
        guard let kind else { throw object.missing("kind") }
        var segment = SegmentDescription(start: start, end: end, kind: kind)
        (segment.action, segment.id) = (action, id)
        segment.title = title
        return segment
    }

    private func next(_ object: FieldReader) throws(DBusError) -> NextDescription {
        var next = NextDescription(uri: "")
        for field in try object.fields() {
            switch field.key {
            case "uri": next.uri = try MediaURI.normalised(try field.text(), schemes: schemes)
            case "title": next.title = try field.text()
            case "subtitle": next.subtitle = try field.text()
            case "artwork": next.artwork = try field.text()
            case "presentAt": next.presentAt = try field.time()
            case "automaticAcceptanceInterval": next.automaticAcceptanceInterval = try field.real()
            default: throw field.unknown
            }
        }
        guard !next.uri.isEmpty else { throw object.missing("uri") }
        return next
    }

    /// - Parameter depth: of the object itself.
    private static func members(
        of object: [String: DBusValue], depth: Int
    ) throws(DBusError) -> [String: DescriptionValue] {
        var members: [String: DescriptionValue] = [:]
        for (key, value) in object { members[key] = try Self.value(value, depth: depth + 1) }
        return members
    }

    private static func value(_ value: DBusValue, depth: Int) throws(DBusError) -> DescriptionValue {
        // Lists need more containers on the way out than on the way in: one item that is too deep to be sent back would
        // keep the whole queue from being read.
        guard depth <= deepestCustom else {
            throw DBusError(.invalidArgs, "'custom' is nested deeper than \(deepestCustom)")
        }
        switch value.unwrapped {
        case .boolean(let value): return .bool(value)
        case .double(let value): return .number(value)
        // D-Bus has no null; the root path is its usual stand-in.
        case .objectPath("/"): return .null
        case .string(let text), .objectPath(let text), .signature(let text): return .string(text)
        case .dictionary: return .object(try members(of: value.asDictionary ?? [:], depth: depth))
        case .array, .structure, .bytes:
            var elements: [DescriptionValue] = []
            for element in value.asArray ?? [] { elements.append(try Self.value(element, depth: depth + 1)) }
            return .list(elements)
        case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64:
            return value.asInt64.map { .integer($0) } ?? .number(value.asDouble ?? 0)
        case .descriptor: throw DBusError(.invalidArgs, "'custom' cannot hold an open file")
        case .variant: return .string("")
        }
    }
}
