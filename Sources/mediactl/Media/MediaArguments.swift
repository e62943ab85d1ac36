import Glibc
import MediaProbe
import PlayerCore

/// Converts command-line arguments to the items to play.
struct MediaArguments {
    /// The items so far, in order; entries of playlists have the details that the playlist contains.
    private(set) var items: [MediaDescription] = []
    /// The folders below which every folder of sound files is a book. Asked for when it matters.
    var shelves: () -> [String] = { [] }

    /// Whether lists of stations are expanded here, where their entries are counted.
    var expandsStations = false

    /// The URIs so far, in order.
    var uris: [String] { items.map(\.uri) }

    /// Adds the items of several arguments. As in a folder, what cannot be added is told and left out while anything is left.
    mutating func add(_ arguments: [String]) throws(Failure) {
        try addEach(arguments) { media, argument throws(Failure) in try media.add(argument) }
    }

    /// Adds the items of an argument: a URI, a file, the media files of a folder (``FolderMedia``), the entries of a
    /// playlist, or for `-` the names in standard input, one per line or separated by zeros.
    mutating func add(_ argument: String) throws(Failure) {
        guard argument == "-" else {
            try addName(argument, bytes: Self.bytes(of: argument))
            return
        }
        let input = try StandardInput.readNames()
        let separator: UInt8 = input.contains(0) ? 0 : UInt8(ascii: "\n")
        try addEach(input.split(separator: separator)) { media, name throws(Failure) in
            try media.addName(String(decoding: name, as: UTF8.self), bytes: Array(name))
        }
    }

    private mutating func addEach<Name>(
        _ names: [Name], _ add: (inout MediaArguments, Name) throws(Failure) -> Void
    ) throws(Failure) {
        let count = items.count
        var failures: [Failure] = []
        for name in names {
            do { try add(&self, name) } catch { failures.append(error) }
        }
        guard let last = failures.last else { return }
        let isAnyLeft = items.count > count
        for failure in isAnyLeft ? failures : failures.dropLast() {
            Output.complain(failure.message + (isAnyLeft ? " It is left out." : ""))
        }
        if !isAnyLeft { throw last }
    }

    private mutating func addName(_ name: String, bytes: [UInt8]) throws(Failure) {
        guard !name.isEmpty else { throw Failure(.notFound, "The name is empty. Specify a file, a folder or a URI.") }
        let path = URIText.localPath(name) ?? LocalPath(bytes)
        try DiskWatch().reading(path) { place throws(Failure) in try addName(name, LocalPath(bytes), place) }
    }

    private mutating func addName(_ name: String, _ path: LocalPath, _ place: DiskWatch.Place) throws(Failure) {
        // A file name may look like a URI. An existing file takes precedence.
        if URIText.isURI(name), path.kind == .missing {
            if let local = URIText.localPath(name) {
                try addPath(local, place)
            } else {
                append(URIText.escaped(name))
            }
        } else {
            try addPath(path, place)
        }
    }

    private mutating func addPath(_ path: LocalPath, _ place: DiskWatch.Place) throws(Failure) {
        switch path.kind {
        case .missing:
            throw Failure(.notFound, "\(path.text) was not found.")
        case .directory:
            let count = items.count
            guard path.children != nil else {
                throw Failure(.refused, "The folder \(path.text) cannot be read. Check its permissions.")
            }
            var visited: Set<FileIdentity> = []
            addFolder(path, place, visited: &visited)
            if items.count == count { throw Failure(.notFound, "There are no media files in \(path.text).") }
            let media = FolderMedia(Array(items[count...]), in: path)
            items.replaceSubrange(count..., with: media.items)
            if let sentence = media.sentence { Output.complain(sentence) }
        case .file:
            if let list = Self.list(at: path) {
                guard !list.entries.isEmpty else {
                    throw Failure(.refused, "\(path.text) is a list without playable entries.")
                }
                if list.isCut {
                    Output.complain(
                        "\(path.text) has more than \(MediaList.mostEntries) entries: the rest is left out.")
                }
                // Only who reads every list of lists knows which one it has read before: mediad.
                guard !list.entries.contains(where: { ListName.isLikely($0.description.uri) }) else {
                    return append(path.uri)
                }
                // Only mediad knows that a title is that of a station, and not of what it plays.
                guard
                    expandsStations || !list.entries.allSatisfy({ $0.description.details?.fields.namesStation == true })
                else {
                    return append(path.uri)
                }
                // Entries are not checked: a missing entry is reported and skipped during playback.
                items += list.entries.map(\.description)
            } else {
                append(path.uri)
            }
        }
    }

