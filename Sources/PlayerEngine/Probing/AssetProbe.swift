internal import Gst
internal import MediaContainers
internal import MediaProbe

/// Loads the assets of an HLS interstitial.
enum AssetProbe {
    /// Blocks.
    ///
    /// - Parameter origin: the item that names the list.
    /// - Returns: the URIs of the assets, or a clause that explains why there are none.
    static func assets(
        _ uri: String, namedBy origin: String?, _ configuration: EngineConfiguration
    ) -> (uris: [String], problem: String?) {
        do throws(ProbeError) {
            return (try HLSAssetList.read(try load(uri, origin, configuration), uri: uri), nil)
        } catch {
            return ([], error.message)
        }
    }

    private static func load(
        _ uri: String, _ origin: String?, _ configuration: EngineConfiguration
    ) throws(ProbeError) -> [UInt8] {
        do throws(HTTPFailure) {
            guard
                case .content(let content, _, _) = try HTTPResource.fetch(
                    configuration.logins.adding(to: uri), under: configuration.rule(of: uri, namedBy: origin),
                    userAgent: configuration.userAgent, timeout: configuration.networkTimeout,
                    limit: HLSAssetList.largest)
            else { throw HTTPFailure(.interrupted, "it is too large") }
            return content
        } catch {
            throw .unreadable(error.message)
        }
    }
}
