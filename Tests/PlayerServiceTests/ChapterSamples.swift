import DBusKit
import PlayerCore

extension MediaTime {
    static func seconds(_ seconds: Int64) -> MediaTime { MediaTime(microseconds: seconds * 1_000_000) }
}

extension Chapter {
    /// - Parameter title: a sign for each language: `One|fr:Un`; what has none is undetermined.
    static func sample(_ start: Int64, _ end: Int64, _ title: String) -> Chapter {
        let titles = title.split(separator: "|").map { part in
            let pieces = part.split(separator: ":", maxSplits: 1).map(String.init)
            return pieces.count == 2 ? ChapterTitle(pieces[1], language: pieces[0]) : ChapterTitle(pieces[0])
        }
        return Chapter(start: .seconds(start), end: .seconds(end), titles: titles)
    }
}

extension ChapterSnapshot {
    /// As the core publishes it.
    static func sample(_ chapters: [Chapter], preferring languages: [String] = [], revision: UInt64 = 1) -> Self {
        var snapshot = ChapterSnapshot()
        snapshot.list = ChapterList(chapters)
        snapshot.chapters = snapshot.list.bestMatching(languages)
        snapshot.language = snapshot.list.language(for: languages)
        snapshot.preferredLanguages = languages
        snapshot.revision = revision
        return snapshot
    }
}

extension DBusValue {
    /// A chapter as `Chapters1` carries it; times in seconds.
    static func chapter(_ start: Int64, _ end: Int64, _ title: String, _ extras: [String: DBusValue] = [:]) -> DBusValue
    {
        .structure([
            .int64(start * 1_000_000), .int64(end * 1_000_000), .string(title), .properties(extras),
        ])
    }

    static func chapters(_ chapters: DBusValue...) -> DBusValue { .array("(xxsa{sv})", chapters) }

    static func group(_ title: String, _ chapters: DBusValue...) -> DBusValue {
        .structure([.string(title), .array("(xxsa{sv})", chapters)])
    }
}
