internal import GLibLoop
internal import Glibc
internal import PlayerCore

/// The privileges that an export needs.
enum WorkerRights {
    /// Extensions of local files that refer to other files, which may be anywhere.
    private static let lists = [".m3u8", ".m3u", ".mpd", ".sdp", ".pls", ".ism", ".xspf"]

    /// Whether a source is read without a network.
    static func isLocal(_ uri: String) -> Bool {
        guard uri.lowercased().hasPrefix("file:") else { return false }
        let name = uri.lowercased().prefix { $0 != "?" && $0 != "#" }
        return !lists.contains { name.hasSuffix($0) }
    }

    /// Gives up the privileges that the source does not need, before anything is read from it.
    ///
    /// - Returns: the reason why that was not possible; nil on success.
    static func renounce(for uri: String) -> String? {
        ProcessRights.renouncePrivileges()
        guard isLocal(uri) else { return nil }
        let problem = ProcessRights.renounceSockets()
        return problem == 0 ? nil : strerror(problem).map { String(cString: $0) } ?? "error \(problem)"
    }
}
