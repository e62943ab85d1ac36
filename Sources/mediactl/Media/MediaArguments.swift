import Glibc

/// Turns what stands on the command line into the URIs to play.
struct MediaArguments {
    /// The URIs found so far, in order.
    private(set) var uris: [String] = []

    /// Adds what an argument means: a URI as it is, a file, all media of a folder, the entries of a playlist, and for
    /// `-` what standard input names, one a line or separated by zeros.
    mutating func add(_ argument: String) throws(Failure) {
        guard argument == "-" else {
            try addName(argument, bytes: Self.bytes(of: argument))
            return
        }
        let input = try StandardInput.readNames()
        let separator: UInt8 = input.contains(0) ? 0 : UInt8(ascii: "\n")
        for name in input.split(separator: separator) {
            try addName(String(decoding: name, as: UTF8.self), bytes: Array(name))
        }
    }

    private mutating func addName(_ name: String, bytes: [UInt8]) throws(Failure) {
        guard !name.isEmpty else { throw Failure(.notFound, "'' is no file: name a file, a folder or a URI") }
        let path = LocalPath(bytes)
        // A file may be called what looks like a URI; then the file is meant.
        if URIText.isURI(name), path.kind == .missing {
            if let local = URIText.localPath(name) {
                try addPath(local)
            } else {
                uris.append(URIText.escaped(name))
            }
        } else {
            try addPath(path)
        }
    }

    private mutating func addPath(_ path: LocalPath) throws(Failure) {
        switch path.kind {
        case .missing:
            throw Failure(.notFound, "not found: \(path.text)")
        case .directory:
            let count = uris.count
            var visited: Set<FileIdentity> = []
            try addFolder(path, visited: &visited)
            if uris.count == count { throw Failure(.notFound, "no media files found in \(path.text)") }
        case .file:
            let fileExtension = path.fileExtension
            if ["m3u", "m3u8", "pls"].contains(fileExtension), let contents = path.contents,
                let playlist = PlaylistFile(contents, fileExtension: fileExtension)
            {
                // Entries are not checked: one that is gone is reported and skipped, as in any list that plays.
                uris += playlist.entries.map {
                    URIText.isURI($0) ? URIText.escaped($0) : LocalPath($0, in: path.folder).uri
                }
            } else {
                uris.append(path.uri)
            }
        }
    }

    /// - Parameter visited: the folders above and before: links may lead back to them.
    private mutating func addFolder(_ folder: LocalPath, visited: inout Set<FileIdentity>) throws(Failure) {
        guard let identity = folder.identity, visited.insert(identity).inserted else { return }
        guard let children = folder.children else {
            throw Failure(.notFound, "the folder \(folder.text) cannot be read: check its permissions")
        }
        for child in children {
            switch child.kind {
            case .directory: try addFolder(child, visited: &visited)
            case .file where MediaExtensions.contains(child.fileExtension): uris.append(child.uri)
            case .file, .missing: break
            }
        }
    }

    /// The file that an argument names.
    static func path(_ argument: String) -> LocalPath { LocalPath(bytes(of: argument)) }

    /// The argument as it was typed: names of files need not be UTF-8, and Swift's strings have to be.
    private static func bytes(of argument: String) -> [UInt8] {
        let bytes = Array(argument.utf8)
        guard argument.unicodeScalars.contains("\u{FFFD}") else { return bytes }
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let pointer = CommandLine.unsafeArgv[index] else { continue }
            let raw = UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
            if String(decoding: raw, as: UTF8.self) == argument { return raw }
        }
        return bytes
    }
}

/// Which files of a folder are meant when the folder is.
enum MediaExtensions {
    private static let known: Set<String> = [
        "3g2", "3gp", "aac", "ac3", "aif", "aiff", "amr", "ape", "asf", "au", "avi", "divx", "dts", "dv", "eac3", "f4v",
        "flac", "flv", "m2ts", "m2v", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpc", "mpeg",
        "mpg", "mts", "mxf", "nut", "oga", "ogg", "ogm", "ogv", "ogx", "opus", "rm", "rmvb", "spx", "tak", "tta", "ts",
        "vob", "wav", "webm", "wma", "wmv", "wv",
    ]

    /// - Parameter fileExtension: in lower case.
    static func contains(_ fileExtension: String) -> Bool { known.contains(fileExtension) }
}

/// The entries of a local playlist, in its order: M3U and PLS, which have no specification but are simple enough.
struct PlaylistFile {
    /// Paths and URIs as the file has them.
    let entries: [String]

    /// Nil for what is no list of items: an HLS playlist is one item, which the player opens itself.
    ///
    /// - Parameter fileExtension: in lower case.
    init?(_ contents: [UInt8], fileExtension: String) {
        // Old .m3u files are Latin-1 and their names are lost either way; a byte order mark is no name.
        let text = String(decoding: contents, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            let entry = line.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
            // A file's name may end in a space; a URI cannot.
            guard URIText.isURI(String(entry)), let end = entry.lastIndex(where: { !$0.isWhitespace }) else {
                return entry
            }
            return entry[...end]
        }
        switch fileExtension {
        case "m3u", "m3u8":
            guard !lines.contains(where: { $0.hasPrefix("#EXT-X-") }) else { return nil }
            entries = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { String($0) }
        case "pls":
            var numbered: [(Int, String)] = []
            for line in lines where line.lowercased().hasPrefix("file") {
                guard let sign = line.firstIndex(of: "="),
                    let number = Int(line[..<sign].dropFirst("file".count).filter { !$0.isWhitespace })
                else { continue }
                numbered.append((number, String(line[line.index(after: sign)...])))
            }
            entries = numbered.sorted { $0.0 < $1.0 }.map(\.1)
        default:
            return nil
        }
    }
}
