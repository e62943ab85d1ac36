internal import Glibc
internal import Synchronization

/// What an item may name that others wrote: the segments, keys and variants of a manifest, the pieces of a list.
///
/// An item on a server never reaches files of this machine, and reaches addresses of this machine and of private networks
/// only if its own server has one. The rule is asked before anything is opened, so that a server does not learn whether a
/// file is there.
///
/// Names are resolved when they are asked for, and again by what opens them. So the address of each connection is asked about
/// as well: a server may redirect a request, and its name may lead elsewhere the next time (DNS rebinding).
public final class ResourceRule: Sendable {
    /// What people permit.
    public struct Permissions: Hashable, Sendable {
        /// The schemes of whatever is named, in lower case; those that GStreamer offers are many more.
        public var schemes: Set<String>
        /// Whether items on public servers reach private addresses.
        public var localAddresses: Bool

        public init(schemes: some Sequence<String>, localAddresses: Bool = false) {
            self.schemes = Set(schemes)
            self.localAddresses = localAddresses
        }
    }

    /// Returns the addresses of a host, 4 or 16 bytes each.
    public typealias Resolver = @Sendable (_ host: String) -> [[UInt8]]

    /// The rule of a list, which may name hundreds of hosts: only its own is resolved, of the others those that are written as
    /// addresses are judged.
    public static func ofList(_ uri: String, permissions: Permissions) -> ResourceRule {
        let own = NetworkAddress.host(of: uri)
        return ResourceRule(item: uri, permissions: permissions) {
            NetworkAddress.resolved($0, onlyAddresses: $0 != own)
        }
    }

    private let item: String
    private let origin: ResourceRule?
    private let host: String?
    private let isLocal: Bool
    private let permissions: Permissions
    private let resolve: Resolver
    /// Whether hosts are private, as far as they were asked for.
    private let known = Mutex<[String: Bool]>([:])
    /// More hosts than that are asked for again.
    private static let mostHosts = 256

    /// - Parameters:
    ///   - item: the URI that a person, a list or a client chose.
    ///   - origin: the rule of the list or the item that names it; nil for what a person or a client chose. Both rules are
    ///     kept by whatever is opened for the item.
    public init(
        item: String, namedBy origin: ResourceRule? = nil, permissions: Permissions,
        resolve: @escaping Resolver = { NetworkAddress.resolved($0) }
    ) {
        self.item = item
        self.origin = origin
        self.permissions = permissions
        self.resolve = resolve
        isLocal = Self.scheme(of: item) == "file"
        host = NetworkAddress.host(of: item)
    }

    /// Why a URI is not opened, as a sentence that begins with "It"; nil if it may be. Blocks as long as a name is being
    /// resolved.
    public func refusal(of uri: String) -> String? {
        if let refusal = origin?.refusal(of: uri) { return refusal }
        if isItem(uri) { return nil }
        guard let scheme = Self.scheme(of: uri) else {
            return "It names '\(Self.shortened(uri))', which is no address."
        }
        if scheme == "data" { return nil }
        guard permissions.schemes.contains(scheme) else {
            return "It names a '\(scheme):' address, which mediad opens for nobody but you."
        }
        if scheme == "file" {
            return isLocal ? nil : "It is on a server and names a file on this machine: mediad does not open that."
        }
        let named = NetworkAddress.host(of: uri)
        if scheme.hasPrefix("http"), named == nil { return "It names '\(Self.shortened(uri))', which is no address." }
        guard !isLocal, !permissions.localAddresses, let named, named != host,
            isPrivate(named), !(host.map(isPrivate) ?? false)
        else { return nil }
        return "It is on a public server and names \(named), an address of your network: allow this with "
            + "network.local-addresses if you trust the server."
    }

