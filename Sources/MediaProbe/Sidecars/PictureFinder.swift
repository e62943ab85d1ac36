internal import Glibc
internal import MediaContainers
internal import PlayerCore

/// Finds the picture beside a local item that contains none: `NAME`, `NAME-poster`, `folder`, `cover` or `poster` with
/// the extension of a picture, in any case; `NAME` with or without the item's own extension.
///
/// The first in this order is used. As with other sidecars, a file that is not regular or leads out of the item's
/// folder is left out with a sentence.
struct PictureFinder {
    /// In order of precedence among otherwise equal names.
    static let extensions = ["jpg", "jpeg", "png", "webp"]
    private static let folderNames = ["folder", "cover", "poster"]
    /// The maximum number of files of a folder that are examined; in a larger folder only the usual spellings are
    /// found.
    private static let most = SidecarFinder.mostFiles

    private let item: [UInt8]
    private let folder: [UInt8]
    private let roots: [SidecarFolder]

    /// - Parameter item: absolute; its name need not be UTF-8.
    init(_ item: [UInt8]) {
        self.item = item
        folder = Array(item[..<(item.lastIndex(of: Self.slash) ?? 0)])
        roots = SidecarFolder.roots(of: item)
    }

    /// - Returns: the picture's `file:` URI, nil if there is none, and `problems` with what was left out.
    func picture(adding problems: [String]) -> (uri: String?, problems: [String]) {
        var problems = problems
        for name in candidates() {
            let path = folder + [Self.slash] + name
            do throws(ProbeError) {
                guard let real = SidecarFolder.withoutLinks(path) else { throw .unreadable("it is a dangling link") }
                guard roots.contains(where: { $0.contains(real) }) else {
                    throw .unreadable("it is a link out of the folder of the item")
                }
                guard Self.isRegularFile(real) else { throw .unreadable("it is not a regular file") }
                return (FileURI.uri(of: path), problems)
            } catch {
                problems.append("\(String(decoding: name, as: UTF8.self)): it is ignored: \(error.message)")
            }
        }
        return (nil, problems)
    }

    /// Names of pictures in the folder, in order of precedence.
    private func candidates() -> [[UInt8]] {
        let own = Array(item[(item.lastIndex(of: Self.slash) ?? -1).advanced(by: 1)...])
        var bases = [own]
        if let dot = own.lastIndex(of: Self.dot), dot > 0 { bases.insert(Array(own[..<dot]), at: 0) }
        var stems = bases + bases.map { $0 + Array("-poster".utf8) }
        stems += Self.folderNames.map { Array($0.utf8) }
        let wanted = stems.map(Self.folded)
        let (names, isWhole) = Self.names(in: folder)
        var found: [(rank: Int, name: [UInt8])] = []
        for name in names where name != own {
            guard let rank = Self.rank(of: name, among: wanted) else { continue }
            found.append((rank, name))
        }
        if !isWhole {
            for (rank, name) in Self.usualSpellings(of: stems) {
                guard name != own, !found.contains(where: { $0.name == name }),
                    Self.exists(folder + [Self.slash] + name)
                else { continue }
                found.append((rank, name))
            }
        }
        // Names that differ only in case are sorted by bytes, independent of the order of the folder.
        found.sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.name.lexicographicallyPrecedes($1.name) }
        return found.map(\.name)
    }

    /// The rank of a name; nil if it is not a picture of the item.
    private static func rank(of name: [UInt8], among stems: [Folded]) -> Int? {
        guard let dot = name.lastIndex(of: dot), (3...4).contains(name.count - dot - 1),
            let suffix = extensions.firstIndex(of: String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
        else { return nil }
        let stem = folded(Array(name[..<dot]))
        return stems.firstIndex(of: stem).map { $0 * extensions.count + suffix }
    }

    /// In lower case, capitalised, and in upper case.
    private static func usualSpellings(of stems: [[UInt8]]) -> [(rank: Int, name: [UInt8])] {
        var spellings: [(rank: Int, name: [UInt8])] = []
        for (index, stem) in stems.enumerated() {
            for (suffixIndex, suffix) in extensions.enumerated() {
                let rank = index * extensions.count + suffixIndex
                let capital = (stem.first.map { [uppercased($0)] } ?? []) + stem.dropFirst()
                for (stem, suffix) in [
                    (stem, suffix), (capital, suffix), (stem, suffix.uppercased()),
                    (stem.map(uppercased), suffix.uppercased()),
                ] {
                    let name = stem + [dot] + Array(suffix.utf8)
                    if !spellings.contains(where: { $0.name == name }) { spellings.append((rank, name)) }
                }
            }
        }
        return spellings
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }

    /// A name without its case; one that is not UTF-8 is compared unchanged.
    private enum Folded: Equatable {
        case text(String)
        case bytes([UInt8])
    }

    private static func folded(_ name: [UInt8]) -> Folded {
        String(validating: name, as: UTF8.self).map { .text($0.lowercased()) } ?? .bytes(name)
    }

    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    private static func exists(_ path: [UInt8]) -> Bool {
        var status = stat()
        return SidecarFolder.withCString(path) { lstat($0, &status) } == 0
    }

    private static func isRegularFile(_ path: [UInt8]) -> Bool {
        var status = stat()
        return SidecarFolder.withCString(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Names that may have the extension of a picture, and whether the folder was read to its end.
    private static func names(in folder: [UInt8]) -> (names: [[UInt8]], isWhole: Bool) {
        guard let directory = SidecarFolder.withCString(folder.isEmpty ? [slash] : folder, { opendir($0) }) else {
            return ([], true)
        }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        for _ in 0..<most {
            guard let entry = readdir(directory) else { return (names, true) }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = bytes.prefix { $0 != 0 }
                return name.suffix(5).contains(dot) ? Array(name) : []
            }
            if let last = name.lastIndex(of: dot), name.count - last <= 5 { names.append(name) }
        }
        return (names, false)
    }
}
