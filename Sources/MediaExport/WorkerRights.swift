internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import PlayerCore

/// The privileges that a worker needs.
enum WorkerRights {
    /// Extensions of local files that refer to other files, which may be anywhere.
    private static let lists = [".m3u8", ".m3u", ".mpd", ".sdp", ".pls", ".ism", ".xspf"]

    /// Whether a source is read without a network.
    static func isLocal(_ uri: String) -> Bool {
        guard uri.lowercased().hasPrefix("file:") else { return false }
        let name = uri.lowercased().prefix { $0 != "?" && $0 != "#" }
        return !lists.contains { name.hasSuffix($0) }
    }

    /// Devices that decoders and encoders write to: graphics cards, and the video hardware of small computers.
    private static let devices = ["null", "dri", "nvidia", "kfd", "video", "media", "dma_heap", "vchiq"]

    /// Gives up all privileges but those that work on a source needs, before anything is read from it and before
    /// GStreamer starts threads.
    ///
    /// - Parameters:
    ///   - hasNetwork: whether the source needs one.
    ///   - folder: the only place where files are written.
    /// - Returns: what was not possible, in words.
    static func renounce(hasNetwork: Bool, writingIn folder: String) -> [String] {
        ProcessRights.renouncePrivileges()
        var problems: [String] = []
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        var places = [folder] + names.filter { name in devices.contains { name.hasPrefix($0) } }.map { "/dev/\($0)" }
        if hasNetwork {
            // Whether there is a proxy is read from dconf, which marks here what it has read, and complains if it cannot.
            let marks = "\(RuntimeFolder.path)/dconf"
            mkdir(marks, 0o700)
            places.append(marks)
        }
        switch ProcessRights.renounceWriting(except: places) {
        // Kernels without Landlock: the other limits hold.
        case 0, ENOSYS, EOPNOTSUPP: break
        case let problem: problems.append("the right to write elsewhere could not be dropped: \(words(problem))")
        }
        if !hasNetwork {
            let problem = ProcessRights.renounceSockets()
            if problem != 0 {
                problems.append("the right to create sockets could not be dropped: \(words(problem))")
            }
        }
        return problems
    }

    private static func words(_ problem: CInt) -> String {
        strerror(problem).map { String(cString: $0) } ?? "error \(problem)"
    }
}
