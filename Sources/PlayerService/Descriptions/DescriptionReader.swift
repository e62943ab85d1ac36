internal import DBusKit
internal import PlayerCore

/// Reads descriptions from clients. Unknown keys and wrong types are refused by name, and nothing is accepted then.
struct DescriptionReader {
    /// The accepted URI schemes.
    let schemes: [String]

    /// Reads a list of descriptions, the argument of Replace and Insert.
    func descriptions(_ value: DBusValue) throws(DBusError) -> [MediaDescription] {
        guard case .array(_, let elements) = value.unwrapped else {
            throw DBusError(.invalidArgs, "'items' must be a list of descriptions.")
        }
        try FieldReader.check(elements.count, at: "items", most: Queue.limit)
        var descriptions: [MediaDescription] = []
        descriptions.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(DBusError) {
                descriptions.append(try description(element, uri: nil))
            } catch {
                throw DBusError(name: error.name, message: "Item \(index + 1) of \(elements.count): \(error.message)")
            }
        }
        return descriptions
    }

    /// - Parameter uri: the default for a missing `uri`; nil makes `uri` mandatory.
    func description(_ value: DBusValue, uri fallback: String?) throws(DBusError) -> MediaDescription {
        var fields = MediaDetails.Fields()
        var uri = fallback
        var hasDetails = false
        for (key, value) in value.asDictionary ?? [:] {
            if key == "uri" {
                uri = try MediaURI.normalised(try FieldReader(key, value).text(), schemes: schemes)
            } else {
                hasDetails = true
                try read(FieldReader(key, value), MediaDetails.Fields.table[key], into: &fields)
            }
        }
        guard let uri else { throw DBusError(.invalidArgs, "'uri' is missing.") }
        return MediaDescription(uri: uri, details: hasDetails ? MediaDetails(fields) : nil)
    }

    /// - Parameter known: the definition of the field; nil if there is no such key.
    private func read<Owner>(
        _ field: FieldReader, _ known: DescriptionField<Owner>?, into owner: inout Owner
    ) throws(DBusError) {
        guard let known else { throw field.unknown }
        switch known.kind {
        case .text(let path), .paragraphs(let path): owner[keyPath: path] = try field.text()
        case .location(let path), .link(let path): owner[keyPath: path] = try field.location()
        case .texts(let path): owner[keyPath: path] = try field.texts()
        case .number(let path): owner[keyPath: path] = try field.number()
        case .real(let path): owner[keyPath: path] = try field.real()
        case .choice(let path): owner[keyPath: path] = try field.flag()
        case .flag(let path): owner[keyPath: path] = try field.flag()
        case .level(let path): owner[keyPath: path] = UInt32(clamping: try field.number())
        case .time(let path): owner[keyPath: path] = try field.time()
        case .picture(let path): owner[keyPath: path] = .uri(try field.location())
        case .name(let path), .requiredText(let path): owner[keyPath: path] = try field.text()
        case .requiredTime(let path): owner[keyPath: path] = try field.time()
        case .requiredMedia(let path):
            owner[keyPath: path] = try MediaURI.normalised(try field.text(), schemes: schemes)
        case .requiredMediaList(let path):
            let texts = try field.texts()
            try FieldReader.check(texts.count, at: field.key, most: DescriptionLimits.assets)
            var uris: [String] = []
            for text in texts { uris.append(try MediaURI.normalised(text, schemes: schemes)) }
            owner[keyPath: path] = uris
        case .title(let path): owner[keyPath: path] = [ChapterTitle(try field.text())]
        case .titles(let path):
            var titles: [ChapterTitle] = []
            for title in try field.fields(most: DescriptionLimits.languages) {
                try FieldReader.check(title.key, at: field.key, longest: LanguageMatching.longest)
                titles.append(ChapterTitle(try title.text(), language: title.key))
            }
            owner[keyPath: path] = ChapterTitle.list(title: owner[keyPath: path].first?.text, titles: titles)
        case .source: throw field.unknown
        case .chapters(let path, let address):
            if let text = field.address {
                owner[keyPath: address] = try chaptersURI(text)
            } else {
                owner[keyPath: path] = try field.objects(chapter)
            }
        case .markers(let path): owner[keyPath: path] = try field.objects(most: DescriptionLimits.groups, group)
        case .segments(let path): owner[keyPath: path] = try field.objects(segment)
        case .interstitials(let path): owner[keyPath: path] = try field.objects(interstitial)
        case .parts(let path): owner[keyPath: path] = try field.objects(most: DescriptionLimits.parts, part)
        case .timed(let path): owner[keyPath: path] = try field.objects(timed)
        case .next(let path):
            owner[keyPath: path] = try object(field, NextDescription(uri: ""), NextDescription.table)
        case .headers(let path):
            let headers = try field.stringsByName(most: DescriptionLimits.headers)
            if let refusal = HTTPHeaders.refusal(of: headers) { throw field.makesNoSense(refusal) }
            owner[keyPath: path] = headers
        case .custom(let path):
            let custom = try Self.members(of: field.object())
            if let refusal = DescriptionLimits.refusal(ofCustom: custom) {
                throw DBusError(.invalidArgs, "'custom' \(refusal).")
            }
            owner[keyPath: path] = custom
        }
    }

    /// - Parameter empty: the initial value of the owner.
    private func object<Owner>(
        _ object: FieldReader, _ empty: Owner, _ table: DescriptionTable<Owner>
    ) throws(DBusError) -> Owner {
        var owner = empty
        // Sorted by key, so that a title is read before the titles.
        let fields = try object.fields()
        var others = 0
        for field in fields {
            if let path = table.others(for: field.key) {
                others += 1
                try FieldReader.check(others, at: object.key, most: DescriptionLimits.attributes)
                owner[keyPath: path][field.key] = try field.attribute()
            } else {
                try read(field, table[field.key], into: &owner)
            }
        }
        for field in table.fields where field.isRequired && !fields.contains(where: { $0.key == field.key }) {
            throw object.missing(field.key)
        }
        return owner
    }

    private func chapter(_ field: FieldReader) throws(DBusError) -> Chapter {
        try object(field, Chapter(start: .zero), Chapter.table)
    }

    private func segment(_ field: FieldReader) throws(DBusError) -> SegmentDescription {
        try object(field, SegmentDescription(start: .zero, end: .zero, kind: ""), SegmentDescription.table)
    }

    private func interstitial(_ field: FieldReader) throws(DBusError) -> InterstitialDescription {
        let interstitial = try object(field, InterstitialDescription(), InterstitialDescription.table)
        if let problem = interstitial.problem { throw field.makesNoSense(problem) }
        return interstitial
    }

    private func part(_ field: FieldReader) throws(DBusError) -> MediaPart {
        let part = try object(field, MediaPart(uri: "", duration: .zero), MediaPart.table)
        guard part.duration > .zero else { throw field.makesNoSense("its duration is not above zero") }
        return part
    }

    private func timed(_ field: FieldReader) throws(DBusError) -> TimedRange {
        let range = try object(field, TimedRange(start: .zero), TimedRange.table)
        guard range.end.map({ $0 >= range.start }) ?? true else { throw field.makesNoSense("it ends before it starts") }
        return range
    }

    private func chaptersURI(_ address: String) throws(DBusError) -> String {
        do throws(DBusError) {
            return try MediaURI.normalised(address, schemes: ["file", "http", "https"])
        } catch {
            throw DBusError(
                .invalidArgs,
                "'chapters' must be a list of objects (aa{sv}) or the address of a chapter file (s), not "
                    + "'\(MediaURI.shortened(address))'.")
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

    private static func members(of object: [String: DBusValue]) throws(DBusError) -> [String: DescriptionValue] {
        var members: [String: DescriptionValue] = [:]
        for (key, value) in object { members[key] = try Self.value(value) }
        return members
    }

    /// D-Bus limits the depth of the recursion.
    private static func value(_ value: DBusValue) throws(DBusError) -> DescriptionValue {
        switch value.unwrapped {
        case .boolean(let value): return .bool(value)
        case .double(let value): return .number(value)
        // D-Bus has no null, for which the root path is the usual substitute.
        case .objectPath("/"): return .null
        case .string(let text), .objectPath(let text), .signature(let text): return .string(text)
        case .dictionary: return .object(try members(of: value.asDictionary ?? [:]))
        case .array, .structure, .bytes:
            var elements: [DescriptionValue] = []
            for element in value.asArray ?? [] { elements.append(try Self.value(element)) }
            return .list(elements)
        case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64:
            return value.asInt64.map { .integer($0) } ?? .number(value.asDouble ?? 0)
        case .descriptor: throw DBusError(.invalidArgs, "'custom' cannot contain a file descriptor.")
        case .variant: return .string("")
        }
    }
}
