internal import Gst
internal import MediaContainers
internal import PlayerCore

/// What items may name, and what mediad fetches for them.
extension EngineConfiguration {
    /// What whatever others wrote may name.
    var permissions: ResourceRule.Permissions {
        .init(schemes: MediaSchemes.playable, localAddresses: reachesLocalAddresses)
    }

    /// How items are read from servers.
    var networkOptions: DecodeSource.Options {
        .init(networkTimeout: networkTimeout, userAgent: userAgent, resources: permissions)
    }

    /// The rule of a resource that mediad fetches itself.
    ///
    /// - Parameter origin: the item or the list that names it; nil: a person or a client.
    func rule(of uri: String, namedBy origin: String? = nil) -> ResourceRule {
        Self.rule(of: uri, namedBy: origin, permissions)
    }

    /// The same, with the permissions alone.
    static func rule(
        of uri: String, namedBy origin: String?, _ permissions: ResourceRule.Permissions
    ) -> ResourceRule {
        let named = origin == uri ? nil : origin
        return ResourceRule(
            item: uri, namedBy: named.map { ResourceRule(item: $0, permissions: permissions) }, permissions: permissions
        )
    }
}