    /// Why a connection is not made, as a sentence; nil if it may be. Does not block.
    ///
    /// The item's own server is what it was the first time: one that turned up on a public address does not become a private
    /// one later.
    ///
    /// - Parameters:
    ///   - address: 4 or 16 bytes.
    ///   - host: what the request names, after all redirects.
    public func refusal(ofConnectionTo address: [UInt8], as host: String) -> String? {
        if let refusal = origin?.refusal(ofConnectionTo: address, as: host) { return refusal }
        let host = NetworkAddress.plain(host[...])
        guard !isLocal, !permissions.localAddresses, let own = self.host else { return nil }
        let isPrivate = NetworkAddress.isPrivate(address)
        let isOwnPrivate = known.withLock { known in
            if let answer = known[own] { return answer }
            // Its first connection decides; what comes before that of the item itself proves nothing.
            guard host == own else { return false }
            known[own] = isPrivate
            return isPrivate
        }
        guard isPrivate, !isOwnPrivate else { return nil }
        return "It is on a public server that leads to \(host), an address of your network: allow this with "
            + "network.local-addresses if you trust the server."
    }

    /// Whether a URI is the item's own.
    public func isItem(_ uri: String) -> Bool { uri == item }

    private func isPrivate(_ host: String) -> Bool {
        if let answer = known.withLock({ $0[host] }) { return answer }
        let answer = NetworkAddress.isNameOfThisMachine(host) || resolve(host).contains(where: NetworkAddress.isPrivate)
        known.withLock { known in
            if known.count >= Self.mostHosts { known.removeAll() }
            known[host] = answer
        }
        return answer
    }

    private static func scheme(of uri: String) -> String? {
        guard let colon = uri.firstIndex(of: ":"), colon > uri.startIndex else { return nil }
        return uri[..<colon].lowercased()
    }

    private static func shortened(_ text: String) -> String { text.count <= 80 ? text : text.prefix(80) + "…" }
}

/// Hosts and addresses of networks.
public enum NetworkAddress {
    /// The host in a URI, in lower case and without the brackets of IPv6; nil if there is none.
    public static func host(of uri: String) -> String? {
        guard let start = uri.firstRange(of: "://")?.upperBound else { return nil }
        var authority = uri[start...].prefix { !"/?#\\".contains($0) }
        if let login = authority.lastIndex(of: "@") { authority = authority[authority.index(after: login)...] }
        let host: Substring
        if authority.hasPrefix("[") {
            host = authority.dropFirst().prefix { $0 != "]" }
        } else {
            host = authority.prefix { $0 != ":" }
        }
        let name = plain(host)
        return name.isEmpty ? nil : name
    }

    /// A host in lower case, without the dot of the root and the zone of an address.
    static func plain(_ host: Substring) -> String {
        let name = host.prefix { $0 != "%" }
        return (name.hasSuffix(".") ? name.dropLast() : name).lowercased()
    }

    /// Whether a name belongs to this machine without being asked for (RFC 6761, section 6.3).
    static func isNameOfThisMachine(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }

    /// Whether an address of 4 or 16 bytes is one of this machine, of a private network or of a link (IANA's registries of
    /// special-purpose addresses).
    public static func isPrivate(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4:
            switch (address[0], address[1]) {
            case (0, _), (10, _), (127, _), (169, 254), (192, 168): true
            case (172, 16...31), (100, 64...127): true
            default: false
            }
        case 16:
            if address.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
                || address.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
            {
                isPrivate(Array(address[12...]))
            } else {
                address.dropLast().allSatisfy { $0 == 0 } && address[15] <= 1 || address[0] & 0xFE == 0xFC
                    || address[0] == 0xFE && address[1] & 0x80 == 0x80
            }
        default: false
        }
    }

    /// Asks the system for the addresses of a host, which may be written in any form that it understands (`127.1`,
    /// `2130706433`). Blocks, unless `onlyAddresses`: then names have none.
    public static func resolved(_ host: String, onlyAddresses: Bool = false) -> [[UInt8]] {
        var hints = addrinfo()
        if onlyAddresses { hints.ai_flags = AI_NUMERICHOST }
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: [[UInt8]] = []
        var next = found
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = entry.ai_addr else { continue }
            switch entry.ai_family {
            case AF_INET:
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    addresses.append(withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) })
                }
            case AF_INET6:
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    addresses.append(withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) })
                }
            default: break
            }
        }
        return addresses
    }
}
