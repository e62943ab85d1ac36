internal import GLibLoop
internal import Glibc
internal import PlayerCore

/// What an export needs of the world outside.
enum WorkerRights {
    /// Local files that name others, which may be anywhere.
    private static let lists = [".m3u8", ".m3u", ".mpd", ".sdp", ".pls", ".ism", ".xspf"]

    /// Whether a source is read without a network.
    static func isLocal(_ uri: String) -> Bool {
        guard uri.lowercased().hasPrefix("file:") else { return false }
        let name = uri.lowercased().prefix { $0 != "?" && $0 != "#" }
        return !lists.contains { name.hasSuffix($0) }
    }

    /// Gives up what this source does not need, before anything of it is read.
    ///
    /// - Returns: why that was not possible; nil when it was.
    static func renounce(for uri: String) -> String? {
        ProcessRights.renouncePrivileges()
        guard isLocal(uri) else { return nil }
        let problem = ProcessRights.renounceSockets()
        return problem == 0 ? nil : strerror(problem).map { String(cString: $0) } ?? "error \(problem)"
    }
}
