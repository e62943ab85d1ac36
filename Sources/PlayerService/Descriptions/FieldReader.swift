internal import DBusKit
internal import PlayerCore

/// Reads a field of a description from a client. Every error names the key.
struct FieldReader {
    let key: String
    /// The path of the field, such as `chapters[3].title`.
    private let place: String
    private let value: DBusValue

    /// - Parameter place: the path of the object that contains the field; nil for the description itself.
    init(_ key: String, _ value: DBusValue, in place: String? = nil) {
        self.key = key
        self.place = place.map { "\($0).\(key)" } ?? key
        self.value = value.unwrapped
    }

    var unknown: DBusError {
        DBusError(.invalidArgs, "Unknown key '\(MediaURI.shortened(place))'.")
    }

    func missing(_ name: String) -> DBusError {
        DBusError(.invalidArgs, "'\(name)' is missing in '\(MediaURI.shortened(place))'.")
    }

    /// - Parameter problem: a clause that describes the error.
    func makesNoSense(_ problem: String) -> DBusError {
        DBusError(.invalidArgs, "'\(MediaURI.shortened(place))' is not valid: \(problem).")
    }

    private func wrong(_ expected: String) -> DBusError {
        DBusError(.invalidArgs, "'\(MediaURI.shortened(place))' must be \(expected), not \(value.signature).")
    }

    func text() throws(DBusError) -> String {
        guard case .string(let text) = value else { throw wrong("a string (s)") }
        try Self.check(text, at: place)
        return text
    }

    /// Reads a URI, which may contain the bytes of a picture.
    func location() throws(DBusError) -> String {
        guard case .string(let text) = value else { throw wrong("a string (s)") }
        try Self.check(text, at: place, longest: DescriptionLimits.longest(address: text))
        return text
    }

    /// The text if the value is a string, for fields that have several types.
    var address: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    func texts() throws(DBusError) -> [String] {
        guard let texts = value.asStringArray else { throw wrong("a list of strings (as)") }
        try Self.check(texts.count, at: place, most: DescriptionLimits.texts)
        for text in texts { try Self.check(text, at: place) }
        return texts
    }

    /// Reads strings under keys that others have chosen.
    func stringsByName(most: Int) throws(DBusError) -> [String: String] {
        guard let values = value.asDictionary else { throw wrong("an object of strings (a{ss})") }
        try Self.check(values.count, at: place, most: most)
        var texts: [String: String] = [:]
        for (name, value) in values { texts[name] = try FieldReader(name, value, in: place).text() }
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

    /// Reads a BCP 47 language tag.
    func languageTag() throws(DBusError) -> String {
        let tag = try text()
        guard LanguageMatching.isTag(tag) else {
            let shown = MediaURI.shortened(tag)
            throw DBusError(
                .invalidArgs, "'\(MediaURI.shortened(place))' is not a language tag: '\(shown)'. Write en or fr-CH.")
        }
        return tag
    }

    func real() throws(DBusError) -> Double {
        guard let number = value.asDouble else { throw wrong("a number (d)") }
        return number
    }

    /// Reads the value of a key that others have chosen.
    func attribute() throws(DBusError) -> TimedValue {
        if case .bytes(let bytes) = value {
            try Self.check(bytes.count, at: place, most: DescriptionLimits.attribute)
            return .bytes(bytes)
        }
        if case .string = value { return .text(try text()) }
        guard let number = value.asDouble else {
            throw wrong("a string (s), a number (d) or a list of bytes (ay)")
        }
        return .number(number)
    }

    func flag() throws(DBusError) -> Bool {
        guard case .boolean(let flag) = value else { throw wrong("true or false (b)") }
        return flag
    }

    /// Reads a time in microseconds.
    func time() throws(DBusError) -> MediaTime {
        guard let time = value.asInt64 else { throw wrong("a time in microseconds (x)") }
        return MediaTime(microseconds: time)
    }

    func object() throws(DBusError) -> [String: DBusValue] {
        guard let object = value.asDictionary else { throw wrong("an object (a{sv})") }
        return object
    }

    /// Reads the fields of the object, each with its path.
    ///
    /// - Parameter most: the maximum number of fields, for objects whose keys are not all known.
    func fields(most: Int = .max) throws(DBusError) -> [FieldReader] {
        let object = try object()
        try Self.check(object.count, at: place, most: most)
        return object.sorted { $0.key < $1.key }.map { FieldReader($0.key, $0.value, in: place) }
    }

    /// Reads the elements of a list that is an argument or a property, each with its path, such as `segments[3]`.
    static func elements<Element>(
        of value: DBusValue, named name: String,
        _ read: (_ element: DBusValue, _ place: String) throws(DBusError) -> Element
    ) throws(DBusError) -> [Element] {
        let array = value.asArray ?? []
        try check(array.count, at: name, most: DescriptionLimits.marks)
        var elements: [Element] = []
        for (index, element) in array.enumerated() {
            elements.append(try read(element, "\(name)[\(index)]"))
        }
        return elements
    }

    func objects<Element>(
        most: Int = DescriptionLimits.marks, _ read: (FieldReader) throws(DBusError) -> Element
    ) throws(DBusError) -> [Element] {
        guard let array = value.asArray else { throw wrong("a list of objects (aa{sv})") }
        try Self.check(array.count, at: place, most: most)
        var elements: [Element] = []
        for (index, element) in array.enumerated() {
            elements.append(try read(FieldReader("\(place)[\(index)]", element)))
        }
        return elements
    }

    // MARK: Limits

    /// - Parameter place: the path in the error message.
    static func check(
        _ text: String, at place: String, longest: Int = DescriptionLimits.text
    ) throws(DBusError) {
        guard text.utf8.count > longest else { return }
        throw DBusError(
            .invalidArgs, "'\(MediaURI.shortened(place))' is longer than \(longest) bytes: send a shorter one.")
    }

    /// - Parameter place: the path in the error message.
    static func check(_ count: Int, at place: String, most: Int) throws(DBusError) {
        guard count > most else { return }
        throw DBusError(
            .invalidArgs, "'\(MediaURI.shortened(place))' has \(count) entries: send at most \(most).")
    }
}
