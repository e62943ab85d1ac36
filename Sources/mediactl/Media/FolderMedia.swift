import PlayerCore

/// The media of a folder as they are played: without what is beside its episodes and films, and with the specials of a
/// series behind its seasons.
///
/// Extras and specials are told by their names and by those of the folders (``MediaName``). Only video files are left out
/// or moved; without an episode or a film that is no extra, and in a folder of extras, none is left out.
struct FolderMedia {
    /// What is played, in order.
    let items: [MediaDescription]
    /// What is said of the extras that were left out; nil if there are none.
    let sentence: String?

    /// - Parameters:
    ///   - items: all media in the folder and those below it, in order.
    ///   - folder: the folder that was named.
    init(_ items: [MediaDescription], in folder: LocalPath) {
        let all = items.map { Entry($0, in: folder) }
        let played = MediaName.extras(inFolder: folder.name) == nil ? Self.withoutExtras(all) : all
        let leftOut = all.count - played.count
        self.items = Self.specialsLast(played).map(\.item)
        sentence =
            switch leftOut {
            case 0: nil
            case 1: "1 extra in \(folder.text) is left out. Play it by its name."
            default: "\(leftOut) extras in \(folder.text) are left out. Play them by their names."
            }
    }

    private static func withoutExtras(_ entries: [Entry]) -> [Entry] {
        // "Other" has extras in the folder of one show or film. In a collection of several it is one more of them.
        let doubtful = Set(entries.compactMap(\.doubtful))
        var works = Dictionary(uniqueKeysWithValues: doubtful.map { ($0, Set<String>()) })
        for entry in entries where entry.doubtful == nil && !entry.isExtra {
            guard let work = entry.work else { continue }
            for folder in entry.enclosing where doubtful.contains(folder) { works[folder]?.insert(work) }
        }
        let played = entries.filter { entry in
            !entry.isExtra && entry.doubtful.map { works[$0]?.count != 1 } ?? true
        }
        return played.contains { $0.work != nil } ? played : entries
    }

    private static func specialsLast(_ entries: [Entry]) -> [Entry] {
        let specials = entries.indices.filter { entries[$0].isSpecial }
        guard !specials.isEmpty else { return entries }
        let shows = Set(specials.compactMap { entries[$0].show })
        var lastOfSeries: [String: Int] = [:]
        var lastInShow: [[String]: Int] = [:]
        for index in entries.indices where !entries[index].isSpecial && entries[index].name?.series != nil {
            if let series = entries[index].work { lastOfSeries[series] = index }
            for folder in entries[index].enclosing where shows.contains(folder) { lastInShow[folder] = index }
        }
        var moved: [Int: [Int]] = [:]
        for index in specials {
            let last = max(
                entries[index].work.flatMap { lastOfSeries[$0] } ?? index,
                entries[index].show.flatMap { lastInShow[$0] } ?? index)
            moved[max(last, index), default: []].append(index)
        }
        return entries.indices.flatMap { index in
            (entries[index].isSpecial ? [] : [index]) + (moved[index] ?? [])
        }.map { entries[$0] }
    }

    private struct Entry {
        let item: MediaDescription
        /// The names of the folders between the named one and a video file; empty for other files.
        private(set) var folders: [String] = []
        /// Nil for all but video files, and for extras.
        private(set) var name: MediaName?
        private(set) var isExtra = false
        /// The folder around one that may be for extras.
        private(set) var doubtful: [String]?
        /// Whether it is of season 0.
        private(set) var isSpecial = false
        /// The folder around that of the specials.
        private(set) var show: [String]?

        init(_ item: MediaDescription, in folder: LocalPath) {
            self.item = item
            guard let path = FileURI.path(of: item.uri), path.starts(with: folder.bytes) else { return }
            var names = path.dropFirst(folder.bytes.count).split(separator: UInt8(ascii: "/"))
                .map { String(decoding: $0, as: UTF8.self) }
            guard let file = names.popLast(), let dot = file.lastIndex(of: "."),
                MediaEndings.video.contains(file[file.index(after: dot)...].lowercased())
            else { return }
            folders = names
            isExtra = MediaName.isExtra(file: file)
            for (depth, name) in names.enumerated() {
                guard let extras = MediaName.extras(inFolder: name),
                    // There is a series that is called "Extras".
                    MediaName(file: file)?.series.map(MediaName.key) != MediaName.key(of: name)
                else { continue }
                if extras == .certain { isExtra = true } else { doubtful = doubtful ?? Array(names[..<depth]) }
            }
            if isExtra { return }
            name = MediaName(uri: item.uri)
            let season = names.indices.compactMap { depth in
                MediaName.season(ofFolder: names[depth]).map { (number: $0, depth: depth) }
            }.last
            if let season, season.number == 0 { show = Array(names[..<season.depth]) }
            isSpecial = (name?.season ?? season?.number) == 0
        }

        /// The series or the film, for comparisons.
        var work: String? { (name?.series ?? name?.film).map(MediaName.key) }

        /// The named folder and those below it that the file is in, as names below the first.
        var enclosing: [[String]] { (0...folders.count).map { Array(folders.prefix($0)) } }
    }
}
