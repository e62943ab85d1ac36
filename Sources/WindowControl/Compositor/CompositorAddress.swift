internal import Glibc
internal import PlayerCore

/// The present address of a compositor's socket, which changes when the compositor restarts.
enum CompositorAddress {
    /// The paths to try, in this order.
    ///
    /// - Parameters:
    ///   - known: the path that worked before, or that the environment contains.
    ///   - advertised: the path in i3's property on the X display.
    static func candidates(
        _ backend: WindowBackend, known: String, advertised: String?, runtimeDirectory: String?
    ) -> [String] {
        var paths = [advertised, known].compactMap(\.self)
        if backend == .sway, let directory = runtimeDirectory {
            // sway-ipc.USER.PROCESS.sock
            paths += entries(of: directory).filter { $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".sock") }.sorted()
                .map { "\(directory)/\($0)" }
        }
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }
    }

    private static func entries(of directory: String) -> [String] {
        guard let handle = opendir(directory) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
