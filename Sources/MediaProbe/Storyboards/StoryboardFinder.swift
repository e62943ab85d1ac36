internal import Glibc
internal import MediaContainers
internal import PlayerCore

/// Finds the storyboard beside a local item: those of `NAME.ext` are called `NAME` or `NAME.ext` followed by a suffix.
///
/// The first that has pictures is used. As with other sidecars, a file that is not regular or leads out of the item's
/// folder is left out with a sentence.
struct StoryboardFinder {
    /// In order of precedence.
    static let suffixes = [".storyboard.vtt", ".thumbnails.vtt", ".thumbs.vtt", ".vtt", ".bif", "-320-10.bif"]
    /// The files of pictures that a WebVTT file may name.
    private static let mostSheets = 1_000

    private let item: [UInt8]
    private let folder: SidecarFolder
    private let roots: [SidecarFolder]

    /// - Parameter item: absolute; its name need not be UTF-8.
    init(_ item: [UInt8]) {
        self.item = item
        folder = SidecarFolder(of: item)
        roots = SidecarFolder.roots(of: item)
    }

    /// The storyboard, nil if there is none, and sentences about what was left out.
    func storyboard() -> (storyboard: Storyboard?, problems: [String]) {
        var problems: [String] = []
        for (path, isBIF) in candidates() {
            do throws(ProbeError) {
                let tiles = isBIF ? try BIFReader.tiles(try file(path).source) : try tiles(ofText: path, &problems)
                if !tiles.isEmpty { return (Storyboard(tiles: tiles, path: path), problems) }
            } catch {
                problems.append("\(Self.name(path)): it is ignored: \(error.message)")
            }
        }
        return (nil, problems)
    }

    /// The names of WebVTT files beside the item that hold pictures, so that nobody takes them for subtitles.
    func textNames() -> Set<String> {
        var names: Set<String> = []
        for (path, isBIF) in candidates() where !isBIF {
            guard let text = try? text(path), !WebVTTStoryboard.cues(text).isEmpty else { continue }
            names.insert(Self.name(path))
        }
        return names
    }

    private func candidates() -> [(path: [UInt8], isBIF: Bool)] {
        let start = (item.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        var bases = [item]
        if let dot = item.lastIndex(of: UInt8(ascii: ".")), dot > start { bases.insert(Array(item[..<dot]), at: 0) }
        return Self.suffixes.flatMap { suffix in
            bases.map { (path: $0 + Array(suffix.utf8), isBIF: suffix.hasSuffix(".bif")) }
        }.filter { $0.path != item && Self.exists($0.path) }
    }

    private func tiles(ofText path: [UInt8], _ problems: inout [String]) throws(ProbeError) -> [Storyboard.Tile] {
        var sheets: [Substring: String?] = [:]
        var tiles: [Storyboard.Tile] = []
        for cue in WebVTTStoryboard.cues(try text(path)) {
            if sheets[cue.reference] == nil {
                guard sheets.count < Self.mostSheets else { break }
                do throws(ProbeError) {
                    sheets[cue.reference] = .some(try sheet(cue.reference))
                } catch {
                    sheets[cue.reference] = .some(nil)
                    problems.append("\(Self.name(path)): a picture is left out: \(error.message)")
                }
            }
            guard case .some(.some(let uri)) = sheets[cue.reference] else { continue }
            tiles.append(Storyboard.Tile(time: cue.time, place: .file(uri, cue.area)))
        }
        return tiles
    }

    /// The URI of a picture file inside the folder.
    private func sheet(_ reference: Substring) throws(ProbeError) -> String {
        let uri = try folder.resolved(String(reference))
        guard let path = FileURI.path(of: uri) else { throw .unreadable("pictures of storyboards must be local files") }
        _ = try file(path)
        return uri
    }

    private func text(_ path: [UInt8]) throws(ProbeError) -> SidecarText {
        let file = try file(path)
        guard file.length <= SidecarFinder.largest else {
            throw .tooMuch("it is larger than \(SidecarFinder.largest >> 20) MiB")
        }
        return SidecarText(try file.read(0, Int(file.length)))
    }

    private func file(_ path: [UInt8]) throws(ProbeError) -> RegularFile {
        guard let real = SidecarFolder.withoutLinks(path) else { throw .unreadable("it was not found") }
        guard roots.contains(where: { $0.contains(real) }) else {
            throw .unreadable("it is a link out of the folder of the item")
        }
        return try RegularFile(real)
    }

    private static func name(_ path: [UInt8]) -> String {
        String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
    }

    private static func exists(_ path: [UInt8]) -> Bool {
        var status = stat()
        return SidecarFolder.withCString(path) { lstat($0, &status) } == 0
    }
}
