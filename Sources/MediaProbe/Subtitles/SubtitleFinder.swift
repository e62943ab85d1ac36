internal import Glibc
internal import MediaContainers
internal import PlayerCore

/// Finds the subtitle files beside a local item `NAME.ext`: `NAME.WORDS.srt` and similar names in its folder and in a
/// folder `Subs` or `Subtitles` there, and every one in `Subs/NAME`. If the item is the only one in its folder, those
/// in `Subs` need not contain its name.
///
/// As with other sidecars, a file that is not regular, is empty, has other content, or leads out of the item's folder
/// is left out with a sentence.
struct SubtitleFinder {
    /// The maximum number of listed subtitle files of an item.
    static let mostFiles = 100
    /// The number of bytes of a file that are checked.
    private static let head = 64 << 10
    private static let folders: Set<String> = ["subs", "subtitles", "sub", "untertitel", "sous-titres"]

    private let item: [UInt8]
    private let folder: [UInt8]
    private let roots: [SidecarFolder]
    /// `NAME.ext` and `NAME`, in lower case.
    private let bases: [String]
    private let stem: String

    /// - Parameter item: absolute; its name need not be UTF-8.
    init(_ item: [UInt8]) {
        self.item = item
        folder = Array(item[..<(item.lastIndex(of: Self.slash) ?? 0)])
        roots = SidecarFolder.roots(of: item)
        let name = String(decoding: item[(item.lastIndex(of: Self.slash) ?? -1).advanced(by: 1)...], as: UTF8.self)
        let (stem, ending) = Self.parts(name)
        self.stem = stem.lowercased()
        bases = ending.isEmpty ? [name.lowercased()] : [name.lowercased(), stem.lowercased()]
    }

    /// A file that may belong to the item.
    private struct Candidate {
        var path: [UInt8]
        /// The name for messages: the file name, preceded by the folder if that is another one.
        var label: String
        var format: SubtitleSidecar.Format
        var name: SubtitleName
        /// Whether its name is exactly that of the item.
        var isNamesake: Bool

        var traits: TrackTraits { name.traits.union(isNamesake ? [.external, .namesake] : .external) }
    }

    /// - Parameter chapters: names of files that turned out to hold chapters.
    /// - Returns: the files in the order in which they are listed, and what was left out, in sentences.
    func files(except chapters: Set<String> = []) -> (files: [SubtitleSidecar], problems: [String]) {
        let suffix = Self.parts(bases.first ?? "").ending
        guard !MediaEndings.sound.contains(suffix.lowercased()) else { return ([], []) }
        let listing = Self.list(folder)
        var candidates = Self.sorted(listing.files).compactMap { candidate($0, in: folder, beside: listing.files) }
        candidates.removeAll { chapters.contains($0.label) }
        for name in Self.sorted(listing.folders) where Self.folders.contains(Self.text(name).lowercased()) {
            candidates += self.candidates(in: folder + [Self.slash] + name, alone: isAlone(among: listing.files))
        }
        var files: [SubtitleSidecar] = []
        var problems: [String] = []
        for candidate in candidates {
            guard files.count < Self.mostFiles else {
                problems.append("more than \(Self.mostFiles) files of subtitles lie beside it; the rest is left out")
                break
            }
            do throws(ProbeError) {
                try check(candidate)
                files.append(
                    SubtitleSidecar(
                        uri: FileURI.uri(of: candidate.path), language: candidate.name.language,
                        title: candidate.name.title, traits: candidate.traits, format: candidate.format))
            } catch {
                problems.append("\(candidate.label): it is left out, \(error.message)")
            }
        }
        return (files, problems)
    }

    // MARK: Names

    /// A file with the item's name; nil if it has another name or belongs to another item.
    private func candidate(_ name: [UInt8], in folder: [UInt8], beside files: [[UInt8]]) -> Candidate? {
        guard let (stem, format) = Self.subtitles(name, among: files), let rest = rest(of: stem) else { return nil }
        // "Film 2.en.srt" belongs to "Film 2.mkv".
        guard !files.contains(where: { isOwner($0, of: stem) }) else { return nil }
        let words = SubtitleName(rest)
        // "Film 2.en.srt" may belong to a film in another folder.
        let isOwn = rest.first.map { ".([{".contains($0) ? words.isRecognised : words.beginsRecognised } ?? true
        guard isOwn, !rest.lowercased().hasSuffix(".chapters") else { return nil }
        return Candidate(
            path: folder + [Self.slash] + name, label: Self.label(name, in: folder, of: self.folder), format: format,
            name: words, isNamesake: rest.isEmpty)
    }

    /// The files in a subtitle folder, and in the item's own folder in it.
    private func candidates(in subs: [UInt8], alone: Bool) -> [Candidate] {
        let listing = Self.list(subs)
        var found: [Candidate] = []
        for name in Self.sorted(listing.files) {
            if let candidate = candidate(name, in: subs, beside: listing.files) {
                found.append(candidate)
            } else if alone {
                found += unnamed(name, in: subs, among: listing.files)
            }
        }
        for name in Self.sorted(listing.folders) where bases.contains(Self.text(name).lowercased()) {
            let own = subs + [Self.slash] + name
            let files = Self.list(own).files
            for name in Self.sorted(files) { found += unnamed(name, in: own, among: files) }
        }
        return found
    }

