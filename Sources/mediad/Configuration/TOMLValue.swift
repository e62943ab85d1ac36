internal import CTOML

/// A value of a configuration file.
enum TOMLValue {
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case date
    case time
    case dateTime
    indirect case array([TOMLElement])
    indirect case table(TOMLTable)

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var int: Int? { if case .int(let value) = self { value } else { nil } }
    var double: Double? { if case .double(let value) = self { value } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var array: [TOMLElement]? { if case .array(let value) = self { value } else { nil } }
    var table: TOMLTable? { if case .table(let value) = self { value } else { nil } }

    /// The type's name, as messages show it.
    var typeName: String {
        switch self {
        case .string: "string"
        case .int: "integer"
        case .double: "floating-point number"
        case .bool: "bool"
        case .date: "date"
        case .time: "time"
        case .dateTime: "date-time"
        case .array: "array"
        case .table: "table"
        }
    }
}

/// A value in a table or an array, and where it is written.
struct TOMLElement {
    let value: TOMLValue
    /// The position of the key; nil in an array.
    let key: SourcePosition?
    /// The position of the value; of a table `[audio]`, that of its bracket. Nil for tables that a dotted key creates.
    let position: SourcePosition?
}

/// A table of a configuration file, with its keys in alphabetical order.
struct TOMLTable {
    /// Why a text is not TOML.
    struct ParseError: Error {
        let message: String
        /// Nil if unknown.
        let position: SourcePosition?
    }

    private(set) var keys: [String] = []
    private var elements: [String: TOMLElement] = [:]

    /// An empty table.
    init() {}

    /// Parses a text without NUL characters.
    init(parsing text: String) throws(ParseError) {
        let builder = Builder()
        var problem = ctoml_problem()
        var text = text
        let isValid = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                ctoml_parse(characters.baseAddress, characters.count, builder.context, Builder.visitor, &problem)
            }
        }
        guard isValid else {
            let words = withUnsafeBytes(of: problem.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw ParseError(message: words, position: SourcePosition(problem.place))
        }
        if let table = builder.elements.first?.element.value.table { self = table }
    }

    fileprivate init(_ elements: [(key: String, element: TOMLElement)]) {
        keys = elements.map(\.key)
        self.elements = Dictionary(elements.map { ($0.key, $0.element) }) { first, _ in first }
    }

    subscript(key: String) -> TOMLValue? { elements[key]?.value }

    /// The value of a key with its positions.
    func element(_ key: String) -> TOMLElement? { elements[key] }
}

/// Receives the parser's values.
private final class Builder {
    var elements: [(key: String, element: TOMLElement)] = []

    /// Not retained: the calls that take it end before the builder is released.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let visitor: ctoml_visitor = { context, key, value in
        guard let context else { return }
        let builder = Unmanaged<Builder>.fromOpaque(context).takeUnretainedValue()
        let element = TOMLElement(
            value: Builder.value(value), key: SourcePosition(key.place), position: SourcePosition(value.place))
        builder.elements.append((text(key.text, key.length), element))
    }

    private static func value(_ value: ctoml_value) -> TOMLValue {
        switch value.kind {
        case CTOML_TABLE: .table(TOMLTable(elements(of: value)))
        case CTOML_ARRAY: .array(elements(of: value).map(\.element))
        case CTOML_STRING: .string(text(value.text, value.length))
        case CTOML_INTEGER: .int(Int(value.integer))
        case CTOML_REAL: .double(value.real)
        case CTOML_BOOLEAN: .bool(value.boolean)
        case CTOML_DATE: .date
        case CTOML_TIME: .time
        default: .dateTime
        }
    }

    /// The parser limits how deeply tables and arrays are nested.
    private static func elements(of value: ctoml_value) -> [(key: String, element: TOMLElement)] {
        let builder = Builder()
        ctoml_each(value, builder.context, visitor)
        return builder.elements
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length), as: UTF8.self)
    }
}

extension SourcePosition {
    fileprivate init?(_ place: ctoml_place) {
        guard place.line > 0 else { return nil }
        self.init(line: Int(place.line), column: Int(place.column))
    }
}
