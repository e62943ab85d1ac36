#if canImport(Glibc)
    import Glibc
#endif

/// The configuration file on disk.
struct ConfigurationFile: Hashable, Sendable {
    /// Absolute, or as given on the command line.
    let path: String
    /// Whether the file was named explicitly: then it must exist.
    let isRequired: Bool

    /// A file that was named on the command line.
    init(path: String) {
        self.path = path
        isRequired = true
    }

    /// The user's configuration file, which need not exist.
    init(environment: [String: String]) {
        path = UserFolders(environment: environment).configuration + "/mediad/config.toml"
        isRequired = false
    }

    /// Reads the file. Returns the defaults if there is no file and none is required.
    ///
    /// - Parameter sinkProblem: returns what is wrong with the description of a sink; nil if it is right.
    func read(
        sinkProblem: @escaping (String) -> String? = { _ in nil }
    ) throws(ConfigurationError) -> Configuration {
        guard let text = try text() else { return Configuration() }
        return try ConfigurationReader.read(text, path: path, sinkProblem: sinkProblem)
    }

    /// Whether the file exists.
    var isThere: Bool { access(path, F_OK) == 0 }

    /// A sentence about a file that was probably meant to be this one: it has the name of the manual page, `mediad.toml(5)`.
    var confusion: String? {
        guard !isRequired, !isThere else { return nil }
        let other = path.dropLast("config.toml".count) + "mediad.toml"
        return access(String(other), F_OK) == 0 ? "\(other) is not read: rename it to \(path)." : nil
    }

    /// No sensible configuration is this large: a larger file is a mistake (a media file, `/dev/zero`).
    private static let sizeLimit = 1 << 20

    private func text() throws(ConfigurationError) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let error = errno
            if error == ENOENT, !isRequired { return nil }
            throw failure("cannot be read: \(Self.words(error))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("is not a regular file")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 {
                let error = errno
                if error == EINTR { continue }
                throw failure("cannot be read: \(Self.words(error))")
            }
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= Self.sizeLimit else { throw failure("is larger than 1 MiB") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("is not UTF-8 text") }
        return text
    }

    private func failure(_ message: String) -> ConfigurationError {
        ConfigurationError(path: path, problems: [.init(position: nil, message: message)])
    }

    private static func words(_ error: CInt) -> String {
        strerror(error).map { String(cString: $0) } ?? "error \(error)"
    }
}
