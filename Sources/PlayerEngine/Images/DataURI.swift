internal import FoundationEssentials
internal import PlayerCore

/// A `data:` URI, which contains its data (RFC 2397).
struct DataURI {
    private let text: Substring
    private let isBase64: Bool

    /// Returns nil for other URIs.
    init?(_ uri: String) {
        guard uri.prefix(5).lowercased() == "data:", let comma = uri.firstIndex(of: ",") else { return nil }
        isBase64 = uri[..<comma].lowercased().hasSuffix(";base64")
        text = uri[uri.index(after: comma)...]
    }

    /// Nil if the data is malformed.
    var bytes: [UInt8]? {
        guard let plain = PercentEncoding.strictlyDecoded(text.utf8) else { return nil }
        guard isBase64 else { return plain }
        return Data(base64Encoded: Data(plain), options: .ignoreUnknownCharacters).map { Array($0) }
    }
}
