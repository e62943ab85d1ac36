import DBusKit
import FoundationEssentials
import MediaProbe
import PlayerCore

/// Reads descriptions of items from JSON and converts them to values for D-Bus.
///
/// Keys are not checked here: the daemon knows its keys, and a newer daemon may accept more.
struct DescriptionFile {
    /// The folder that relative values of `uri` and pictures are resolved against; nil: the working directory.
    var folder: LocalPath?
    /// The name of the source in messages.
    var source: String

    /// Keys that `inspect` and `queue` print in addition to a description. Their output may be used as input.
    private static let foundKeys: Set<String> = [
        "duration", "container", "locales", "problems", "tracks", "source", "item", "state", "error", "number",
        "current",
    ]

    /// Reads the descriptions in a file, or in standard input for `-`.
    static func descriptions(at argument: String) throws(Failure) -> [[String: DBusValue]] {
        if argument == "-" {
            guard let input = StandardInput.readAll() else {
                throw Failure(.notFound, "Standard input cannot be read. Specify a file instead of '-'.")
            }
            return try DescriptionFile(folder: nil, source: "standard input").descriptions(input)
        }
        let path = LocalPath(argument)
        guard path.kind == .file else { throw Failure(.notFound, "\(path.text) was not found.") }
        guard let contents = path.contents else {
            throw Failure(.notFound, "\(path.text) cannot be read. Check its permissions.")
        }
        return try DescriptionFile(folder: path.folder, source: argument).descriptions(contents)
    }

    /// Parses a description, a list of descriptions, or one description per line.
    func descriptions(_ contents: [UInt8]) throws(Failure) -> [[String: DBusValue]] {
        guard contents.count <= StandardInput.largest else {
            throw invalid("it is larger than \(StandardInput.largest >> 20) MiB (add them in several steps)")
        }
        let documents: [JSONValue]
        if let document = try? JSONDecoder().decode(JSONValue.self, from: Data(contents)) {
            if case .array(let elements) = document { documents = elements } else { documents = [document] }
        } else {
            documents = try lines(contents)
        }
        var descriptions: [[String: DBusValue]] = []
        for (index, document) in documents.enumerated() {
            guard case .object(let members) = document, case .string(let uri)? = members["uri"], !uri.isEmpty else {
                throw invalid("description \(index + 1) is not an object with a \"uri\"")
            }
            let description = try object(members, isFree: false)
            if let path = description["uri"]?.asString.flatMap({ URIText.localPath($0) }), path.kind == .missing {
                throw Failure(.notFound, "\(path.text) was not found (\(source), description \(index + 1)).")
            }
            descriptions.append(description)
        }
        return descriptions
    }

    private func lines(_ contents: [UInt8]) throws(Failure) -> [JSONValue] {
        var documents: [JSONValue] = []
        for (index, line) in contents.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let document = try? JSONDecoder().decode(JSONValue.self, from: Data(line)) else {
                throw invalid(index == 0 ? "it is not JSON" : "line \(index + 1) is not valid JSON")
            }
            documents.append(document)
        }
        if documents.isEmpty { throw invalid("it is empty") }
        return documents
    }

    /// - Parameters:
    ///   - isFree: whether the object is inside `custom`, where keys have no meaning.
    ///   - isPart: whether it is one of the files of an item, whose duration was not found but is told.
    private func object(
        _ members: [String: JSONValue], isFree: Bool, isPart: Bool = false
    ) throws(Failure) -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        for (key, member) in members where isFree || isPart && key == "duration" || !Self.foundKeys.contains(key) {
            values[key] = try isFree ? value(member, isFree: true) : value(member, key: key)
        }
        return values
    }

    private func value(_ member: JSONValue, key: String) throws(Failure) -> DBusValue? {
        switch member {
        case .integer, .number, .string:
            if DescriptionKeys.times.contains(key) { return try time(member, key: key) }
            if DescriptionKeys.reals.contains(key), case .integer(let value) = member { return .double(Double(value)) }
            if DescriptionKeys.locations.contains(key), case .string(let text) = member { return location(text) }
        case .array(let elements) where DescriptionKeys.locations.contains(key) && !elements.isEmpty:
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            if texts.count == elements.count { return .array("s", texts.map(location)) }
        case .array([]) where DescriptionKeys.lists.contains(key):
            return .array("a{sv}", [])
        case .array(let elements) where key == "parts":
            var parts: [DBusValue] = []
            for case .object(let members) in elements {
                parts.append(.properties(try object(members, isFree: false, isPart: true)))
            }
            if parts.count == elements.count { return .array("a{sv}", parts) }
        case .object(let members) where key == "custom":
            return .properties(try object(members, isFree: true))
        case .null, .bool, .array, .object:
            break
        }
        return try value(member, isFree: false)
    }

    private func location(_ text: String) -> DBusValue {
        .string(URIText.isURI(text) ? URIText.escaped(text) : LocalPath(text, in: folder).uri)
    }

    private func value(_ member: JSONValue, isFree: Bool) throws(Failure) -> DBusValue? {
        switch member {
        // D-Bus has no null. The root path stands for null where it is significant.
        case .null: return isFree ? .objectPath("/") : nil
        case .bool(let value): return .boolean(value)
        case .integer(let value):
            if let number = Int32(exactly: value) { return .int32(number) }
            // Whole numbers beyond 32 bits are not times, which have keys of their own.
            return isFree ? .int64(value) : .double(Double(value))
        case .number(let value): return .double(value)
        case .string(let text): return .string(text)
        case .object(let members): return .properties(try object(members, isFree: isFree))
        case .array(let elements):
            var values: [DBusValue] = []
            for element in elements {
                guard let value = try value(element, isFree: isFree) else { continue }
                values.append(value)
            }
            if values.isEmpty { return .strings([]) }
            if values.allSatisfy({ if case .string = $0 { true } else { false } }) { return .array("s", values) }
            if values.allSatisfy({ $0.signature == "a{sv}" }) { return .array("a{sv}", values) }
            return .array("v", values.map(\.wrapped))
        }
    }

    /// Seconds or a clock time. Negative times count from the end.
    private func time(_ member: JSONValue, key: String) throws(Failure) -> DBusValue {
        let time: MediaTime? =
            switch member {
            case .integer(let seconds): MediaTime(seconds: Double(seconds))
            case .number(let seconds): MediaTime(seconds: seconds)
            case .string(let text) where text.hasPrefix("-"):
                MediaTime(clock: text.dropFirst()).map { MediaTime(nanoseconds: -$0.nanoseconds) }
            case .string(let text): MediaTime(clock: text)
            default: nil
            }
        guard let time else { throw invalid("\"\(key)\" is not a time: write seconds (12.5) or \"1:23.5\"") }
        return .int64(time.microseconds)
    }

    private func invalid(_ reason: String) -> Failure {
        Failure(.usage, "\(source) does not contain valid descriptions: \(reason).")
    }
}
