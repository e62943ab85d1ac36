public import MediaContainers
internal import PlayerCore

/// The content of the `X-ASSET-LIST` of an HLS interstitial: `{ "ASSETS": [ { "URI": "…", "DURATION": 10 } ] }` (HLS,
/// appendix D.2).
public enum HLSAssetList {
    /// The maximum size of a list in bytes.
    public static let largest = 1 << 20

    /// Returns the addresses of the assets, in order; invalid ones are left out.
    ///
    /// - Parameter uri: of the list, for relative references.
    /// - Throws: ``ProbeError/malformed(_:)`` if the bytes are not such a list.
    public static func read(_ bytes: [UInt8], uri: String) throws(ProbeError) -> [String] {
        guard case .object(let members) = try JSONValue(parsing: bytes), case .array(let assets) = members["ASSETS"]
        else { throw .malformed("it is not a list of assets") }
        let base = ListBase(uri: uri) { _ in false }
        return assets.prefix(DescriptionLimits.assets).compactMap { asset in
            guard case .object(let members) = asset, case .string(let text) = members["URI"],
                case .uri(let uri) = base.target(ofReference: text)
            else { return nil }
            return uri
        }
    }
}
