import Glibc
import MediaProbe
import PlayerCore

/// Turns what stands on the command line into the items to play.
struct MediaArguments {
    /// What was found so far, in order; of entries of lists with what the list says of them.
    private(set) var items: [MediaDescription] = []

    /// The URIs found so far, in order.
    var uris: [String] { items.map(\.uri) }

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
        guard !name.isEmpty else { throw Failure(.notFound, "the name is empty: give a file, a folder or a URI") }
        let path = LocalPath(bytes)
        // A file may be called what looks like a URI; then the file is meant.
        if URIText.isURI(name), path.kind == .missing {
            if let local = URIText.localPath(name) {
                try addPath(local)
            } else {
                append(URIText.escaped(name))
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
            let count = items.count
            var visited: Set<FileIdentity> = []
            try addFolder(path, visited: &visited)
            if items.count == count { throw Failure(.notFound, "no media files found in \(path.text)") }
        case .file:
            if let list = Self.list(at: path) {
                guard !list.entries.isEmpty else {
                    throw Failure(.refused, "\(path.text) is a list without playable entries")
                }
                // Entries are not checked: one that is gone is reported and skipped, as in any list that plays.
                items += list.entries.map(\.description)
            } else {
                append(path.uri)
            }
        }
    }

    private mutating func append(_ uri: String) { items.append(MediaDescription(uri: uri)) }

    /// What a list holds; nil for what is none, and for what the daemon has to look at itself: an HLS playlist is one item.
    private static func list(at path: LocalPath) -> MediaList? {
        guard ListName.isLikely(path.uri), let contents = path.contents, contents.count <= MediaList.largest else {
            return nil
        }
        let base = ListBase(uri: path.uri) { LocalPath($0).kind != .missing }
        return MediaProbe.list(in: contents, uri: path.uri, mediaType: nil, base: base)
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
            case .file where MediaExtensions.contains(child.fileExtension): append(child.uri)
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
