internal import DBusKit
internal import PlayerCore

/// Writes descriptions for D-Bus: times `x`, lists of strings `as`, objects `a{sv}`, lists of objects `aa{sv}`.
enum DescriptionWriter {
    /// - Parameter shown: the description with what was read of the entry; nil: nothing was.
    static func item(_ item: QueueItem, state: ItemState, shown: MediaDescription? = nil) -> [String: DBusValue] {
        var values = description(shown ?? item.description)
        values["item"] = .objectPath(TrackPath.path(of: item.id))
        values["state"] = .string(state.phase.rawValue)
        let parts = item.description.parts
        if let duration = item.description.length(in: state.duration) ?? (parts.isEmpty ? nil : parts.length) {
            values["duration"] = .int64(duration.microseconds)
        }
        if state.isGrowing { values["growing"] = .boolean(true) }
        if let fault = state.fault {
            values["error"] = .properties(error(ItemFault(fault: fault, uri: item.description.uri)))
        }
        return values
    }

    static func inspected(_ item: InspectedItem) -> [String: DBusValue] {
        var values = description(item.description, tellsSources: true)
        if !item.problems.isEmpty { values["problems"] = .strings(item.problems) }
        if !item.locales.isEmpty { values["locales"] = .strings(item.locales) }
        if let duration = item.duration { values["duration"] = .int64(duration.microseconds) }
        if let container = item.container { values["container"] = .string(container) }
        return values
    }

    static func error(_ fault: ItemFault) -> [String: DBusValue] {
        [
            "code": .int32(fault.fault.code.rawValue), "message": .string(fault.fault.message),
            "uri": .string(fault.uri.withoutLogin),
        ]
    }

    /// - Parameter tellsSources: whether chapters and segments say what reader found them. Clients cannot give that back.
    static func description(_ description: MediaDescription, tellsSources: Bool = false) -> [String: DBusValue] {
        var values = description.details.map { object($0.fields, MediaDetails.Fields.table, tellsSources) } ?? [:]
        values["uri"] = .string(description.uri.withoutLogin)
        return values
    }

    private static func object<Owner>(
        _ owner: Owner, _ table: DescriptionTable<Owner>, _ tellsSources: Bool = false
    ) -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        for field in table.fields {
            if let value = value(of: field, in: owner, tellsSources) { values[field.key] = value }
        }
        if let others = table.others { values.merge(attributes(owner[keyPath: others.path])) { known, _ in known } }
        return values
    }

    /// Values under keys that others have chosen: `s`, `d` or `ay`.
    static func attributes(_ attributes: [String: TimedValue]) -> [String: DBusValue] {
        attributes.mapValues { value in
            switch value {
            case .text(let text): .string(text)
            case .number(let number): .double(number)
            case .bytes(let bytes): .bytes(bytes)
            }
        }
    }

    private static func objects<Owner>(
        _ owners: [Owner], _ table: DescriptionTable<Owner>, _ tellsSources: Bool = false
    ) -> DBusValue {
        .propertyLists(owners.map { object($0, table, tellsSources) })
    }

    /// The value of a field; nil if it is absent.
    private static func value<Owner>(
        of field: DescriptionField<Owner>, in owner: Owner, _ tellsSources: Bool
    ) -> DBusValue? {
        switch field.kind {
        case .text(let path), .paragraphs(let path): owner[keyPath: path].map { .string($0) }
        case .location(let path), .link(let path): owner[keyPath: path].map { .string($0.withoutLogin) }
        case .texts(let path): owner[keyPath: path].map { .strings($0) }
        case .number(let path): owner[keyPath: path].map { .int32($0) }
        case .real(let path): owner[keyPath: path].map { .double($0) }
        case .choice(let path): owner[keyPath: path].map { .boolean($0) }
        case .flag(let path): owner[keyPath: path] ? .boolean(true) : nil
        case .level(let path): owner[keyPath: path] > 0 ? .int32(Int32(clamping: owner[keyPath: path])) : nil
        case .time(let path): owner[keyPath: path].map { .int64($0.microseconds) }
        case .picture(let path): if case .uri(let uri) = owner[keyPath: path] { .string(uri.withoutLogin) } else { nil }
        case .name(let path): owner[keyPath: path].isEmpty ? nil : .string(owner[keyPath: path])
        case .requiredText(let path): .string(owner[keyPath: path])
        case .requiredMedia(let path): .string(owner[keyPath: path].withoutLogin)
        case .requiredMediaList(let path): .strings(owner[keyPath: path].map(\.withoutLogin))
        case .requiredTime(let path): .int64(owner[keyPath: path].microseconds)
        case .title(let path): owner[keyPath: path].first.map { .string($0.text) }
        case .titles(let path): titles(owner[keyPath: path])
        case .source(let path): tellsSources ? owner[keyPath: path].map { .string($0) } : nil
        case .headers: nil
        case .chapters(let path, let address):
            owner[keyPath: path].map { objects($0, Chapter.table, tellsSources) }
                ?? owner[keyPath: address].map { .string($0.withoutLogin) }
        case .markers(let path): owner[keyPath: path].map { .propertyLists($0.map(group)) }
        case .segments(let path): owner[keyPath: path].map { objects($0, SegmentDescription.table, tellsSources) }
        case .interstitials(let path): owner[keyPath: path].map { objects($0, InterstitialDescription.table) }
        case .parts(let path): owner[keyPath: path].map { objects($0, MediaPart.table) }
        case .timed(let path): owner[keyPath: path].map { objects($0, TimedRange.table) }
        case .next(let path): owner[keyPath: path].map { .properties(object($0, NextDescription.table)) }
        case .custom(let path): owner[keyPath: path].map { .properties($0.mapValues(value)) }
        }
    }

    private static func group(_ group: MarkerGroupDescription) -> [String: DBusValue] {
        ["title": .string(group.title), "markers": objects(group.markers, Chapter.table)]
    }

    /// The first title in each language; nil if no language is known.
    private static func titles(_ titles: [ChapterTitle]) -> DBusValue? {
        let known = ChapterTitle.byLanguage(titles)
        return known.isEmpty ? nil : .properties(known.mapValues { .string($0) })
    }

    private static func value(_ value: DescriptionValue) -> DBusValue {
        switch value {
        case .null: .objectPath("/")
        case .bool(let value): .boolean(value)
        case .integer(let value): .int64(value)
        case .number(let value): .double(value)
        case .string(let value): .string(value)
        case .list(let values): .array("v", values.map { .variant(self.value($0)) })
        case .object(let values): .properties(values.mapValues(self.value))
        }
    }
}
