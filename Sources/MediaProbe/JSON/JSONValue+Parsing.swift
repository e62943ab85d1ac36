internal import FoundationEssentials
public import MediaContainers

extension JSONValue {
    /// The maximum nesting depth of arrays and objects in untrusted text.
    public static let deepest = 32
    /// The maximum number of values in untrusted text.
    public static let mostParts = 200_000

    /// Parses untrusted text in UTF-8.
    ///
    /// Foundation's decoder accepts 512 levels and needs seconds for them, so text with too much nesting or too many
    /// parts is refused before.
    ///
    /// - Parameters:
    ///   - depth: the maximum nesting depth of arrays and objects.
    ///   - parts: the maximum number of values.
    public init(parsing bytes: [UInt8], depth: Int = deepest, parts: Int = mostParts) throws(ProbeError) {
        // JSON text contains no zero bytes; another encoding does, and its brackets cannot be counted by byte.
        guard !bytes.contains(0) else { throw .malformed("it is not JSON in UTF-8") }
        try Self.check(bytes, depth: depth, parts: parts)
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw .malformed("it is not JSON")
        }
    }

    /// Counts opening brackets and separators outside strings; the decoder checks whether it is JSON at all.
    private static func check(_ bytes: [UInt8], depth limit: Int, parts: Int) throws(ProbeError) {
        var (depth, count) = (0, 0)
        var (isString, isEscaped) = (false, false)
        for byte in bytes {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                count += 1
                guard depth <= limit else { throw .tooMuch("it is nested deeper than \(limit)") }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): count += 1
            default: break
            }
            guard count <= parts else { throw .tooMuch("it has more than \(parts) values") }
        }
    }
}