    /// A file whose folder identifies the item: `2_English.srt`.
    private func unnamed(_ name: [UInt8], in folder: [UInt8], among files: [[UInt8]]) -> [Candidate] {
        guard let (stem, format) = Self.subtitles(name, among: files) else { return [] }
        let rest = rest(of: stem)
        return [
            Candidate(
                path: folder + [Self.slash] + name, label: Self.label(name, in: folder, of: self.folder),
                format: format, name: SubtitleName(rest ?? stem[...]), isNamesake: rest?.isEmpty == true)
        ]
    }

    /// Returns the text after the item's name; nil if the file does not begin with that name.
    private func rest(of stem: String) -> Substring? {
        let lower = stem.lowercased()
        for base in bases where lower.hasPrefix(base) {
            let rest = stem.dropFirst(base.count)
            if rest.first.map({ ". _-([{".contains($0) }) ?? true { return rest }
        }
        return nil
    }

    /// Whether a media file has a longer name than the item, and the subtitles begin with that name.
    private func isOwner(_ file: [UInt8], of subtitles: String) -> Bool {
        let (other, ending) = Self.parts(Self.text(file))
        guard other.count > stem.count, MediaEndings.video.contains(ending.lowercased()) else { return false }
        return subtitles.lowercased().hasPrefix(other.lowercased())
    }

    /// Whether there is no other film in the folder; samples are ignored.
    private func isAlone(among files: [[UInt8]]) -> Bool {
        files.allSatisfy { file in
            let name = Self.text(file).lowercased()
            return name == bases.first || name.contains("sample") || name.contains("trailer")
                || !MediaEndings.video.contains(Self.parts(name).ending)
        }
    }

    /// The name without its extension, and the format; nil for other files. For VobSub it is the index.
    private static func subtitles(
        _ name: [UInt8], among files: [[UInt8]]
    ) -> (stem: String, format: SubtitleSidecar.Format)? {
        let (stem, ending) = parts(text(name))
        guard !stem.isEmpty, let format = SubtitleSidecar.Format(rawValue: ending.lowercased()) else { return nil }
        if format == .text, files.contains(where: { text($0).lowercased() == stem.lowercased() + ".idx" }) {
            return nil
        }
        return (stem, format)
    }

    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }

    private static func label(_ name: [UInt8], in folder: [UInt8], of home: [UInt8]) -> String {
        text(Array((folder + [slash] + name).dropFirst(home.count + 1)))
    }

    /// Sorted by a leading number, then by name, independent of the order of the folder.
    private static func sorted(_ names: [[UInt8]]) -> [[UInt8]] {
        let numbered = names.map { name in
            (number: name.prefix(6).prefix { (48...57).contains($0) }.reduce(0) { $0 * 10 + Int($1) - 48 }, name: name)
        }
        return numbered.sorted { left, right in
            left.number != right.number
                ? left.number < right.number : left.name.lexicographicallyPrecedes(right.name)
        }.map(\.name)
    }

    // MARK: Files

    /// Throws what is wrong with a file.
    private func check(_ candidate: Candidate) throws(ProbeError) {
        guard let real = SidecarFolder.withoutLinks(candidate.path) else { throw .unreadable("its link leads nowhere") }
        guard roots.contains(where: { $0.contains(real) }) else {
            throw .unreadable("it is a link out of the item's folder")
        }
        let file = try RegularFile(real)
        guard file.length > 0 else { throw .malformed("it is empty") }
        guard file.length <= SidecarFinder.largest else {
            throw .tooMuch("it is larger than \(SidecarFinder.largest >> 20) MiB")
        }
        try SubtitleContent.check(file.read(0, Self.head), candidate.format)
    }

    /// The regular files (and links) and folders of a folder, up to the maximum.
    private static func list(_ folder: [UInt8]) -> (files: [[UInt8]], folders: [[UInt8]]) {
        let path = folder.isEmpty ? [slash] : folder
        guard let directory = SidecarFolder.withCString(path, { opendir($0) }) else { return ([], []) }
        defer { closedir(directory) }
        var files: [[UInt8]] = []
        var folders: [[UInt8]] = []
        for _ in 0..<SidecarFinder.mostFiles {
            guard let entry = readdir(directory) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.first != UInt8(ascii: ".") else { continue }
            // Network mounts do not report the type: anything else counts as a file.
            if entry.pointee.d_type == DT_DIR || entry.pointee.d_type != DT_REG && isFolder(path + [slash] + name) {
                folders.append(name)
            } else {
                files.append(name)
            }
        }
        return (files, folders)
    }

    private static func isFolder(_ path: [UInt8]) -> Bool {
        var status = stat()
        return SidecarFolder.withCString(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static let slash = UInt8(ascii: "/")
}