    private mutating func append(_ uri: String) { items.append(MediaDescription(uri: uri)) }

    /// The contents of a playlist; nil if the file is none, or if the daemon must read it itself: an HLS playlist is
    /// a single item.
    private static func list(at path: LocalPath) -> MediaList? {
        guard ListName.isLikely(path.uri), let contents = path.contents, contents.count <= MediaList.largest else {
            return nil
        }
        let base = ListBase(uri: path.uri) { LocalPath($0).kind != .missing }
        return MediaProbe.list(in: contents, uri: path.uri, mediaType: nil, base: base)
    }

    /// - Parameters:
    ///   - place: told what is read.
    ///   - visited: the folders that were visited already: links may lead back to them.
    private mutating func addFolder(_ folder: LocalPath, _ place: DiskWatch.Place, visited: inout Set<FileIdentity>) {
        place.move(to: folder)
        guard let identity = folder.identity, visited.insert(identity).inserted else { return }
        guard let children = folder.children else {
            // Every disk of its own has a folder of the system's, such as lost+found.
            return Output.complain("The folder \(folder.text) cannot be read: it is left out.")
        }
        let discs = children.filter(\.isDisc)
        var rest = children
        if let book = book(in: folder, of: children, place) {
            items.append(book)
            rest.removeAll { $0.kind == .file }
        } else if !discs.isEmpty, discs.count == children.filter({ $0.kind == .directory }).count,
            let book = book(in: folder, of: discs.flatMap { $0.children ?? [] }, place)
        {
            items.append(book)
            rest = []
        }
        for child in rest {
            place.move(to: child)
            switch child.kind {
            case .directory: addFolder(child, place, visited: &visited)
            case .file where MediaExtensions.contains(child.fileExtension): append(child.uri)
            case .file, .missing: break
            }
        }
    }

    /// The files of a folder as one book; nil if they are none.
    ///
    /// - Parameter children: what is in the folder, or in those of its discs.
    private func book(in folder: LocalPath, of children: [LocalPath], _ place: DiskWatch.Place) -> MediaDescription? {
        let files = children.filter { $0.kind == .file && MediaExtensions.contains($0.fileExtension) }
        guard files.count > 1 else { return nil }
        place.move(to: files[0])
        let cue = children.first { $0.fileExtension == "cue" }.flatMap(\.contents)
        let found = BookFolder(
            uri: folder.uri, name: folder.name, files: files.map { BookFolder.File(uri: $0.uri, path: $0.bytes) },
            cue: cue)
        let book =
            found.book(isOnShelf: false)
            ?? (shelves().contains { folder.isBelow($0) } ? found.book(isOnShelf: true) : nil)
        if let book, let sentence = Self.sentence(leftOut: book.leftOut, of: folder) { Output.complain(sentence) }
        return book?.item
    }

    /// What is said of the files of a book that cannot be read; nil if all can.
    private static func sentence(leftOut: [BookFolder.File], of folder: LocalPath) -> String? {
        let paths = leftOut.map { LocalPath($0.path) }
        guard let first = paths.first else { return nil }
        guard paths.count > 1 else { return "\(first.text) cannot be read: it is left out of the book." }
        let names = paths.prefix(5).map(\.name).joined(separator: ", ") + (paths.count > 5 ? ", …" : "")
        return "\(paths.count) files of the book \(folder.text) cannot be read and are left out: \(names)."
    }

    /// The path that an argument names.
    static func path(_ argument: String) -> LocalPath { LocalPath(bytes(of: argument)) }

    /// The raw bytes of the argument: file names need not be UTF-8, but Swift strings must be.
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

/// The extensions of the files that are played from a folder.
enum MediaExtensions {
    private static let known: Set<String> = [
        "3g2", "3gp", "aac", "ac3", "aif", "aiff", "amr", "ape", "asf", "au", "avi", "divx", "dts", "dv", "eac3", "f4v",
        "flac", "flv", "m2ts", "m2v", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpc", "mpeg",
        "mpg", "mts", "mxf", "nut", "oga", "ogg", "ogm", "ogv", "ogx", "opus", "rm", "rmvb", "spx", "tak", "tta", "ts",
        "vob", "wav", "webm", "wma", "wmv", "wv",
    ]

    /// - Parameter fileExtension: the extension in lower case.
    static func contains(_ fileExtension: String) -> Bool { known.contains(fileExtension) }
}
