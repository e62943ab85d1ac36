internal import MediaContainers
public import PlayerCore

/// Tells whether the sound files of a folder are the parts of one book, and makes one item of them.
///
/// An album of songs looks almost the same: several files with one album. A book is therefore told by more: its folder is
/// one of `books` under `[library]`; its files are `.m4b`; their genre is that of spoken word; or their names or titles count
/// parts or chapters, or repeat the album with a number. Files of a genre of music are no book, and podcasts
/// are none: their episodes are heard one by one.
public struct BookFolder: Sendable {
    /// A file of the folder.
    public struct File: Sendable {
        public var uri: String
        /// Absolute; need not be UTF-8.
        public var path: [UInt8]

        public init(uri: String, path: [UInt8]) {
            self.uri = uri
            self.path = path
        }

        /// The name without its extension.
        fileprivate var stem: String {
            let name = String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
            return String(name[..<dot])
        }

        fileprivate var ending: String {
            let name = path.split(separator: UInt8(ascii: "/")).last ?? []
            return String(decoding: name.split(separator: UInt8(ascii: ".")).last ?? [], as: UTF8.self).lowercased()
        }
    }

    /// A folder that is one book.
    public struct Book: Sendable {
        public var item: MediaDescription
        /// The files that are no part of it, since they cannot be read.
        public var leftOut: [File]
    }

    /// What a file says of itself.
    private struct Part {
        var file: File
        var container: ContainerFindings
        var title: String? { container.fields.title }
        var album: String? { container.fields.album }
        var place: [Int32]? {
            container.tags.trackNumber.map { [container.tags.discNumber ?? 1, $0] }
        }
    }

    /// The `file:` URI of the folder, which names the book.
    private let uri: String
    private let name: String
    private let files: [File]
    /// The text of the cue sheet in the folder; nil without one.
    private let cue: String?

    /// - Parameters:
    ///   - name: of the folder.
    ///   - files: the media files of the folder, in their order.
    ///   - cue: the text of the cue sheet in the folder; nil without one.
    public init(uri: String, name: String, files: [File], cue: [UInt8]? = nil) {
        self.uri = uri
        self.name = name
        self.files = files
        self.cue = cue.map { SidecarText($0).text }
    }

    /// Reads the files and returns the book; nil if they are none. Blocks as long as the disk does.
    ///
    /// Only the first file is read of a folder of songs. What cannot be read is left out: one damaged file must not make
    /// loose items of all others. Two files are the least that a book has.
    ///
    /// - Parameter isOnShelf: whether the configuration says that the folder is a book.
    public func book(isOnShelf: Bool) -> Book? {
        guard (2...DescriptionLimits.parts).contains(files.count),
            files.allSatisfy({ Self.endings.contains($0.ending) })
        else { return nil }
        var parts: [Part] = []
        var leftOut: [File] = []
        for file in files {
            let part = read(file)
            guard let part, !isDamaged(part) else {
                leftOut.append(file)
                continue
            }
            guard part.container.duration ?? .zero > .zero else { return nil }
            if parts.isEmpty, !isOnShelf, !mayBegin(part) { return nil }
            if let first = parts.first, !isOnShelf, first.album != part.album { return nil }
            parts.append(part)
        }
        guard parts.count > 1, isOnShelf || isBook(parts) else { return nil }
        return Book(item: item(of: inOrder(parts)), leftOut: leftOut)
    }

    private static let endings = MediaEndings.sound
    /// Files whose length only GStreamer knows.
    private static let unmeasured: Set<String> = ["aac"]

    private func read(_ file: File) -> Part? {
        guard let source = try? ByteSource.file(file.path) else { return nil }
        return Part(file: file, container: MediaProbe.container(source, uri: file.uri))
    }

    /// Whether a file has no length although files of its kind tell one: it is empty, cut off, or something else.
    private func isDamaged(_ part: Part) -> Bool {
        part.container.duration ?? .zero <= .zero && !part.container.isChained
            && !Self.unmeasured.contains(part.file.ending)
    }

    // MARK: The signs of a book

    /// Whether the other files are worth reading.
    private func mayBegin(_ first: Part) -> Bool {
        if isPodcast(first) { return false }
        if isMusic(first) { return files.allSatisfy { $0.ending == "m4b" } }
        return files.allSatisfy { $0.ending == "m4b" } || isSpoken(first) || countParts(files.map(\.stem))
            || first.title.map { countParts([$0]) } == true || isNamedInCue
            || first.album.map { repeats($0, in: files.map(\.stem)) || repeats($0, in: [first.title ?? ""]) } == true
    }

