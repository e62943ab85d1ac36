internal import FoundationEssentials
public import MediaContainers

extension JSONValue {
    /// Arrays and objects of a stranger's text inside of one another.
    public static let deepest = 32
    /// Values of a stranger's text.
    public static let mostParts = 200_000

    /// From text that somebody else wrote, in UTF-8.
    ///
    /// Foundation's decoder takes 512 levels and needs seconds for them, so what is nested too deeply or has too many
    /// parts is refused before it sees it.
    ///
    /// - Parameters:
    ///   - depth: arrays and objects inside of one another.
    ///   - parts: values in all.
    public init(parsing bytes: [UInt8], depth: Int = deepest, parts: Int = mostParts) throws(ProbeError) {
        // A zero is in no JSON text but in one of another encoding, in which the brackets cannot be counted by byte.
        guard !bytes.contains(0) else { throw .malformed("it is not JSON in UTF-8") }
        try Self.check(bytes, depth: depth, parts: parts)
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw .malformed("it is not JSON")
        }
    }

    /// Counts what opens and what separates, outside of strings; whether it is JSON at all is the decoder's question.
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
