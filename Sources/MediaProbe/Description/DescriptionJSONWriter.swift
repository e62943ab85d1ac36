internal import MediaContainers
internal import PlayerCore

/// Writes an inspected item as JSON.
enum DescriptionJSONWriter {
    static func text(_ item: InspectedItem) -> String {
        var members = item.description.details.map { Self.members(of: $0.fields, MediaDetails.Fields.table) } ?? [:]
        members["uri"] = item.description.uri
        members["duration"] = item.duration.map(JSONSeconds.init)
        members["container"] = item.container
        if !item.tracks.isEmpty { members["tracks"] = item.tracks.map(JSONMembers.init) }
        if !item.locales.isEmpty { members["locales"] = item.locales }
        if !item.problems.isEmpty { members["problems"] = item.problems }
        return JSONMembers(members).text
    }

    private static func members<Owner>(
        of owner: Owner, _ table: DescriptionTable<Owner>
    ) -> [String: any Encodable] {
        var members: [String: any Encodable] = [:]
        for field in table.fields { members[field.key] = value(of: field, in: owner) }
        if let others = table.others {
            for (key, value) in owner[keyPath: others.path] where members[key] == nil {
                members[key] = attribute(value)
            }
        }
        return members
    }

    /// Bytes as HLS writes them, `0x…`.
    private static func attribute(_ value: TimedValue) -> any Encodable {
        switch value {
        case .text(let text): text
        case .number(let number): JSONValue.number(number)
        case .bytes(let bytes):
            "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        }
    }

    private static func objects<Owner>(_ owners: [Owner], _ table: DescriptionTable<Owner>) -> [JSONMembers] {
        owners.map { JSONMembers(members(of: $0, table)) }
    }

    /// Nil for an absent field.
    private static func value<Owner>(of field: DescriptionField<Owner>, in owner: Owner) -> (any Encodable)? {
        switch field.kind {
        case .text(let path), .paragraphs(let path), .location(let path), .link(let path), .source(let path):
            return owner[keyPath: path]
        case .texts(let path): return owner[keyPath: path]
        case .number(let path): return owner[keyPath: path]
        case .real(let path): return owner[keyPath: path].map { JSONValue.number($0) }
        case .choice(let path): return owner[keyPath: path]
        case .flag(let path): return owner[keyPath: path] ? true : nil
        case .level(let path): return owner[keyPath: path] > 0 ? owner[keyPath: path] : nil
        case .time(let path): return owner[keyPath: path].map(JSONSeconds.init)
        // A picture inside the resource has no URI.
        case .picture(let path): if case .uri(let uri) = owner[keyPath: path] { return uri } else { return nil }
        case .name(let path): return owner[keyPath: path].isEmpty ? nil : owner[keyPath: path]
        case .requiredText(let path), .requiredMedia(let path): return owner[keyPath: path]
        case .requiredMediaList(let path): return owner[keyPath: path]
        case .requiredTime(let path): return JSONSeconds(owner[keyPath: path])
        case .title(let path): return owner[keyPath: path].first?.text
        case .titles(let path):
            let known = ChapterTitle.byLanguage(owner[keyPath: path])
            return known.isEmpty ? nil : known
        case .chapters(let path, let address):
            return owner[keyPath: path].map { objects($0, Chapter.table) } ?? owner[keyPath: address]
        case .markers(let path):
            guard let groups = owner[keyPath: path], !groups.isEmpty else { return nil }
            return groups.map { JSONMembers(["title": $0.title, "markers": objects($0.markers, Chapter.table)]) }
        case .segments(let path): return owner[keyPath: path].map { objects($0, SegmentDescription.table) }
        case .interstitials(let path):
            return owner[keyPath: path].map { objects($0, InterstitialDescription.table) }
        case .parts(let path): return owner[keyPath: path].map { objects($0, MediaPart.table) }
        case .timed(let path): return owner[keyPath: path].map { objects($0, TimedRange.table) }
        case .next(let path): return owner[keyPath: path].map { JSONMembers(members(of: $0, NextDescription.table)) }
        case .headers: return nil
        case .custom(let path): return owner[keyPath: path].map { $0.mapValues(value) }
        }
    }

    private static func value(_ value: DescriptionValue) -> JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let text): .string(text)
        case .list(let values): .array(values.map(Self.value))
        case .object(let members): .object(members.mapValues(Self.value))
        }
    }
}

extension JSONMembers {
    /// A track; members whose value is unknown are left out.
    fileprivate init(_ track: ContainerTrack) {
        var members: [String: any Encodable] = [:]
        members["kind"] =
            switch track.kind {
            case .audio: "audio"
            case .subtitles: "subtitles"
            case .video: "video"
            }
        members["codec"] = track.format.codec
        members["width"] = track.format.size?.width
        members["height"] = track.format.size?.height
        members["channels"] = track.format.channels
        members["language"] = track.language == "und" ? nil : track.language
        members["title"] = track.title
        for (name, trait) in TrackTraits.names where track.traits.contains(trait) { members[name] = true }
        if track.traits.contains(.external) { members["external"] = true }
        self.init(members)
    }
}