    private func isBook(_ parts: [Part]) -> Bool {
        guard let first = parts.first, !parts.contains(where: isPodcast) else { return false }
        if parts.allSatisfy({ $0.file.ending == "m4b" }) { return true }
        // The movements of a work and the sides of a record count parts, too.
        if parts.contains(where: isMusic) { return false }
        if countParts(files.map(\.stem)) { return true }
        guard let album = first.album else { return false }
        return parts.allSatisfy(isSpoken) || countParts(parts.map { $0.title ?? "" })
            || isNamedInCue && parts.allSatisfy { $0.container.fields.genre?.isEmpty != false }
            || repeats(album, in: files.map(\.stem)) || repeats(album, in: parts.map { $0.title ?? "" })
    }

    private func isSpoken(_ part: Part) -> Bool {
        (part.container.fields.genre ?? []).contains(where: ContentKind.isSpoken)
    }

    private func isMusic(_ part: Part) -> Bool {
        !isSpoken(part) && (part.container.fields.genre ?? []).contains(where: ID3Genres.isMusic)
    }

    private func isPodcast(_ part: Part) -> Bool {
        (part.container.fields.genre ?? []).contains { $0.lowercased().contains("podcast") }
    }

    /// Whether the cue sheet of the folder names all of its files.
    private var isNamedInCue: Bool {
        guard let cue = cue?.lowercased() else { return false }
        return files.allSatisfy { cue.contains($0.stem.lowercased() + ".") }
    }

    private static let words: Set<String> = [
        "part", "parts", "pt", "chapter", "chap", "ch", "teil", "kapitel", "kap", "abschnitt", "partie", "chapitre",
        "parte",
        "capitulo", "capítulo", "capitolo", "deel", "hoofdstuk", "del", "kapitola", "rozdział", "rozdzial", "część",
        "глава",
        "часть", "luku", "osa", "fejezet", "section",
    ]

    /// Whether each name counts a part or a chapter: `Part 01`, `03 - Kapitel 3`, `chapter_12_author`, `2. Teil`.
    private func countParts(_ names: [String]) -> Bool {
        names.allSatisfy { name in
            let tokens = Self.tokens(name)
            return tokens.indices.contains { index in
                Self.words.contains(tokens[index])
                    && [index - 1, index + 1].contains { tokens.indices.contains($0) && Self.isNumber(tokens[$0]) }
            }
        }
    }

    /// Whether each name is the album and a number: `Dune 01`, `01 - Dune`.
    private func repeats(_ album: String, in names: [String]) -> Bool {
        let words = Self.tokens(album)
        guard !words.isEmpty else { return false }
        return names.allSatisfy { name in
            let tokens = Self.tokens(name)
            let numbers = tokens.count - words.count
            return (1...2).contains(numbers)
                && (0...numbers).contains { start in
                    Array(tokens[start..<(start + words.count)]) == words
                        && (tokens[..<start] + tokens[(start + words.count)...]).allSatisfy(Self.isNumber)
                }
        }
    }

    /// The words and numbers of a name, in lower case: `Part01` is two.
    private static func tokens(_ name: String) -> [String] {
        var tokens: [String] = []
        var last: Character?
        for character in name.lowercased() {
            defer { last = character }
            guard character.isLetter || character.isNumber else { continue }
            if let last, last.isLetter && character.isLetter || last.isNumber && character.isNumber, !tokens.isEmpty {
                tokens[tokens.count - 1].append(character)
            } else {
                tokens.append(String(character))
            }
        }
        return tokens
    }

    private static let spelled: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "eins",
        "zwei",
        "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
    ]

    private static func isNumber(_ token: String) -> Bool {
        token.allSatisfy(\.isNumber) || token.allSatisfy { "ivxl".contains($0) } || spelled.contains(token)
    }

    // MARK: The item

    /// In the order of their numbers, if each has its own; otherwise in that of the folder.
    private func inOrder(_ parts: [Part]) -> [Part] {
        let places = parts.compactMap(\.place)
        guard places.count == parts.count, Set(places).count == parts.count else { return parts }
        return zip(places, parts).sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    private func item(of parts: [Part]) -> MediaDescription {
        let first = parts[0].container
        let album = parts.allSatisfy { $0.album == parts[0].album } ? parts[0].album : nil
        // A title that all have is that of the book.
        let titles = Set(parts.map(\.title))
        var fields = MediaDetails.Fields()
        fields.title = album ?? (titles.count == 1 ? parts[0].title : nil) ?? name
        fields.album = fields.title
        fields.artist = first.fields.artist ?? (first.tags.albumArtists.isEmpty ? nil : first.tags.albumArtists)
        fields.genre = first.fields.genre
        fields.date = first.fields.date
        fields.language = first.fields.language
        fields.parts = parts.map { part in
            let title = titles.count == parts.count ? part.title : nil
            return MediaPart(
                uri: part.file.uri, title: title ?? Self.readable(part.file.stem),
                duration: part.container.duration ?? .zero)
        }
        return MediaDescription(uri: uri, details: MediaDetails(fields))
    }

    private static func readable(_ stem: String) -> String {
        stem.contains(" ") ? stem : String(stem.map { $0 == "_" ? " " : $0 })
    }
}
