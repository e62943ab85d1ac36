internal import DBusKit
internal import PlayerCore

/// One field of a description on its way in; every refusal names the key.
struct FieldReader {
    let key: String
    /// Where the field stands, `chapters[3].title`.
    private let place: String
    private let value: DBusValue

    /// - Parameter place: of what the field is in, nil for the description itself.
    init(_ key: String, _ value: DBusValue, in place: String? = nil) {
        self.key = key
        self.place = place.map { "\($0).\(key)" } ?? key
        self.value = value.unwrapped
    }

    var unknown: DBusError {
        DBusError(.invalidArgs, "unknown key '\(MediaURI.shortened(place))'")
    }

    func missing(_ name: String) -> DBusError {
        DBusError(.invalidArgs, "'\(name)' is missing in '\(MediaURI.shortened(place))'")
    }

    private func wrong(_ expected: String) -> DBusError {
        DBusError(.invalidArgs, "'\(MediaURI.shortened(place))' is \(expected), not \(value.signature)")
    }

    func text() throws(DBusError) -> String {
        guard case .string(let text) = value else { throw wrong("a string (s)") }
        return text
    }

    /// The text, if it is one: for a field that may be something else.
    var address: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    func texts() throws(DBusError) -> [String] {
        guard let texts = value.asStringArray else { throw wrong("a list of strings (as)") }
        return texts
    }

    func number() throws(DBusError) -> Int32 {
        guard let number = value.asInt32 else { throw wrong("a whole number (i)") }
        return number
    }

    func count() throws(DBusError) -> UInt32 {
        guard let count = value.asUInt32 else { throw wrong("a whole number from 0 (u)") }
        return count
    }

    /// BCP 47.
    func languageTag() throws(DBusError) -> String {
        let tag = try text()
        guard LanguageMatching.isTag(tag) else {
            let shown = MediaURI.shortened(tag)
            throw DBusError(
                .invalidArgs, "'\(MediaURI.shortened(place))' is no language tag: '\(shown)'; write en or fr-CH")
        }
        return tag
    }

    func real() throws(DBusError) -> Double {
        guard let number = value.asDouble else { throw wrong("a number (d)") }
        return number
    }

    func flag() throws(DBusError) -> Bool {
        guard case .boolean(let flag) = value else { throw wrong("true or false (b)") }
        return flag
    }

    /// Microseconds.
    func time() throws(DBusError) -> MediaTime {
        guard let time = value.asInt64 else { throw wrong("a time in microseconds (x)") }
        return MediaTime(microseconds: time)
    }

    func object() throws(DBusError) -> [String: DBusValue] {
        guard let object = value.asDictionary else { throw wrong("an object (a{sv})") }
        return object
    }

    /// The object's fields, each named with its place.
    func fields() throws(DBusError) -> [FieldReader] {
        try object().sorted { $0.key < $1.key }.map { FieldReader($0.key, $0.value, in: place) }
    }

    /// The elements of a list that is an argument or a property, each read with its place, `segments[3]`.
    static func elements<Element>(
        of value: DBusValue, named name: String,
        _ read: (_ element: DBusValue, _ place: String) throws(DBusError) -> Element
    ) throws(DBusError) -> [Element] {
        var elements: [Element] = []
        for (index, element) in (value.asArray ?? []).enumerated() {
            elements.append(try read(element, "\(name)[\(index)]"))
        }
        return elements
    }

    func objects<Element>(_ read: (FieldReader) throws(DBusError) -> Element) throws(DBusError) -> [Element] {
        guard let array = value.asArray else { throw wrong("a list of objects (aa{sv})") }
        var elements: [Element] = []
        for (index, element) in array.enumerated() {
            elements.append(try read(FieldReader("\(place)[\(index)]", element)))
        }
        return elements
    }
}
