import DBusKit
import PlayerCore

extension MediaDescription {
    /// The description in the form that `Queue1` takes, limited to the details that playlists contain: texts,
    /// numbers, pictures and a chapter file.
    var properties: [String: DBusValue] {
        var properties: [String: DBusValue] = ["uri": .string(uri)]
        guard let fields = details?.fields else { return properties }
        for field in MediaDetails.Fields.table.fields {
            let value: DBusValue? =
                switch field.kind {
                case .text(let path), .paragraphs(let path), .location(let path):
                    fields[keyPath: path].map { .string($0) }
                case .texts(let path): fields[keyPath: path].map { .strings($0) }
                case .number(let path): fields[keyPath: path].map { .int32($0) }
                case .chapters(_, let address): fields[keyPath: address].map { .string($0) }
                default: nil
                }
            properties[field.key] = value
        }
        return properties
    }
}
